import type { JsonObject } from '../../base/json.ts';

/**
 * Answers to what many clients ask without looking at the capabilities, and take an error to for a broken server: there
 * are no resources and no prompts.
 */
export const PROBES: ReadonlyMap<string, () => JsonObject> = new Map<string, () => JsonObject>([
  ['resources/list', () => ({ resources: [] })],
  ['resources/templates/list', () => ({ resourceTemplates: [] })],
  ['prompts/list', () => ({ prompts: [] })],
]);
