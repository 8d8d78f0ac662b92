import type { AST } from 'toml-eslint-parser';
import type { KeyPath } from '../document-format.ts';
import { readGap } from '../text/gap.ts';
import { type MemberList, trailingComments } from '../text/members.ts';
import type { Range } from '../text/splice.ts';
import { keysOf } from './parse-toml.ts';

/** Where everything of a document stands. */
export interface TomlOutline {
  readonly text: string;
  /** What stands above the first header. */
  readonly root: TomlSection;
  readonly tables: readonly TomlTable[];
}

/** Key/values that stand together. */
export interface TomlSection {
  /** What is before every key here. */
  readonly path: KeyPath;
  /** Behind the header; where the text begins when there is none. */
  readonly from: number;
  /** Where the next section begins. */
  readonly to: number;
  readonly entries: readonly TomlEntry[];
}

/** A key with its value. */
export interface TomlEntry extends Range {
  /** From the root down. */
  readonly path: KeyPath;
  readonly value: AST.TOMLContentNode;
}

/** A section with a header; its range goes from the header to its last value and the comments that clearly follow that. */
interface TomlTable extends TomlSection, Range {
  /** Whether it is an item of a list of tables, or stands below one: `path` is then that of the list. */
  readonly isInList: boolean;
}

/** What a comment looks like that is a setting which somebody switched off. */
export const SWITCHED_OFF: RegExp = /^\s*#+\s*(?:\[|[\w."'-]+\s*=)/;

/** The outline of a text. */
export function outlineOf(text: string, { body }: AST.TOMLTopLevelTable): TomlOutline {
  const nodes = body.filter((node) => node.type === 'TOMLTable');
  const first = nodes[0]?.range[0] ?? text.length;
  const root = {
    path: [],
    from: 0,
    to: first,
    entries: entriesOf(
      [],
      body.filter((node) => node.type === 'TOMLKeyValue'),
    ),
  };
  const tables = nodes.map((node, index) => tableOf(text, node, nodes[index + 1]?.range[0] ?? text.length));
  return { text, root, tables };
}

/** The key/values of a section, with what stands around them. */
export function entryListOf({ from, to, entries }: TomlSection): MemberList {
  return { members: entries, start: from, end: to, syntax: 'hash', switchedOff: SWITCHED_OFF };
}

/** The tables, with what stands around them; before the first stands what is above the first header, if anything. */
export function tableListOf({ text, root, tables }: TomlOutline): MemberList {
  const above = root.entries.slice(-1);
  return { members: [...above, ...tables], start: 0, end: text.length, syntax: 'hash', switchedOff: SWITCHED_OFF };
}

/** Whether `path` is `prefix`, or stands below it. */
export function isUnder(path: KeyPath, prefix: KeyPath): boolean {
  return path.length >= prefix.length && prefix.every((key, index) => key === path[index]);
}

/** Whether two paths are the same. */
export function isSamePath(a: KeyPath, b: KeyPath): boolean {
  return a.length === b.length && isUnder(a, b);
}

function tableOf(text: string, node: AST.TOMLTable, to: number): TomlTable {
  const { resolvedKey, body, range } = node;
  const firstNumber = resolvedKey.findIndex((key) => typeof key === 'number');
  const isInList = firstNumber !== -1;
  const path = (isInList ? resolvedKey.slice(0, firstNumber) : resolvedKey).map(String);
  const from = text.indexOf(']', node.key.range[1]) + (node.kind === 'array' ? 2 : 1);
  const end = commentsBelow(text, range[1], to) ?? range[1];
  return { path, from, to, entries: isInList ? [] : entriesOf(path, body), isInList, start: range[0], end };
}

function entriesOf(path: KeyPath, body: readonly AST.TOMLKeyValue[]): readonly TomlEntry[] {
  return body.map(({ key, value, range: [start, end] }) => ({ path: [...path, ...keysOf(key)], value, start, end }));
}

/**
 * Where the comments end that stand directly below the last value of a table. None do when the next header follows them
 * as directly: they may be about that one. A header that was switched off begins something else.
 */
function commentsBelow(text: string, from: number, to: number): number | undefined {
  const gap = readGap(text, from, to, 'hash');
  let end: number | undefined;
  for (const comment of gap.comments.slice(trailingComments(text, gap).length)) {
    const line = text.slice(comment.start, comment.end);
    if (countBreaks(text.slice(end ?? from, comment.start)) > 1 || /^#+\s*\[/.test(line)) break;
    end = comment.end;
  }
  const behind = text.slice(end ?? from, to);
  const isAtHeader = to < text.length && behind.trim() === '' && countBreaks(behind) < 2;
  return isAtHeader ? undefined : end;
}

function countBreaks(text: string): number {
  return text.split('\n').length - 1;
}
