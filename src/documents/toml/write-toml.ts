import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import type { KeyPath } from '../document-format.ts';

/** Mappings that are longer in one line get a table of their own. */
const MAX_INLINE_LENGTH = 100;

type Member = readonly [key: string, value: Json];

/**
 * A mapping as tables, each a list of lines: a header with what it holds, mappings without further mappings (such as `env`)
 * inline, and the others as tables of their own.
 */
export function writeTables(path: KeyPath, mapping: JsonObject): readonly (readonly string[])[] {
  const members = membersOf(mapping);
  const hasOwn = members.length === 0 || members.some(([, value]) => !isJsonObject(value));
  const own = members.filter((member) => hasOwn && !isOwnTable(member));
  const tables = members.filter((member) => !hasOwn || isOwnTable(member));
  return [
    ...(hasOwn ? [[`[${writePath(path)}]`, ...own.map(([key, value]) => writeMember([key], value))]] : []),
    ...tables.flatMap(([key, value]) => (isJsonObject(value) ? writeTables([...path, key], value) : [])),
  ];
}

/** `key = value` in one line. */
export function writeMember(path: KeyPath, value: Json): string {
  return `${writePath(path)} = ${writeValue(value)}`;
}

/** Keys with dots between them, in quotes where they need them. */
export function writePath(path: KeyPath): string {
  return path.map((key) => (/^[\w-]+$/.test(key) ? key : writeText(key))).join('.');
}

/** A value in one line. There is no null: what should be null is left out, which whoever compares will see. */
export function writeValue(value: Json): string {
  if (typeof value === 'string') return writeText(value);
  if (typeof value === 'number')
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? writeLarge(value) : String(value);
  if (Array.isArray(value)) return `[${value.map(writeValue).join(', ')}]`;
  if (!isJsonObject(value)) return value === null ? '' : String(value);
  const members = membersOf(value).map(([key, member]) => writeMember([key], member));
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** TOML knows every escape of JSON, and wants one more character escaped. */
function writeText(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007f');
}

/** As a float: whole numbers end at 64 bits. */
function writeLarge(value: number): string {
  const text = String(value);
  return text.includes('e') ? text : `${text}.0`;
}

function isOwnTable([key, value]: Member): boolean {
  if (!isJsonObject(value)) return false;
  const isFlat = membersOf(value).every(([, member]) => !isJsonObject(member));
  return !isFlat || writeMember([key], value).length > MAX_INLINE_LENGTH;
}

function membersOf(value: JsonObject): readonly Member[] {
  return Object.entries(value).flatMap(([key, member]) =>
    member === undefined || member === null ? [] : [[key, member]],
  );
}
