import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { KeyPath } from '../document-format.ts';
import { lineBreakOf, lineEndAfter } from '../text/lines.ts';
import { gapBehind, type MemberList, paragraphAbove, trailingComments } from '../text/members.ts';
import type { Splice } from '../text/splice.ts';
import { entryListOf, isSamePath, isUnder, type TomlOutline, type TomlSection, tableListOf } from './toml-outline.ts';
import { writeMember, writeTables } from './write-toml.ts';

/** What is added; at one place key/values come before tables, in which they would stand otherwise. */
export interface Additions {
  readonly entries: readonly Splice[];
  readonly tables: readonly Splice[];
}

/**
 * Adds members to the table at `path`, which is no inline table: mappings as tables behind those that stand under the same
 * path, the others behind the key/values of the table.
 */
export function addToTable(outline: TomlOutline, path: KeyPath, added: JsonObject): Additions {
  const members = Object.entries(added);
  const mappings = Object.fromEntries(members.filter(([, value]) => isJsonObject(value)));
  const others = Object.fromEntries(members.filter(([, value]) => !isJsonObject(value)));
  const section = Object.keys(others).length === 0 ? undefined : sectionFor(outline, path);
  const tables = Object.entries(mappings).flatMap(([key, value]) =>
    isJsonObject(value) ? writeTables([...path, key], value) : [],
  );
  if (section !== undefined) {
    return { entries: addEntries(outline, section, path, others), tables: addTables(outline, path, tables) };
  }
  const own = Object.keys(others).length === 0 ? [] : writeTables(path, others);
  return { entries: [], tables: addTables(outline, path, [...own, ...tables]) };
}

/**
 * Where key/values of a table go: below its header; else where others of the table are written with dots. Nowhere when
 * there are only tables below it.
 */
function sectionFor({ root, tables }: TomlOutline, path: KeyPath): TomlSection | undefined {
  if (path.length === 0) return root;
  const own = tables.find((table) => !table.isInList && isSamePath(table.path, path));
  const isAbove = (section: TomlSection) => section.path.length < path.length && isUnder(path, section.path);
  return (
    own ??
    [root, ...tables].find((section) => isAbove(section) && section.entries.some((entry) => isUnder(entry.path, path)))
  );
}

function addEntries(outline: TomlOutline, section: TomlSection, path: KeyPath, added: JsonObject): readonly Splice[] {
  const { text } = outline;
  const lineBreak = lineBreakOf(text);
  const above = path.slice(section.path.length);
  const lines = Object.entries(added).map(([key, value]) => writeMember([...above, key], value ?? null));
  const list = entryListOf(section);
  const index = section.entries.findLastIndex((entry) => isUnder(entry.path, path));
  if (index === -1 && section === outline.root) return addOnTop(outline, lines, lineBreak);
  const place = behind(text, list, index);
  return [{ start: place, end: place, text: lines.map((line) => `${lineBreak}${line}`).join('') }];
}

/** Above the first header, and what is directly above that. */
function addOnTop({ text, root, tables }: TomlOutline, lines: readonly string[], lineBreak: string): readonly Splice[] {
  const block = lines.join(lineBreak);
  if (tables.length === 0) return atEnd(text, [block], lineBreak);
  const gap = gapBehind(text, entryListOf(root), -1);
  const place = paragraphAbove(text, gap, gap.end)[0]?.start ?? gap.end;
  return [{ start: place, end: place, text: `${block}${lineBreak}${lineBreak}` }];
}

function addTables(outline: TomlOutline, path: KeyPath, tables: readonly (readonly string[])[]): readonly Splice[] {
  if (tables.length === 0) return [];
  const { text } = outline;
  const lineBreak = lineBreakOf(text);
  const blocks = tables.map((lines) => lines.join(lineBreak));
  const list = tableListOf(outline);
  const last = path.length === 0 ? -1 : outline.tables.findLastIndex((table) => isUnder(table.path, path));
  if (last === -1 || last === outline.tables.length - 1) return atEnd(text, blocks, lineBreak);
  const place = behind(text, list, last + list.members.length - outline.tables.length);
  const isTight = lineEndAfter(text, text.indexOf('\n', place) + 1) === undefined;
  const written = blocks.map((block) => `${lineBreak}${lineBreak}${block}`).join('');
  return [{ start: place, end: place, text: isTight ? `${written}${lineBreak}` : written }];
}

/** At the end of the text, before its last line break. */
function atEnd(text: string, blocks: readonly string[], lineBreak: string): readonly Splice[] {
  const place = text.trimEnd().length;
  const between = `${lineBreak}${lineBreak}`;
  const written = blocks.join(between);
  if (place === 0) return [{ start: 0, end: text.length, text: `${written}${lineBreak}` }];
  return [{ start: place, end: place, text: `${between}${written}` }];
}

/** Behind a member, or what is above the first, and the comments on its line. */
function behind(text: string, list: MemberList, index: number): number {
  return trailingComments(text, gapBehind(text, list, index)).at(-1)?.end ?? list.members[index]?.end ?? list.start;
}
