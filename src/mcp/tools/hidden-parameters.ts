import { isJsonObject, type Json, type JsonObject, type JsonSchema } from '../../base/json.ts';
import { maskText } from '../../guard/mask-secrets.ts';
import type { ToolOverride } from '../config.ts';

/** Parameters that are hidden from models, each with what is sent for it; undefined sends nothing. */
type Hidden = ToolOverride['hide'];

/**
 * A schema without the hidden parameters: they are gone from `properties`, `required` and `dependentRequired` of its root.
 * Anything else, such as the arms of an `anyOf`, stays as it is.
 */
export function withoutParameters(schema: JsonSchema, hidden: Hidden): JsonSchema {
  const isShown = (name: unknown) => typeof name !== 'string' || !Object.hasOwn(hidden, name);
  const rest: Record<string, Json | undefined> = { ...schema };
  if (isJsonObject(schema.properties)) rest['properties'] = membersWhere(schema.properties, isShown);
  if (Array.isArray(schema.required)) rest['required'] = schema.required.filter(isShown);
  const { dependentRequired } = schema;
  if (isJsonObject(dependentRequired)) {
    const shown = Object.entries(membersWhere(dependentRequired, isShown));
    rest['dependentRequired'] = Object.fromEntries(
      shown.map(([name, others]) => [name, Array.isArray(others) ? others.filter(isShown) : others]),
    );
  }
  return rest as JsonSchema;
}

/** The hidden parameters that a schema does not declare at its root. */
export function undeclared({ properties }: JsonSchema, hidden: Hidden): readonly string[] {
  return Object.keys(hidden).filter((name) => !isJsonObject(properties) || !Object.hasOwn(properties, name));
}

/** The arguments that go to the server: of a hidden parameter what its owner says, whatever a model sent for it. */
export function sentArguments(args: JsonObject, hidden: Hidden): JsonObject {
  const own = Object.entries(hidden).filter(([, value]) => value !== undefined);
  return Object.fromEntries([...Object.entries(args).filter(([name]) => !Object.hasOwn(hidden, name)), ...own]);
}

/** Those of a server's secrets that its hidden parameters hold. */
export function secretsHeld(hidden: Hidden, secrets: readonly string[]): readonly string[] {
  const texts = Object.values(hidden).flatMap(textsIn);
  return secrets.filter((secret) => texts.some((text) => text.includes(secret)));
}

/** A copy of a JSON value in which these secrets are masked, wherever they stand. */
export function withoutSecrets<T>(value: T, secrets: readonly string[]): T {
  const mask = (_key: string, member: unknown) => (typeof member === 'string' ? maskText(member, secrets) : member);
  return JSON.parse(JSON.stringify(value), mask) as T;
}

function membersWhere(members: JsonObject, isShown: (name: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([name]) => isShown(name)));
}

function textsIn(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
