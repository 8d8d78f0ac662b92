import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';

/** A value as an object; an empty one when it is none. For JSON whose form is known but not typed. */
export function objectIn(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** A value as a list; an empty one when it is none. */
export function listIn(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** A value as a text; an empty one when it is none. */
export function textIn(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
