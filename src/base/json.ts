/** Any value that survives `JSON.stringify` and `JSON.parse` unchanged. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** A JSON object. Values may be absent (`undefined`), as they are in what a model or a server sends. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** A JSON Schema as its owner wrote it: any draft, any keyword. Nothing about it is trusted. */
export type JsonSchema = JsonObject;

/** True for a plain object: not null, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
