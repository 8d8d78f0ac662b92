import { isJsonObject, type Json, type JsonSchema } from '../../base/json.ts';
import type { RefResolver } from '../local-ref.ts';

/** A schema as alternatives, each of one type. */
export interface Alternatives {
  /** The schema itself, when there is nothing to choose. */
  readonly arms: readonly JsonSchema[];
  /** Whether null is one more. */
  readonly nullable: boolean;
}

/** Reads what a schema leaves open: `anyOf`, `oneOf`, several types. The parts of `allOf` are made one first. */
export function alternativesOf(given: JsonSchema, refs: RefResolver): Alternatives {
  const schema = given['allOf'] === undefined ? given : mergedParts(given, refs);
  const listed = schema['anyOf'] ?? schema['oneOf'];
  if (!Array.isArray(listed) || listed.length === 0) return armsByType(schema);
  const { anyOf: _anyOf, oneOf: _oneOf, type, ...rest } = schema;
  const arms = listed.filter(isJsonObject).map((arm) => {
    const own = arm['type'] ?? type;
    return own === undefined || arm['$ref'] !== undefined ? { ...rest, ...arm } : { ...rest, ...arm, type: own };
  });
  const real = arms.filter((arm) => arm['type'] !== 'null');
  return { arms: real, nullable: real.length < arms.length };
}

function armsByType(schema: JsonSchema): Alternatives {
  const { type, ...rest } = schema;
  if (!Array.isArray(type)) return { arms: [schema], nullable: false };
  const real = type.filter((name) => name !== 'null');
  return { arms: real.map((name) => ({ ...rest, type: name })), nullable: real.length < type.length };
}

function mergedParts({ allOf, ...rest }: JsonSchema, refs: RefResolver): JsonSchema {
  let merged: JsonSchema = rest;
  for (const reference of Array.isArray(allOf) ? allOf.filter(isJsonObject) : []) {
    const part = refs.follow(reference);
    if (!isJsonObject(part)) continue;
    const properties = { ...asMap(part['properties']), ...asMap(merged['properties']) };
    const required = [...new Set([...asList(merged['required']), ...asList(part['required'])])];
    merged = {
      ...part,
      ...merged,
      ...(Object.keys(properties).length > 0 ? { properties } : {}),
      ...(required.length > 0 ? { required } : {}),
    };
  }
  return merged;
}

function asMap(value: unknown): JsonSchema {
  return isJsonObject(value) ? value : {};
}

function asList(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
