import type { AST } from 'toml-eslint-parser';
import type { Json, JsonObject } from '../../base/json.ts';
import { documentFault } from '../document-fault.ts';
import { MAX_NESTING, TOO_DEEP } from '../text/nesting.ts';
import { keysOf, parseToml } from './parse-toml.ts';

/** A table while it is filled. */
type Table = Map<string | number, Json | Table>;

/** Reads a text in TOML; see {@link DocumentFormat}. */
export function readToml(text: string, file: string): JsonObject {
  const root: Table = new Map();
  for (const item of parseToml(text, file).body) {
    if (item.type === 'TOMLKeyValue') put(root, item, 0, file);
    else {
      const table = tableAt(root, item.resolvedKey, file);
      for (const member of item.body) put(table, member, item.resolvedKey.length, file);
    }
  }
  return Object.fromEntries([...root].map(([key, value]) => [key, plain(value)]));
}

function put(table: Table, { key, value }: AST.TOMLKeyValue, level: number, file: string): void {
  const keys = keysOf(key);
  const levels = level + keys.length;
  if (levels > MAX_NESTING) throw documentFault(file, TOO_DEEP);
  tableAt(table, keys.slice(0, -1), file).set(keys.at(-1) ?? '', valueIn(value, levels, file));
}

/** The table at a path, made where it is missing. Lists of tables are tables with numbers for keys while they are filled. */
function tableAt(root: Table, path: readonly (string | number)[], file: string): Table {
  if (path.length > MAX_NESTING) throw documentFault(file, TOO_DEEP);
  let table = root;
  for (const key of path) {
    const found = table.get(key);
    const next = found instanceof Map ? found : new Map();
    table.set(key, next);
    table = next;
  }
  return table;
}

function valueIn(node: AST.TOMLContentNode, level: number, file: string): Json | Table {
  if (node.type === 'TOMLArray') return node.elements.map((element) => plain(valueIn(element, level, file)));
  if (node.type === 'TOMLInlineTable') {
    const table: Table = new Map();
    for (const member of node.body) put(table, member, level, file);
    return table;
  }
  if (node.kind === 'integer') return Number.isSafeInteger(node.value) ? node.value : String(node.bigint);
  if (node.kind === 'float')
    return Number.isFinite(node.value) ? node.value : String(node.value).replace('Infinity', 'inf').toLowerCase();
  return node.kind === 'string' || node.kind === 'boolean' ? node.value : node.datetime;
}

function plain(value: Json | Table): Json {
  if (!(value instanceof Map)) return value;
  if (value.size > 0 && [...value.keys()].every((key) => typeof key === 'number'))
    return [...value.values()].map(plain);
  // Defines members, so that `__proto__` is one like any other.
  return Object.fromEntries([...value].map(([key, member]) => [key, plain(member)]));
}
