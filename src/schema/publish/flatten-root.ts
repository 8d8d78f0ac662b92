import { isJsonObject, type Json, type JsonSchema } from '../../base/json.ts';
import { stableJson } from '../../base/stable-json.ts';
import { isSubSchema, type SubSchema } from '../applicators.ts';
import { createRefResolver, type RefResolver } from '../local-ref.ts';
import type { Report } from './report.ts';

/** Keywords that clients and providers refuse at the root, although arguments may be validated with them. */
const NOT_AT_ROOT = ['$ref', 'allOf', 'anyOf', 'const', 'else', 'enum', 'if', 'not', 'oneOf', 'then'] as const;
const MAX_DEPTH = 8;
const MAX_ARMS = 200;

/** Properties with, for each, what the alternatives say of it; and what is required whichever alternative is chosen. */
interface Merged {
  readonly properties: ReadonlyMap<string, readonly SubSchema[]>;
  readonly required: ReadonlySet<string>;
}

interface Walk {
  readonly refs: RefResolver;
  arms: number;
}

/**
 * An input schema whose root is an object with `properties` and nothing but plain keywords: combinations are merged
 * into one object of the properties of all their arms, and of what all arms require. What an arm says in other words
 * (conditions, exclusions) is left to validation. The same object comes back when nothing has to change.
 */
export function flattenRoot(schema: JsonSchema, report: Report): JsonSchema {
  const combined = NOT_AT_ROOT.filter((keyword) => schema[keyword] !== undefined);
  if (combined.length === 0) return tidyRoot(schema);
  const merged = mergeArm({ refs: createRefResolver(schema), arms: 0 }, schema, 0);
  const rest = Object.entries(schema).filter(([keyword]) => !(NOT_AT_ROOT as readonly string[]).includes(keyword));
  report.add(`root ${combined.join(', ')} merged into one object; still validated with`);
  const properties = [...merged.properties].map(([name, choices]) => [name, asOne(choices)] as const);
  return tidyRoot({
    ...Object.fromEntries(rest),
    type: 'object',
    properties: Object.fromEntries(properties),
    required: [...merged.required],
  });
}

/** Makes sure of what every client parses: `type`, a map of schema objects, a list of names. */
export function tidyRoot(schema: JsonSchema): JsonSchema {
  const { type, properties, required } = schema;
  const sound = isJsonObject(properties) && Object.values(properties).every(isJsonObject);
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  const namesFit = required === undefined || (Array.isArray(required) && names.length === required.length);
  if (type === 'object' && sound && namesFit && names.length > 0 === (required !== undefined)) return schema;
  const { required: _required, ...rest } = schema;
  const members = Object.entries(isJsonObject(properties) ? properties : {});
  const schemas = Object.fromEntries(members.map(([name, member]) => [name, asObject(member)]));
  return { ...rest, type: 'object', properties: schemas, ...(names.length > 0 ? { required: names } : {}) };
}

/** Some clients know only schema objects as properties. */
function asObject(member: unknown): JsonSchema {
  if (isJsonObject(member)) return member;
  return member === false ? { not: {} } : {};
}

function mergeArm(walk: Walk, arm: unknown, depth: number): Merged {
  if (!isJsonObject(arm) || depth > MAX_DEPTH || ++walk.arms > MAX_ARMS) return NOTHING;
  const own: Merged = { properties: ownProperties(arm), required: ownRequired(arm) };
  const target = typeof arm['$ref'] === 'string' ? walk.refs.resolve(arm['$ref']) : undefined;
  const all = [own, mergeArm(walk, target, depth + 1), ...armsOf(walk, arm, 'allOf', depth)];
  const any = [armsOf(walk, arm, 'anyOf', depth), armsOf(walk, arm, 'oneOf', depth)].map(oneOfThem);
  const conditional = ['then', 'else'].map((keyword) => ({
    ...mergeArm(walk, arm[keyword], depth + 1),
    required: NOTHING.required,
  }));
  return allOfThem([...all, ...any, ...conditional]);
}

const NOTHING: Merged = { properties: new Map(), required: new Set() };

function armsOf(walk: Walk, arm: JsonSchema, keyword: string, depth: number): readonly Merged[] {
  const arms = arm[keyword];
  return Array.isArray(arms) ? arms.map((inside) => mergeArm(walk, inside, depth + 1)) : [];
}

/** The first part that knows a property decides how it is told; what any part requires is required. */
function allOfThem(parts: readonly Merged[]): Merged {
  const properties = new Map<string, readonly SubSchema[]>();
  for (const part of parts) {
    for (const [name, choices] of part.properties) if (!properties.has(name)) properties.set(name, choices);
  }
  return { properties, required: new Set(parts.flatMap((part) => [...part.required])) };
}

/** A property may be what any of the arms says; only what every arm requires is required. */
function oneOfThem(arms: readonly Merged[]): Merged {
  const properties = new Map<string, SubSchema[]>();
  for (const arm of arms) {
    for (const [name, choices] of arm.properties) {
      properties.set(name, [...(properties.get(name) ?? []), ...choices]);
    }
  }
  const [first, ...others] = arms;
  const required = [...(first?.required ?? [])].filter((name) => others.every((arm) => arm.required.has(name)));
  return { properties, required: new Set(required) };
}

function ownProperties({ properties }: JsonSchema): ReadonlyMap<string, readonly SubSchema[]> {
  if (!isJsonObject(properties)) return NOTHING.properties;
  return new Map(Object.entries(properties).map(([name, member]) => [name, [isSubSchema(member) ? member : true]]));
}

function ownRequired({ required }: JsonSchema): ReadonlySet<string> {
  return new Set(Array.isArray(required) ? required.filter((name): name is string => typeof name === 'string') : []);
}

/** Several things that a property may be, as one schema: literals in one `enum`, anything else as alternatives. */
function asOne(choices: readonly SubSchema[]): SubSchema {
  const distinct = [...new Map(choices.map((choice) => [stableJson(choice), choice])).values()];
  if (distinct.length === 1) return distinct[0] as SubSchema;
  const literals = distinct.map(literalsOf);
  if (!literals.every((list) => list !== undefined)) return { anyOf: distinct as Json[] };
  const { const: _const, enum: _enum, ...first } = distinct[0] as JsonSchema;
  const types = new Set(distinct.map((choice) => (choice as JsonSchema)['type']));
  const { type: _type, ...untyped } = first;
  return { ...(types.size === 1 ? first : untyped), enum: [...new Set(literals.flat())] };
}

function literalsOf(schema: SubSchema): readonly Json[] | undefined {
  if (!isJsonObject(schema)) return undefined;
  if (Array.isArray(schema['enum'])) return schema['enum'];
  return schema['const'] === undefined ? undefined : [schema['const']];
}
