import type { Change, FormatName } from '../documents/document-format.ts';

/** One file before and after, in whole. */
export interface FileChange {
  /** Absolute; a link is followed when the file is written. */
  readonly file: string;
  /** Absent: there is no such file yet. */
  readonly before: Buffer | undefined;
  readonly after: Buffer;
  /** True: for its owner alone, mode 0600. Otherwise a file keeps the mode it has. */
  readonly isPrivate: boolean;
  /** How to take the change back when the file has been changed by somebody else since. */
  readonly undo: Undo;
}

/** Puts back what a change took away and takes away what it put there, in whatever the file has become. */
export type Undo =
  /** In order. A value goes where nothing stands: what somebody has put there meanwhile stays. */
  | { readonly kind: 'document'; readonly format: FormatName; readonly changes: readonly Change[] }
  /** Lines of a file of variables. */
  | { readonly kind: 'variables'; readonly names: readonly string[] };
