import { isMap, type YAMLMap } from 'yaml';
import type { Json, JsonObject } from '../../base/json.ts';
import { editBraces } from '../braces/edit-braces.ts';
import { differencesOf } from '../differences.ts';
import { cleanCuts } from '../text/clean-cuts.ts';
import { lineEndAfter } from '../text/lines.ts';
import { gapBehind, ownComments, trailingComments } from '../text/members.ts';
import type { Splice } from '../text/splice.ts';
import { type BlockMapping, type BlockMember, blockMappingOf, isBlockMap } from './block-mapping.ts';
import { flowMappingOf } from './flow-mapping.ts';
import { replaceValue } from './replace-value.ts';
import type { YamlStyle } from './yaml-style.ts';

/** What all steps of one edit share. */
export interface BlockEdit {
  readonly text: string;
  readonly step: 'add' | 'take';
  readonly style: YamlStyle;
}

type Change = readonly [before: JsonObject, after: JsonObject];

/**
 * Half of what turns a mapping from `before` to `after`. A member whose key does not begin its line is left as it is.
 */
export function editBlock(edit: BlockEdit, mapping: BlockMapping, change: Change): readonly Splice[] {
  const { added, removed, replaced, within } = differencesOf(...change);
  const members = new Map(mapping.members.map((member, index) => [member.key, { member, index }]));
  const splices: Splice[] = [];
  for (const [key, pair] of within) {
    const found = members.get(key);
    if (found !== undefined) splices.push(...editWithin(edit, mapping, found.index, pair));
  }
  if (edit.step === 'add') return [...splices, ...addMembers(edit, mapping, added)];
  for (const [key, value] of replaced) {
    const found = members.get(key);
    if (found !== undefined) splices.push(...replaceMember(edit, mapping, found.index, value));
  }
  return removed.size === 0 ? splices : [...splices, ...cutMembers(edit, mapping, removed)];
}

/** A change within the mapping that a member holds. */
function editWithin(edit: BlockEdit, mapping: BlockMapping, index: number, change: Change): readonly Splice[] {
  const { text, step, style } = edit;
  const member = mapping.members[index];
  if (member === undefined) return [];
  const { value } = member;
  if (isBlockMap(value)) {
    const end = mapping.members[index + 1]?.start ?? mapping.end;
    const inner = editBlock(edit, blockMappingOf(text, value, { start: member.head, end }), change);
    const isEmptied = step === 'take' && Object.keys(change[0]).every((key) => !Object.hasOwn(change[1], key));
    return isEmptied ? [...inner, { start: member.head, end: member.head, text: ' {}' }] : inner;
  }
  if (!isMap(value)) return step === 'take' ? replaceMember(edit, mapping, index, change[1]) : [];
  const braces = flowMappingOf(value as YAMLMap.Parsed);
  const isEmpty = text.slice(braces.inside.start, braces.inside.end).trim() === '';
  if (!isEmpty) return editBraces(text, braces, change, step, style.braces);
  return step === 'add' ? replaceMember(edit, mapping, index, change[1]) : [];
}

function replaceMember(edit: BlockEdit, mapping: BlockMapping, index: number, value: Json): readonly Splice[] {
  const member = mapping.members[index];
  if (member?.indent === undefined) return [];
  const lineEnd = trailingComments(edit.text, gapBehind(edit.text, mapping, index)).at(-1)?.end ?? member.end;
  return replaceValue(edit.text, member, edit.style.value(value, member.indent), lineEnd);
}

function addMembers(
  { text, style }: BlockEdit,
  mapping: BlockMapping,
  added: readonly (readonly [string, Json])[],
): readonly Splice[] {
  const index = mapping.members.length - 1;
  const last = mapping.members[index];
  if (last?.indent === undefined) return [];
  const { indent, end } = last;
  const place = trailingComments(text, gapBehind(text, mapping, index)).at(-1)?.end ?? end;
  if (lineEndAfter(text, place) === undefined) return [];
  const lines = added.map(([key, value]) => `${style.lineBreak}${style.member(key, value, indent)}`);
  return lines.map((line) => ({ start: place, end: place, text: line }));
}

function cutMembers({ text }: BlockEdit, mapping: BlockMapping, keys: ReadonlySet<string>): readonly Splice[] {
  const isRemoved = (index: number) => isCut(mapping.members[index], keys);
  const parts = mapping.members.flatMap((member, index) =>
    isRemoved(index) ? [member, ...ownComments(text, mapping, index, isRemoved)] : [],
  );
  return cleanCuts(text, parts, mapping);
}

function isCut(member: BlockMember | undefined, keys: ReadonlySet<string>): boolean {
  return member?.indent !== undefined && keys.has(member.key);
}
