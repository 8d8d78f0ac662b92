import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import type { Change, FormatName, KeyPath } from '../../documents/document-format.ts';
import { editDocument, readDocument } from '../../documents/edit-document.ts';
import type { FileChange } from '../file-change.ts';
import { exactText } from './exact-text.ts';

/** A file to be changed, and how it is written. */
export interface EditedFile {
  /** Absolute. */
  readonly file: string;
  readonly format: FormatName;
  /** Absent: there is no such file yet. */
  readonly before: Buffer | undefined;
  /** What a new file begins with. @default nothing */
  readonly start?: string;
  /** Whether it is for its owner alone. @default a new one is, others keep their mode */
  readonly isPrivate?: boolean;
}

/**
 * What becomes of a file by changes of what it says; absent when that leaves every byte as it is.
 *
 * @throws CallslipError `invalid-config` when it can't be read, or can't be changed without touching more.
 */
export function documentChange(edited: EditedFile, changes: readonly Change[]): FileChange | undefined {
  const { file, format, before, start = '', isPrivate = before === undefined } = edited;
  if (changes.length === 0) return undefined;
  const text = before === undefined ? start : exactText(before, file);
  const after = Buffer.from(editDocument(format, text, changes, file));
  if (before?.equals(after) === true) return undefined;
  const undo = { kind: 'document', format, changes: undoing(changes, readDocument(format, text, file)) } as const;
  return { file, before, after, isPrivate, undo };
}

/**
 * Changes that take away what was put at each place, and put back what stood there, in the same order: so what comes back
 * stands in the order it stood in.
 */
function undoing(changes: readonly Change[], before: JsonObject): readonly Change[] {
  return changes.flatMap(({ path, value }) => {
    const stood = valueAt(before, path);
    return [...(value === undefined ? [] : [{ path }]), ...(stood === undefined ? [] : [{ path, value: stood }])];
  });
}

/** What stands at a place of a document, null too; absent when there is nothing. */
export function valueAt(value: Json | undefined, path: KeyPath): Json | undefined {
  let there = value;
  for (const key of path) there = isJsonObject(there) && Object.hasOwn(there, key) ? there[key] : undefined;
  return there;
}
