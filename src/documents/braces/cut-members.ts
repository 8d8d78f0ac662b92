import { cleanCuts } from '../text/clean-cuts.ts';
import { gapBehind, type MemberList, ownComments } from '../text/members.ts';
import type { Range, Splice } from '../text/splice.ts';
import type { BraceStyle, Braces } from './braces.ts';

/** Takes the members of some keys out, every one of a key that is written twice, with the comments that are their own. */
export function cutMembers(
  text: string,
  braces: Braces,
  keys: ReadonlySet<string>,
  style: BraceStyle,
): readonly Splice[] {
  const { members, inside } = braces;
  const list = memberListOf(braces, style);
  const isRemoved = (index: number) => keys.has(members[index]?.key ?? '');
  const parts: Range[] = [];
  for (const [index, member] of members.entries()) {
    if (!isRemoved(index)) continue;
    parts.push(member, ...ownComments(text, list, index, isRemoved), ...commaBehind(text, list, index));
  }
  const lastKept = members.findLastIndex((_, index) => !isRemoved(index));
  const isOpenEnded = commaBehind(text, list, members.length - 1).length === 0;
  if (lastKept !== members.length - 1 && isOpenEnded) parts.push(...commaBehind(text, list, lastKept));
  if (lastKept === -1 && isNothingBut(text, parts, inside)) return [{ ...inside, text: '' }];
  return cleanCuts(text, parts, inside);
}

/** The members with what stands around them. */
export function memberListOf({ members, inside }: Braces, { syntax, switchedOff }: BraceStyle): MemberList {
  return { members, ...inside, syntax, switchedOff };
}

function commaBehind(text: string, list: MemberList, index: number): readonly Range[] {
  const { comma } = index < 0 ? { comma: undefined } : gapBehind(text, list, index);
  return comma === undefined ? [] : [{ start: comma, end: comma + 1 }];
}

function isNothingBut(text: string, parts: readonly Range[], inside: Range): boolean {
  let at = inside.start;
  for (const part of [...parts].sort((a, b) => a.start - b.start)) {
    if (text.slice(at, part.start).trim() !== '') return false;
    at = Math.max(at, part.end);
  }
  return text.slice(at, inside.end).trim() === '';
}
