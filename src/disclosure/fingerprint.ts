import { sha256Hex } from '../base/hash.ts';
import type { ExposedTool } from './exposure.ts';
import { jsonText } from './json-text.ts';

const hashes = new WeakMap<object, string>();

/** 16 hex digits over everything a model is shown of the tools, in their order: equal bytes, equal fingerprint. */
export function fingerprint(tools: readonly ExposedTool[]): string {
  return shortHash(tools.map(hashOf).join(''));
}

/** Hangs on the definition, so that only the bridge is hashed in each turn. */
function hashOf(tool: ExposedTool): string {
  const holder = tool.definition ?? tool;
  let hash = hashes.get(holder);
  if (hash === undefined) {
    const { name, title, description, inputSchema, outputSchema, annotations } = tool;
    hash = shortHash(jsonText({ name, title, description, inputSchema, outputSchema, annotations }));
    hashes.set(holder, hash);
  }
  return hash;
}

function shortHash(text: string): string {
  return sha256Hex(text).slice(0, 16);
}
