import { isCollection } from 'yaml';
import type { Splice } from '../text/splice.ts';
import type { BlockMember } from './block-mapping.ts';

/**
 * Puts another value behind a key. A comment on the line of the key stays there.
 *
 * @param written ` value`, perhaps with more lines, or a line break and lines.
 * @param lineEnd behind the last comment on the line on which the member ends.
 */
export function replaceValue(text: string, member: BlockMember, written: string, lineEnd: number): readonly Splice[] {
  const { head, value, valueEnd } = member;
  const firstLine = written.split(/\r?\n/, 1)[0] ?? '';
  const lines = written.slice(firstLine.length);
  if (isCollection(value) && value.flow !== true) {
    const body = { start: endOfLine(text, head), end: lineEnd };
    return [
      { start: head, end: head, text: firstLine },
      { ...body, text: lines },
    ];
  }
  return [
    { start: head, end: valueEnd, text: firstLine },
    { start: lineEnd, end: lineEnd, text: lines },
  ];
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return text[end - 1] === '\r' ? end - 1 : end;
}
