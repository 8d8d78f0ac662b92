import type { Json } from '../../base/json.ts';
import { readGap } from '../text/gap.ts';
import { indentBefore, indentOfLine } from '../text/lines.ts';
import { gapBehind, trailingComments } from '../text/members.ts';
import type { Splice } from '../text/splice.ts';
import type { BraceStyle, Braces } from './braces.ts';
import { memberListOf } from './cut-members.ts';

type Member = readonly [key: string, value: Json];

/** Adds members behind the last one, written as that one is: on lines of their own, or in its line. */
export function addMembers(
  text: string,
  braces: Braces,
  added: readonly Member[],
  style: BraceStyle,
): readonly Splice[] {
  const { members } = braces;
  const last = members.at(-1);
  if (last === undefined) return addFirst(text, braces, added, style);
  const gap = gapBehind(text, memberListOf(braces, style), members.length - 1);
  const indent = indentBefore(text, last.start);
  if (indent === undefined) {
    const inLine = added.map((member) => written(member, style)).join(style.separator);
    if (gap.comma === undefined) return [insertion(last.end, `${style.separator}${inLine}`)];
    return [insertion(gap.comma + 1, `${style.separator.slice(1)}${inLine},`)];
  }
  const lines = added.map((member) => `${style.lineBreak}${indent}${written(member, style, indent)}`).join(',');
  const place = Math.max(trailingComments(text, gap).at(-1)?.end ?? 0, (gap.comma ?? last.end - 1) + 1);
  if (gap.comma !== undefined) return [insertion(place, `${lines},`)];
  return [insertion(last.end, ','), insertion(place, lines)];
}

/** Comments in the braces stay where they are, above what is added. */
function addFirst(text: string, { inside }: Braces, added: readonly Member[], style: BraceStyle): readonly Splice[] {
  const { comments } = readGap(text, inside.start, inside.end, style.syntax);
  const inLine = () => added.map((member) => written(member, style)).join(style.separator);
  const { unit, lineBreak } = style;
  const closingIndent = indentBefore(text, inside.end);
  if (comments.length > 0 && closingIndent === undefined) return [insertion(inside.end, ` ${inLine()} `)];
  if (unit === undefined && comments.length === 0) return [{ ...inside, text: inLine() }];
  const indent = `${closingIndent ?? indentOfLine(text, inside.start)}${unit ?? '  '}`;
  const lines = added.map((member) => `${indent}${written(member, style, indent)}`).join(`,${lineBreak}`);
  if (comments.length > 0) return [insertion(inside.end - (closingIndent?.length ?? 0), `${lines}${lineBreak}`)];
  return [{ ...inside, text: `${lineBreak}${lines}${lineBreak}${closingIndent ?? indentOfLine(text, inside.start)}` }];
}

function written([key, value]: Member, style: BraceStyle, indent?: string): string {
  return `${style.writeKey(key)}${style.write(value, indent)}`;
}

function insertion(at: number, text: string): Splice {
  return { start: at, end: at, text };
}
