import { type Node, parseTree } from 'jsonc-parser';
import type { KeyPath } from '../document-format.ts';

/**
 * The keys that stand more than once in the mapping at `path` of a text in JSON; none when there is no such mapping. The
 * text must be one that can be read.
 */
export function writtenTwice(text: string, path: KeyPath): readonly string[] {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const mapping = path.reduce(memberOf, root);
  const keys = (mapping?.type === 'object' ? (mapping.children ?? []) : []).map(keyOf);
  const last = new Map(keys.map((key, index) => [key, index]));
  return [...new Set(keys.filter((key, index) => last.get(key) !== index))];
}

/** The value of a key; of a key that stands twice, the one that counts. */
function memberOf(node: Node | undefined, key: string): Node | undefined {
  return node?.children?.findLast((child) => child.type === 'property' && keyOf(child) === key)?.children?.[1];
}

function keyOf(property: Node): string {
  return property.children?.[0]?.value;
}
