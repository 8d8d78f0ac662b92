import { isJsonObject, type JsonSchema } from '../base/json.ts';

/** A schema that can be registered, with what was odd about it; or why its tool can't be. */
export type LintedSchema =
  | { readonly ok: true; readonly schema: JsonSchema; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly reason: string };

const MAX_DEPTH = 256;
const MAX_NODES = 100_000;
/** Takes any arguments. What stands in for a schema that can't be worked with, so that its tool can be used. */
const OPEN: JsonSchema = Object.freeze({ type: 'object', properties: Object.freeze({}), additionalProperties: true });
const EMPTY: JsonSchema = Object.freeze({ type: 'object', properties: Object.freeze({}) });

/**
 * Looks over the input or output schema of a tool as it is registered, in bounded time and without recursion, so that
 * nobody after it needs to fear its size.
 *
 * - absent: the tool takes no parameters; anything else that is no object can't be registered;
 * - nested deeper than 256 levels (or in a circle), of more than 100,000 values, or holding what JSON can't say: replaced
 *   by a schema that takes any arguments;
 * - the root's `type` is neither absent nor `object`: made `object`, because arguments always are.
 *
 * Otherwise the schema comes back as it is, the same object. What is odd inside it is dealt with where it is used.
 */
export function lintSchema(given: unknown): LintedSchema {
  if (given === undefined || given === null) return { ok: true, schema: EMPTY, warnings: [] };
  if (!isJsonObject(given)) return { ok: false, reason: 'its schema is not an object' };
  const fault = faultOf(given);
  if (fault !== undefined) {
    return { ok: true, schema: OPEN, warnings: [`its schema ${fault}; it is replaced by one that takes anything`] };
  }
  const { type } = given;
  if (type === undefined || type === 'object') return { ok: true, schema: given, warnings: [] };
  const fixed = { ...given, type: 'object' };
  const known = Array.isArray(type) && type.includes('object');
  return {
    ok: true,
    schema: fixed,
    warnings: known ? [] : ['the type of its schema is not "object"; it is taken for one'],
  };
}

function faultOf(schema: JsonSchema): string | undefined {
  const values: unknown[] = [schema];
  const depths = [1];
  let nodes = 0;
  while (values.length > 0) {
    const value = values.pop();
    const depth = depths.pop() as number;
    if (typeof value !== 'object' || value === null) {
      if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') {
        return `holds a ${typeof value}, which is not JSON`;
      }
      continue;
    }
    if (depth > MAX_DEPTH) return `is nested more than ${MAX_DEPTH} levels deep`;
    const inside = Object.values(value);
    nodes += 1 + inside.length;
    if (nodes > MAX_NODES) return `holds more than ${MAX_NODES} values`;
    for (const member of inside) {
      values.push(member);
      depths.push(depth + 1);
    }
  }
  return undefined;
}
