import type { SchemaNode } from './schema-node.ts';

/** What the validator goes through, or writes into a message, each time: names and literals. */
export function sizeOf(node: SchemaNode): number {
  let size = 0;
  if (Array.isArray(node['required'])) size += 8 * node['required'].length;
  for (const keyword of ['enum', 'const', 'dependentRequired']) size += textOf(node[keyword]) / 25;
  return size;
}

function textOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + textOf(item) + 3, 2);
  return value === undefined ? 0 : JSON.stringify(value).length;
}
