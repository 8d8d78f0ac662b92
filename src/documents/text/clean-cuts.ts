import { afterBreak, indentBefore, lineEndAfter, skipSpace, skipSpaceBack } from './lines.ts';
import type { Range, Splice } from './splice.ts';

/**
 * Takes parts out of a text, and the space that only served them: a line on which nothing else stands goes whole, and
 * of the blank lines above and below it one goes too; on other lines one side's spaces go.
 *
 * @param bounds the inside of the mapping that the parts stand in.
 */
export function cleanCuts(text: string, parts: readonly Range[], bounds: Range): readonly Splice[] {
  const cuts = merge(text, parts).map((part) => withSpace(text, part, bounds));
  return joinLines(text, cuts).map((cut) => ({ ...withBlankLine(text, cut, bounds), text: '' }));
}

/** Parts that only spaces separate become one. */
function merge(text: string, parts: readonly Range[]): readonly Range[] {
  const merged: Range[] = [];
  for (const part of [...parts].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last !== undefined && part.start <= skipSpace(text, last.end)) {
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, part.end) };
    } else merged.push(part);
  }
  return merged;
}

function withSpace(text: string, { start, end }: Range, bounds: Range): Range {
  const indent = indentBefore(text, start);
  const lineEnd = lineEndAfter(text, end);
  if (indent !== undefined && lineEnd !== undefined)
    return { start: start - indent.length, end: afterBreak(text, lineEnd) };
  if (lineEnd !== undefined) return { start: skipSpaceBack(text, start), end };
  if (indent === undefined && (skipSpace(text, end) === bounds.end || text[start] === ',')) {
    return { start: skipSpaceBack(text, start), end };
  }
  return { start, end: skipSpace(text, end) };
}

/** Whole lines with nothing but blank lines between them become one cut. */
function joinLines(text: string, cuts: readonly Range[]): readonly Range[] {
  const joined: Range[] = [];
  for (const cut of cuts) {
    const last = joined.at(-1);
    const isNext = last !== undefined && isWhole(text, last) && isWhole(text, cut);
    if (isNext && text.slice(last.end, cut.start).trim() === '')
      joined[joined.length - 1] = { start: last.start, end: cut.end };
    else joined.push(cut);
  }
  return joined;
}

function withBlankLine(text: string, cut: Range, bounds: Range): Range {
  if (!isWhole(text, cut)) return cut;
  const above = blankLineAbove(text, cut.start);
  const below = lineEndAfter(text, cut.end);
  const isLast = skipSpace(text, cut.end) >= bounds.end;
  if (above !== undefined && (isLast || below !== undefined)) return { start: above, end: cut.end };
  const isFirst = text.slice(bounds.start, cut.start).trim() === '';
  return isFirst && below !== undefined && !isLast ? { start: cut.start, end: afterBreak(text, below) } : cut;
}

function isWhole(text: string, { start, end }: Range): boolean {
  return (start === 0 || text[start - 1] === '\n') && (end === text.length || text[end - 1] === '\n');
}

/** Where the line above starts, when it is blank. */
function blankLineAbove(text: string, lineStart: number): number | undefined {
  if (lineStart === 0) return undefined;
  const lineEnd = text[lineStart - 2] === '\r' ? lineStart - 2 : lineStart - 1;
  const indent = indentBefore(text, lineEnd);
  return indent === undefined ? undefined : lineEnd - indent.length;
}
