import type { Node } from 'jsonc-parser';
import { isJsonObject, type Json } from '../../base/json.ts';
import type { BraceStyle } from '../braces/braces.ts';
import { indentBefore, lineBreakOf } from '../text/lines.ts';

/** Lists of texts and numbers that are longer get a line for each item. */
const MAX_LIST_LENGTH = 80;

/** How a file in JSON is written; `tree` is absent for a new one. */
export function jsonStyleOf(text: string, tree: Node | undefined): BraceStyle {
  const unit = unitOf(text, tree);
  const colon = tree?.children?.[0]?.colonOffset;
  const isTight = colon !== undefined && unit === undefined && !/\s/.test(text[colon + 1] ?? '');
  return jsonStyle({ lineBreak: lineBreakOf(text), unit, isTight, hasLists: hasListsInLine(text, tree) });
}

/** What is to know of a file that has JSON in it. */
interface Layout {
  readonly lineBreak: string;
  /** What one level is indented by; absent when all stands in one line. */
  readonly unit: string | undefined;
  /** Whether there is no space behind colons and commas of one line. */
  readonly isTight: boolean;
  /** Whether short lists stand in one line. */
  readonly hasLists: boolean;
}

/** The style of a layout. */
export function jsonStyle(layout: Layout): BraceStyle {
  const { lineBreak, unit, isTight } = layout;
  return {
    syntax: 'slashes',
    switchedOff: /^[\s/*]*(?:["{}[\]]|.*[,{[]\s*$)/,
    lineBreak,
    unit,
    separator: isTight ? ',' : ', ',
    write: (value, indent) => (indent === undefined ? inLine(value, isTight) : overLines(value, indent, layout)),
    writeKey: (key) => `${JSON.stringify(key)}${isTight ? ':' : ': '}`,
  };
}

/** By the first member of the whole; two spaces where there is none. Absent when it all stands in one line. */
function unitOf(text: string, tree: Node | undefined): string | undefined {
  const first = tree?.children?.[0];
  if (first === undefined) return '  ';
  const indent = indentBefore(text, first.offset);
  if (indent !== undefined) return indent === '' ? '  ' : indent;
  return text.slice(tree?.offset).trimEnd().includes('\n') ? '  ' : undefined;
}

/** By the first list that is not empty; true where there is none. */
function hasListsInLine(text: string, tree: Node | undefined): boolean {
  const list = firstList(tree);
  return list === undefined || !text.slice(list.offset, list.offset + list.length).includes('\n');
}

function firstList(node: Node | undefined): Node | undefined {
  if (node === undefined) return undefined;
  const children = node.children ?? [];
  if (node.type === 'array' && children.length > 0) return node;
  for (const child of children) {
    const found = firstList(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

function inLine(value: Json, isTight: boolean): string {
  if (Array.isArray(value)) return `[${value.map((item) => inLine(item, isTight)).join(isTight ? ',' : ', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = membersOf(value).map(
    ([key, member]) => `${JSON.stringify(key)}${isTight ? ':' : ': '}${inLine(member, isTight)}`,
  );
  if (isTight || members.length === 0) return `{${members.join(',')}}`;
  return `{ ${members.join(', ')} }`;
}

function overLines(value: Json, indent: string, layout: Layout): string {
  const isList = Array.isArray(value);
  if (!isList && !isJsonObject(value)) return JSON.stringify(value);
  if (isList && layout.hasLists && value.every((item) => typeof item !== 'object' || item === null)) {
    const line = inLine(value, false);
    if (line.length <= MAX_LIST_LENGTH) return line;
  }
  const inner = `${indent}${layout.unit ?? '  '}`;
  const items = isList
    ? value.map((item) => overLines(item, inner, layout))
    : membersOf(value).map(([key, member]) => `${JSON.stringify(key)}: ${overLines(member, inner, layout)}`);
  const [open, close] = isList ? '[]' : '{}';
  if (items.length === 0) return `${open}${close}`;
  const { lineBreak } = layout;
  return `${open}${lineBreak}${items.map((item) => `${inner}${item}`).join(`,${lineBreak}`)}${lineBreak}${indent}${close}`;
}

function membersOf(value: { readonly [key: string]: Json | undefined }): readonly (readonly [string, Json])[] {
  return Object.entries(value).flatMap(([key, member]) => (member === undefined ? [] : [[key, member] as const]));
}
