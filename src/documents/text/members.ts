import { type CommentSyntax, type Gap, readGap } from './gap.ts';
import { indentBefore, lineEndAfter } from './lines.ts';
import type { Range } from './splice.ts';

/** Members of a mapping in the order of the text, and what stands around them. */
export interface MemberList {
  readonly members: readonly Range[];
  /** Where the gap before the first member begins. */
  readonly start: number;
  /** Where the gap behind the last member ends. */
  readonly end: number;
  readonly syntax: CommentSyntax;
  /** What a line of a comment looks like when it is not prose but a setting that somebody switched off. */
  readonly switchedOff: RegExp;
}

/** The gap behind a member; behind none, with `index` -1, the one before the first. */
export function gapBehind(text: string, list: MemberList, index: number): Gap {
  const start = list.members[index]?.end ?? list.start;
  return readGap(text, start, list.members[index + 1]?.start ?? list.end, list.syntax);
}

/** The comments of a gap that stand on the line of the member before it and, by a line break, apart from the next. */
export function trailingComments(text: string, gap: Gap): readonly Range[] {
  const trailing: Range[] = [];
  if (gap.start === 0) return trailing;
  let from = gap.start;
  for (const comment of gap.comments) {
    if (text.slice(from, comment.start).includes('\n')) return trailing;
    trailing.push(comment);
    from = comment.end;
  }
  // Without a line break, what stands behind the comma may speak of the next member.
  if (lineEndAfter(text, from) !== undefined || gap.comma === undefined) return trailing;
  const { comma } = gap;
  return trailing.filter(({ end }) => end <= comma);
}

/**
 * The comments that clearly speak of a member that is removed, and go with it: those on the end of its line, and those on
 * lines of their own directly above it. A comment above stays when it opens the mapping (it may be a heading), when a
 * member that stays follows it in the same paragraph, and when it looks like a setting that was switched off.
 */
export function ownComments(
  text: string,
  list: MemberList,
  index: number,
  isRemoved: (index: number) => boolean,
): readonly Range[] {
  const trailing = trailingComments(text, gapBehind(text, list, index));
  const isOwn = trailing.length > 0 && isLineRemoved(text, list, index, isRemoved);
  return [...(isOwn ? trailing : []), ...commentsAbove(text, list, index, isRemoved)];
}

/** Whether no member that stays stands before this one on its line. */
function isLineRemoved(text: string, list: MemberList, index: number, isRemoved: (index: number) => boolean): boolean {
  for (let at = index; ; at--) {
    const member = list.members[at];
    if (member === undefined || !isRemoved(at)) return false;
    if (indentBefore(text, member.start) !== undefined) return true;
  }
}

function commentsAbove(
  text: string,
  list: MemberList,
  index: number,
  isRemoved: (index: number) => boolean,
): readonly Range[] {
  if (index === 0) return [];
  const above = paragraphAbove(text, gapBehind(text, list, index - 1), list.members[index]?.start ?? 0);
  const isSwitchedOff = ({ start, end }: Range) =>
    text
      .slice(start, end)
      .split('\n')
      .some((line) => list.switchedOff.test(line));
  if (above.length === 0 || above.some(isSwitchedOff)) return [];
  for (let at = index + 1; at < list.members.length; at++) {
    const gap = gapBehind(text, list, at - 1);
    if (paragraphAbove(text, gap, gap.end).length > 0 || hasBlankLine(text, gap)) break;
    if (!isRemoved(at)) return [];
  }
  return above;
}

/** The comments of a gap that stand on lines of their own with no blank line below them, down to `end`. */
export function paragraphAbove(text: string, gap: Gap, end: number): readonly Range[] {
  const trailing = trailingComments(text, gap).length;
  const above: Range[] = [];
  let below = end;
  for (const comment of gap.comments.slice(trailing).toReversed()) {
    const between = text.slice(comment.end, below);
    if (between.trim() !== '' || between.split('\n').length !== 2 || indentBefore(text, comment.start) === undefined)
      break;
    above.unshift(comment);
    below = comment.start;
  }
  return above;
}

function hasBlankLine(text: string, gap: Gap): boolean {
  return /\n[ \t]*\r?\n/.test(text.slice(gap.start, gap.end));
}
