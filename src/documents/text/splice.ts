/** A part of a text: from `start` up to, not including, `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A part of a text and what is to stand there instead. */
export interface Splice extends Range {
  readonly text: string;
}

/**
 * The text with all splices made; offsets are those of the text before. Of parts that overlap each is left out once. Lines
 * that are put behind a line end as that one does: a file may have line breaks of both kinds.
 */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const splice of [...splices].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (splice.start > done) parts.push(text.slice(done, splice.start));
    parts.push(withBreaksOf(text, splice));
    done = Math.max(done, splice.end);
  }
  parts.push(text.slice(done));
  return parts.join('');
}

function withBreaksOf(text: string, { text: inserted, end }: Splice): string {
  if (!/^\r?\n/.test(inserted)) return inserted;
  const [own] = /^\r?\n/.exec(text.slice(end, end + 2)) ?? [];
  return own === undefined ? inserted : inserted.replaceAll(/\r?\n/g, own);
}
