import type { Node } from 'jsonc-parser';
import type { JsonObject } from '../../base/json.ts';
import type { BraceMember, BraceStyle, Braces } from '../braces/braces.ts';
import { editBraces } from '../braces/edit-braces.ts';
import { lineBreakOf } from '../text/lines.ts';
import { applySplices } from '../text/splice.ts';
import { jsonStyleOf } from './json-style.ts';
import { parseJsonTree, readJson } from './read-json.ts';

/** Changes a text in JSON so that it says `wanted`; see {@link DocumentFormat}. */
export function editJson(text: string, wanted: JsonObject): string {
  return add(take(text, wanted), wanted);
}

function add(text: string, wanted: JsonObject): string {
  const tree = parseJsonTree(text, '');
  if (tree !== undefined) return editTree(text, tree, 'add', wanted);
  const lineBreak = lineBreakOf(text);
  const above = text.trim() === '' ? '' : text.replace(/(?:\r?\n)?$/, lineBreak);
  return `${above}${newDocument(wanted, lineBreak)}`;
}

function take(text: string, wanted: JsonObject): string {
  const tree = parseJsonTree(text, '');
  return tree === undefined ? text : editTree(text, tree, 'take', wanted);
}

function editTree(text: string, tree: Node, step: 'add' | 'take', wanted: JsonObject): string {
  const style: BraceStyle = jsonStyleOf(text, tree);
  const braces = bracesOf(tree);
  return braces === undefined
    ? text
    : applySplices(text, editBraces(text, braces, [readJson(text, ''), wanted], step, style));
}

function newDocument(wanted: JsonObject, lineBreak: string): string {
  return `${jsonStyleOf(lineBreak, undefined).write(wanted, '')}${lineBreak}`;
}

function bracesOf(node: Node | undefined): Braces | undefined {
  if (node?.type !== 'object') return undefined;
  const inside = { start: node.offset + 1, end: node.offset + node.length - 1 };
  return { inside, members: (node.children ?? []).flatMap(memberOf) };
}

function memberOf({ offset, length, children: [key, value] = [] }: Node): readonly BraceMember[] {
  if (key === undefined || value === undefined) return [];
  return [
    {
      key: key.value,
      start: offset,
      end: offset + length,
      value: { start: value.offset, end: value.offset + value.length },
      mapping: () => bracesOf(value),
    },
  ];
}
