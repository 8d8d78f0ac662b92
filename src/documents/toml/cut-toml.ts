import type { KeyPath } from '../document-format.ts';
import { cleanCuts } from '../text/clean-cuts.ts';
import { type MemberList, ownComments } from '../text/members.ts';
import type { Range, Splice } from '../text/splice.ts';
import { entryListOf, isUnder, type TomlOutline, tableListOf } from './toml-outline.ts';

/** Takes out every table and every key/value under some paths, with the comments that are their own. */
export function cutPaths(outline: TomlOutline, paths: readonly KeyPath[]): readonly Splice[] {
  if (paths.length === 0) return [];
  const { text, root, tables } = outline;
  const isGone = (path: KeyPath) => paths.some((prefix) => isUnder(path, prefix));
  const tableList = tableListOf(outline);
  const offset = tableList.members.length - tables.length;
  const isTableGone = (index: number) => isGone(tables[index - offset]?.path ?? []);
  const parts = partsOf(text, tableList, isTableGone);
  for (const section of [root, ...tables.filter(({ path }) => !isGone(path))]) {
    parts.push(...partsOf(text, entryListOf(section), (index) => isGone(section.entries[index]?.path ?? [])));
  }
  return cleanCuts(text, parts, { start: 0, end: text.length });
}

function partsOf(text: string, list: MemberList, isRemoved: (index: number) => boolean): Range[] {
  return list.members.flatMap((member, index) =>
    isRemoved(index) ? [member, ...ownComments(text, list, index, isRemoved)] : [],
  );
}
