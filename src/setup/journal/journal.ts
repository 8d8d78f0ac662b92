import { createHash } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import { isJsonObject } from '../../base/json.ts';
import { stableJson } from '../../base/stable-json.ts';
import type { Undo } from '../file-change.ts';
import { invalid } from './disk/target.ts';

/** Goes up when older programs can't take back what is written any more. */
const VERSION = 1;

/** What is to happen, or has happened, to a set of files. Written before the first of them, and never changed. */
export interface Journal {
  readonly id: string;
  /** What is done, for people. */
  readonly title: string;
  /** ISO 8601, UTC. */
  readonly time: string;
  /** Part of the names of drafts beside the files. 12 hex digits. */
  readonly token: string;
  /** In the order in which they are written. */
  readonly files: readonly JournalFile[];
}

/** One file of a journal. Sums are SHA-256, as 64 hex digits. */
export interface JournalFile {
  /** As the user knows it. Absolute. */
  readonly file: string;
  /** The regular file behind all links. Absolute. */
  readonly real: string;
  /** `null`: there was no such file. */
  readonly before: { readonly sha256: string; readonly mode: number } | null;
  readonly after: { readonly sha256: string; readonly isPrivate: boolean };
  /** Folders that were not there, the outermost first. Absolute. */
  readonly missingFolders: readonly string[];
  readonly undo: Undo;
}

const sum = z.string().regex(/^[0-9a-f]{64}$/);
const place = z.string().refine((text) => path.isAbsolute(text) && path.normalize(text) === text);
const undo = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('document'),
    format: z.enum(['json', 'toml', 'yaml']),
    changes: z.array(z.strictObject({ path: z.array(z.string()), value: z.unknown().optional() })),
  }),
  z.strictObject({ kind: z.literal('variables'), names: z.array(z.string()) }),
]);
const shape = z.strictObject({
  id: z.string(),
  title: z.string(),
  time: z.iso.datetime(),
  token: z.string().regex(/^[0-9a-f]{12}$/),
  files: z.array(
    z.strictObject({
      file: place,
      real: place,
      before: z.strictObject({ sha256: sum, mode: z.int().min(0).max(0o7777) }).nullable(),
      after: z.strictObject({ sha256: sum, isPrivate: z.boolean() }),
      missingFolders: z.array(place),
      undo,
    }),
  ),
});

/** SHA-256 of bytes, as 64 hex digits. */
export function sumOf(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A journal as a text, with a sum of itself. */
export function journalText(journal: Journal): string {
  return `${JSON.stringify({ version: VERSION, sha256: sumOf(stableJson(journal)), ...journal }, undefined, 2)}\n`;
}

/**
 * Reads what {@link journalText} wrote.
 *
 * @throws CallslipError `invalid-config` naming `file` when it is of another version, or not as it was written.
 */
export function parseJournal(text: string, file: string): Journal {
  const value = parseJson(text);
  if (!isJsonObject(value)) throw spoilt(file);
  const { version, sha256, ...journal } = value;
  if (version !== VERSION) {
    throw invalid(file, 'is of a version that this Callslip does not know; use the one that wrote it');
  }
  if (sha256 !== sumOf(stableJson(journal)) || !shape.safeParse(journal).success) throw spoilt(file);
  return journal as unknown as Journal;
}

/** Where the new bytes of the n-th file lie before they take its place: when it is written, and when it is taken back. */
export function draftsOf(
  token: string,
  index: number,
  real: string,
): { readonly apply: string; readonly restore: string } {
  const apply = path.join(path.dirname(real), `.callslip-${token}-${index}`);
  return { apply, restore: `${apply}-back` };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function spoilt(file: string) {
  return invalid(
    file,
    'is not as Callslip wrote it, so it is not followed; put files back by hand from the backups beside it',
  );
}
