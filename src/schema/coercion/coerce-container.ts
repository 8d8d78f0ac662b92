import { isJsonObject, type Json, type JsonObject, type JsonSchema } from '../../base/json.ts';
import { isSubSchema, type SubSchema } from '../applicators.ts';
import type { ReadJson } from './context.ts';

/** Makes of one member of a container what its schema asks for. */
export type CoerceMember = (schema: SubSchema, member: Json) => Json;

/** The object or array that a text is the JSON of; `undefined` when it is none. */
export function containerFromText(text: string, type: 'array' | 'object', readJson: ReadJson): Json | undefined {
  return text.trimStart().startsWith(type === 'array' ? '[' : '{') ? readJson(text) : undefined;
}

/**
 * What a value that is no array becomes where an array is asked for: a text that is the JSON of one is read, anything
 * else but null becomes its only item. A blank text stays, and so does one that looks like broken JSON.
 */
export function arrayFrom(
  schema: JsonSchema,
  value: Json,
  readJson: ReadJson,
  coerceItem: CoerceMember,
): Json | undefined {
  if (value === null || Array.isArray(value)) return undefined;
  if (typeof value === 'string') {
    const parsed = containerFromText(value, 'array', readJson);
    if (parsed !== undefined) return parsed;
    if (/^\s*(?:\[|$)/.test(value)) return undefined;
  }
  return [memberOf(itemSchema(schema, 0), value, coerceItem)];
}

/** What a text becomes where an object is asked for; a blank one only where nothing is required. */
export function objectFrom({ required }: JsonSchema, text: string, readJson: ReadJson): Json | undefined {
  if (text.trim() !== '') return containerFromText(text, 'object', readJson);
  return Array.isArray(required) && required.length > 0 ? undefined : {};
}

/** A container with its members coerced; the same one when nothing changed. */
export function coerceInside(schema: JsonSchema, value: Json, coerceMember: CoerceMember): Json {
  if (Array.isArray(value)) {
    const items = value.map((item: Json, index) => memberOf(itemSchema(schema, index), item, coerceMember));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  return isJsonObject(value) ? coerceProperties(schema, value, coerceMember) : value;
}

/** An object with the values of its properties coerced; the same one when nothing changed. */
export function coerceProperties(schema: JsonSchema, value: JsonObject, coerceMember: CoerceMember): JsonObject {
  const entries = Object.entries(value).map(([key, member]) => {
    const coerced = member === undefined ? member : memberOf(propertySchema(schema, key), member, coerceMember);
    return [key, coerced] as const;
  });
  return entries.every(([key, member]) => member === value[key]) ? value : Object.fromEntries(entries);
}

function memberOf(schema: unknown, member: Json, coerceMember: CoerceMember): Json {
  return isSubSchema(schema) ? coerceMember(schema, member) : member;
}

/** The schema that `properties`, else `additionalProperties`, gives a key. */
function propertySchema({ properties, patternProperties, additionalProperties }: JsonSchema, key: string): unknown {
  if (isJsonObject(properties) && Object.hasOwn(properties, key)) return properties[key];
  return patternProperties === undefined ? additionalProperties : undefined;
}

function itemSchema({ prefixItems, items }: JsonSchema, index: number): unknown {
  if (Array.isArray(prefixItems) && index < prefixItems.length) return prefixItems[index];
  return Array.isArray(items) ? items[index] : items;
}
