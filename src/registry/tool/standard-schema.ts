import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import { failure, type ToolResult } from '../../base/call/tool-result.ts';
import { CallslipError, messageOf } from '../../base/errors.ts';
import { isJsonObject, type JsonObject, type JsonSchema } from '../../base/json.ts';

/** A schema of zod, Valibot, ArkType or another library that speaks Standard Schema and can say itself as JSON Schema. */
export type InputSchema<Output = unknown> = StandardSchemaV1<unknown, Output> & StandardJSONSchemaV1<unknown, Output>;

/** What arguments a schema accepts, as JSON Schema 2020-12. Throws `invalid-tool` when its library can't say. */
export function jsonSchemaOf(toolName: string, schema: InputSchema): JsonSchema {
  const convert = schema?.['~standard']?.jsonSchema?.input;
  if (typeof convert !== 'function') {
    throw new CallslipError(
      'invalid-tool',
      `tool "${toolName}": its input is not a Standard Schema with a JSON Schema; pass a plain inputSchema instead`,
      { data: { tool: toolName } },
    );
  }
  try {
    const { $schema: _, ...json } = convert({ target: 'draft-2020-12' }) as JsonObject;
    return json;
  } catch (cause) {
    throw new CallslipError(
      'invalid-tool',
      `tool "${toolName}": its input can't be said as JSON Schema (${messageOf(cause)}); pass a plain inputSchema instead`,
      { data: { tool: toolName }, cause },
    );
  }
}

/** Arguments as their schema parses them, or the first thing it finds wrong. */
export async function parseInput<Output>(
  toolName: string,
  schema: InputSchema<Output>,
  args: JsonObject,
): Promise<{ readonly ok: true; readonly value: Output } | { readonly ok: false; readonly result: ToolResult }> {
  const parsed = await schema['~standard'].validate(args);
  if (parsed.issues === undefined) return { ok: true, value: parsed.value };
  const issue = parsed.issues[0];
  const path = (issue?.path ?? []).map((part) => (isJsonObject(part) ? part['key'] : part)).map(String);
  return {
    ok: false,
    result: failure({
      code: 'invalid-arguments',
      message: `${toolName}: ${issue?.message ?? 'its arguments are not valid'}. The tool was not invoked.`,
      hint: 'Correct the arguments and call again.',
      data: { path: ['arguments', ...path].join('.') },
    }),
  };
}
