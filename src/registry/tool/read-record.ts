import { isJsonObject, type JsonObject, type JsonSchema } from '../../base/json.ts';
import type { ToolAnnotations } from './tool.ts';

/** A tool as some file, API or server writes it down: everything but the way to run it. */
export interface ToolRecord {
  readonly name: string;
  /** The server it belongs to, where the record says one. */
  readonly source?: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: ToolAnnotations;
  readonly wire: JsonObject;
}

/** A record that was read, or why it can't be. */
export type ReadRecord =
  | { readonly ok: true; readonly record: ToolRecord }
  | { readonly ok: false; readonly name: string; readonly reason: string };

/**
 * Reads one tool in any of the forms in use: MCP's (`name`, `inputSchema`), OpenAI's (`{type: 'function', function}` or
 * flat, with `parameters`), or a catalogue line (`name` or `tool`, `source`, `description`, `parameters`). With a
 * source, the own name is `tool`, else what follows the last colon of `name`. `null` counts as absent everywhere.
 */
export function readRecord(value: unknown): ReadRecord {
  if (!isJsonObject(value)) return { ok: false, name: '(no name)', reason: 'it is not an object' };
  const body = isJsonObject(value['function']) ? value['function'] : value;
  const source = nonEmpty(body['source']);
  const name = ownName(body, source);
  if (name === undefined) return { ok: false, name: '(no name)', reason: 'it has no name' };
  const schema = body['inputSchema'] ?? body['parameters'] ?? body['input_schema'] ?? {};
  if (!isJsonObject(schema)) return { ok: false, name, reason: 'its input schema is not an object' };
  const title = nonEmpty(body['title']);
  const annotations = readAnnotations(body['annotations']);
  return {
    ok: true,
    record: {
      name,
      ...(source === undefined ? {} : { source }),
      ...(title === undefined ? {} : { title }),
      description: typeof body['description'] === 'string' ? body['description'] : '',
      inputSchema: schema,
      ...(isJsonObject(body['outputSchema']) ? { outputSchema: body['outputSchema'] } : {}),
      ...(annotations === undefined ? {} : { annotations }),
      wire: value,
    },
  };
}

function ownName(body: JsonObject, source: string | undefined): string | undefined {
  const tool = nonEmpty(body['tool']);
  const name = nonEmpty(body['name']);
  if (source === undefined) return name ?? tool;
  return tool ?? nonEmpty(name?.slice(name.lastIndexOf(':') + 1));
}

function nonEmpty(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const HINTS = {
  readOnly: 'readOnlyHint',
  destructive: 'destructiveHint',
  idempotent: 'idempotentHint',
  openWorld: 'openWorldHint',
} as const;

/** MCP's hints under our names; whatever is not a boolean counts as absent. */
export function readAnnotations(value: unknown): ToolAnnotations | undefined {
  if (!isJsonObject(value)) return undefined;
  const entries = Object.entries(HINTS).flatMap(([name, hint]) =>
    typeof value[hint] === 'boolean' ? [[name, value[hint]] as const] : [],
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
