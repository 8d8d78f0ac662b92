import { isAlias, isCollection, isMap, isNode, isPair, isScalar, type ParsedNode, type YAMLMap } from 'yaml';
import { readGap } from '../text/gap.ts';
import { indentBefore } from '../text/lines.ts';
import type { MemberList } from '../text/members.ts';
import type { Range } from '../text/splice.ts';
import { keyTextOf, type Pair, propsEnd, startOf } from './pair-tokens.ts';

/** A mapping whose members stand on lines of their own. */
export interface BlockMapping extends MemberList {
  readonly members: readonly BlockMember[];
}

/** A key and its value, up to the last line that is part of it and without that line's break. */
export interface BlockMember extends Range {
  readonly key: string;
  /** Absent when the key does not begin its line. */
  readonly indent: string | undefined;
  /** Behind the colon, and an anchor or tag that stands there. */
  readonly head: number;
  readonly value: Pair['value'];
  /** Where the value itself ends, and comments that may follow it begin. */
  readonly valueEnd: number;
}

/** What a comment looks like that is a setting which somebody switched off. */
export const SWITCHED_OFF: RegExp = /^\s*#+\s*(?:-\s|[^\s:]+:(?:\s|$))/;

/** The members of a mapping. `start` and `end` are those of the list. */
export function blockMappingOf(text: string, map: YAMLMap.Parsed, { start, end }: Range): BlockMapping {
  const pairs = map.items as readonly Pair[];
  const members = pairs.map((pair, index) => {
    const next = pairs[index + 1];
    return memberOf(text, pair, next === undefined ? end : startOf(next));
  });
  return { members, start, end, syntax: 'hash', switchedOff: SWITCHED_OFF };
}

function memberOf(text: string, pair: Pair, end: number): BlockMember {
  const start = startOf(pair);
  const indent = indentBefore(text, start);
  const valueEnd = withoutBreak(text, endOf(pair));
  const hasLines = isCollection(pair.value) && pair.value.flow !== true;
  const deeper = hasLines ? deeperComments(text, { start: valueEnd, end }, indent?.length ?? 0) : undefined;
  const key = keyTextOf(pair);
  return { key, start, indent, head: propsEnd(pair), value: pair.value, valueEnd, end: deeper ?? valueEnd };
}

/** Where the comments end that follow a value and are indented as what is in it. */
function deeperComments(text: string, gap: Range, indent: number): number | undefined {
  let end: number | undefined;
  for (const comment of readGap(text, gap.start, gap.end, 'hash').comments) {
    const own = indentBefore(text, comment.start);
    if (own === undefined) continue;
    if (own.length <= indent) break;
    end = comment.end;
  }
  return end;
}

/** Where the last thing within a pair ends. A block of text includes its last line break. */
function endOf(pair: Pair): number {
  const { value } = pair;
  if (value === null || (isScalar(value) && value.range[0] === value.range[1])) return propsEnd(pair);
  return Math.max(endOfNode(value), propsEnd(pair));
}

function endOfNode(node: ParsedNode): number {
  if (isScalar(node) || isAlias(node) || node.flow === true) return node.range[1];
  const last: unknown = node.items.at(-1);
  if (isPair(last)) return endOf(last as Pair);
  return isNode(last) ? Math.max(endOfNode(last as ParsedNode), node.range[0]) : node.range[1];
}

function withoutBreak(text: string, end: number): number {
  if (text[end - 1] !== '\n') return end;
  return text[end - 2] === '\r' ? end - 2 : end - 1;
}

/** Whether a value is a mapping with members on lines of their own. */
export function isBlockMap(node: unknown): node is YAMLMap.Parsed {
  return isMap(node) && node.flow !== true;
}
