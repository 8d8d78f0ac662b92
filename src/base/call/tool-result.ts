import type { Json, JsonObject } from '../json.ts';
import { type Content, text } from './content.ts';
import type { ToolError } from './tool-error.ts';

/**
 * What a tool gives back. Content keeps its order and types; `structured` is MCP's `structuredContent`; `meta` is MCP's
 * `_meta`; `extra` holds result fields nobody here knows, so that a gateway passes them on.
 */
export type ToolResult = ({ readonly ok: true } | { readonly ok: false; readonly error: ToolError }) & {
  readonly content: readonly Content[];
  readonly structured?: Json;
  readonly meta?: JsonObject;
  readonly extra?: JsonObject;
};

/** A successful result of one text block. */
export function textResult(value: string): ToolResult {
  return { ok: true, content: [text(value)] };
}

/** A successful result that is one JSON value: compact JSON as text, and the value itself as `structured`. */
export function jsonResult(value: JsonObject): ToolResult {
  return { ok: true, content: [text(JSON.stringify(value))], structured: value };
}

/** A failure without content of its own; a door renders the error. */
export function failure(error: ToolError): ToolResult & { readonly ok: false } {
  return { ok: false, error, content: [] };
}
