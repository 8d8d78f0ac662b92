import type { Methods } from './client-side.ts';

/**
 * Answers to what many clients ask without looking at the capabilities, and take an error to for a broken server: there
 * are no resources and no prompts.
 */
export const PROBES: Methods = [
  ['resources/list', () => ({ resources: [] })],
  ['resources/templates/list', () => ({ resourceTemplates: [] })],
  ['prompts/list', () => ({ prompts: [] })],
];
