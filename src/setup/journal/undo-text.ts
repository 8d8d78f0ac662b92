import type { JsonObject } from '../../base/json.ts';
import type { Change, KeyPath } from '../../documents/document-format.ts';
import { editDocument, readDocument } from '../../documents/edit-document.ts';
import { sameValue } from '../../documents/same-value.ts';
import { valueAt } from '../config/document-change.ts';
import { removeVariables } from '../config/env-file.ts';
import type { Undo } from '../file-change.ts';

/** A text out of which a change was taken. */
export interface Undone {
  /** The same text when nothing of the change was left in it. */
  readonly text: string;
  /** Places where something does not come back, as somebody has put something else there since. */
  readonly taken: readonly KeyPath[];
}

/**
 * Takes a change back in a text that somebody has worked on since.
 *
 * @throws CallslipError `invalid-config` naming the file, when it can't be read as what it is, or can't be changed safely.
 */
export function undoText(text: string, undo: Undo, file: string): Undone {
  if (undo.kind === 'variables') return { text: removeVariables(text, undo.names, file), taken: [] };
  const now = readDocument(undo.format, text, file);
  const taken = takenPlaces(undo.changes, now);
  const changes = undo.changes.filter(({ path }) => !taken.includes(path));
  return { text: editDocument(undo.format, text, changes, file), taken };
}

/** Where something else stands than what was put back, unless it is taken away first. */
function takenPlaces(changes: readonly Change[], now: JsonObject): readonly KeyPath[] {
  const freed = new Set(changes.filter(({ value }) => value === undefined).map(({ path }) => JSON.stringify(path)));
  return changes
    .filter(({ path, value }) => {
      const stands = valueAt(now, path);
      return (
        value !== undefined && stands !== undefined && !freed.has(JSON.stringify(path)) && !sameValue(stands, value)
      );
    })
    .map(({ path }) => path);
}
