import type { ToolError } from '../../base/call/tool-error.ts';

/** What a list of a bridge tool is called and may hold. */
export interface ListRules {
  /** The argument's name, in the plural: `queries`. */
  readonly key: string;
  readonly max: number;
  /** What to send instead, for the model. */
  readonly hint: string;
}

/** A list as a model sent it, read; or what was wrong with it. */
export type ParsedList =
  | { readonly ok: true; readonly items: readonly string[] }
  | { readonly ok: false; readonly error: ToolError };

/**
 * Reads a list of texts: a single text is a list of one, items are trimmed, blank ones dropped. Order and repetitions
 * stay.
 */
export function parseList(value: unknown, { key, max, hint }: ListRules): ParsedList {
  const refuse = (message: string): ParsedList => ({ ok: false, error: { code: 'invalid-arguments', message, hint } });
  const list: unknown = typeof value === 'string' ? [value] : value;
  if (!Array.isArray(list)) return refuse(`'${key}' must be a list of strings`);
  const odd = list.findIndex((item) => typeof item === 'object' && item !== null);
  if (odd >= 0) return refuse(`'${key}' must be a list of strings; entry ${odd} is none`);
  const items = list.map((item: unknown) => (item ? String(item).trim() : '')).filter((item) => item !== '');
  if (items.length === 0) return refuse(`'${key}' is empty`);
  if (items.length > max) return refuse(`too many ${key}: ${items.length}, and at most ${max} go into one call`);
  return { ok: true, items };
}
