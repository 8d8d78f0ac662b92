import type { JsonObject } from '../../base/json.ts';

const RAW = Symbol('result as it came');

/** What the SDK takes for a result of any method of 2026-07-28: whatever any of them needs, and nothing in it. */
const EMPTY = {
  resultType: 'complete',
  content: [],
  tools: [],
  prompts: [],
  resources: [],
  resourceTemplates: [],
  contents: [],
  messages: [],
  completion: { values: [] },
  supportedVersions: ['2026-07-28'],
  capabilities: {},
  ttlMs: 0,
  cacheScope: 'private',
};

/**
 * Puts a result out of the SDK's sight: it checks what a server of 2026-07-28 sends, and would refuse all of it for one
 * block of a type that it does not know. {@link unseal} gives back what was sent.
 */
export function seal(result: unknown): JsonObject {
  return { ...EMPTY, [RAW]: result } as JsonObject;
}

/** The result as it came; one that was never sealed is itself. */
export function unseal(result: unknown): JsonObject {
  const sealed = result as { readonly [RAW]?: JsonObject } | null | undefined;
  return sealed?.[RAW] ?? (result as JsonObject);
}
