import { isJsonObject, type Json, type JsonSchema } from '../../base/json.ts';
import type { SubSchema } from '../applicators.ts';
import type { RefResolver } from '../local-ref.ts';
import type { Examination } from '../validate.ts';

/** What coercing one call's arguments goes by. */
export interface CoercionContext {
  readonly examination: Examination;
  readonly refs: RefResolver;
  readonly readJson: ReadJson;
  /**
   * `full` for a parameter of the tool. `containers` inside one: there only JSON that was written as a text is read,
   * where an object or array is asked for.
   */
  readonly mode: 'full' | 'containers';
  /** How many schemas deep; coercion ends at 32. */
  readonly depth: number;
}

/** The value that a text is the JSON of; `undefined` when it is none. */
export type ReadJson = (text: string) => Json | undefined;

const MAX_DEPTH = 32;
const LONGEST_JSON = 1_000_000;

/** Reads each text once, however many alternatives ask for it. Longer ones than a million characters are not read. */
export function createReadJson(): ReadJson {
  const known = new Map<string, Json | undefined>();
  return (text) => {
    if (text.length > LONGEST_JSON) return undefined;
    if (!known.has(text)) known.set(text, parse(text));
    return known.get(text);
  };
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The context one schema further in; `undefined` when that is too deep. */
export function deeper(
  context: CoercionContext,
  mode: CoercionContext['mode'] = context.mode,
): CoercionContext | undefined {
  return context.depth >= MAX_DEPTH ? undefined : { ...context, mode, depth: context.depth + 1 };
}

/** The schema itself, or the one that its `$ref` leads to; `undefined` for `true`, `false` and dead ends. */
export function schemaAt({ refs }: CoercionContext, schema: SubSchema | undefined): JsonSchema | undefined {
  const target = schema === undefined ? undefined : refs.follow(schema);
  return isJsonObject(target) ? target : undefined;
}

/** The schemas in a list keyword. */
export function schemasIn(schema: JsonSchema, keyword: 'allOf' | 'anyOf' | 'oneOf'): readonly SubSchema[] {
  const list = schema[keyword];
  return Array.isArray(list) ? list.filter((item) => typeof item === 'boolean' || isJsonObject(item)) : [];
}

/** The types a schema allows, in its order; empty when it does not say. */
export function typesOf({ type, nullable }: JsonSchema): readonly string[] {
  const types = (Array.isArray(type) ? type : [type]).filter((name): name is string => typeof name === 'string');
  return nullable === true ? [...types, 'null'] : types;
}
