import type { JsonObject } from '../../base/json.ts';
import { differencesOf } from '../differences.ts';
import { indentBefore } from '../text/lines.ts';
import type { Splice } from '../text/splice.ts';
import { addMembers } from './add-members.ts';
import type { BraceStyle, Braces } from './braces.ts';
import { cutMembers } from './cut-members.ts';

/**
 * Half of what turns a mapping in braces from `before` to `after`: members that go are taken out first, so that their
 * comments are not mistaken for those of members that are added behind them.
 */
export function editBraces(
  text: string,
  braces: Braces,
  [before, after]: readonly [JsonObject, JsonObject],
  step: 'add' | 'take',
  style: BraceStyle,
): readonly Splice[] {
  const { added, removed, replaced, within } = differencesOf(before, after);
  const splices: Splice[] = [];
  if (step === 'add' && added.length > 0) splices.push(...addMembers(text, braces, added, style));
  if (step === 'take' && removed.size > 0) splices.push(...cutMembers(text, braces, removed, style));
  const last = new Map(braces.members.map((member) => [member.key, member]));
  for (const [key, pair] of within) {
    const mapping = last.get(key)?.mapping();
    if (mapping !== undefined) splices.push(...editBraces(text, mapping, pair, step, style));
  }
  if (step === 'add') return splices;
  for (const member of last.values()) {
    const anew = member.mapping() === undefined ? within.get(member.key)?.[1] : undefined;
    const value = replaced.get(member.key) ?? anew ?? null;
    if (value === null && !replaced.has(member.key)) continue;
    splices.push({ ...member.value, text: style.write(value, indentBefore(text, member.start)) });
  }
  return splices;
}
