import { isSpecType } from '@modelcontextprotocol/server';
import { isJsonObject, type JsonObject, type JsonSchema } from '../../base/json.ts';
import type { ExposedTool } from '../../disclosure/exposure.ts';
import { removeHiddenCharacters } from '../../guard/hidden-characters.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import { Report } from '../../schema/publish/report.ts';
import { tidySchema } from '../../schema/publish/tidy.ts';
import { publishSchema, type SchemaDialect } from '../../schema/publish.ts';
import { compileSchema } from '../../schema/validation/compile-schema.ts';
import { measure } from '../../schema/validation/measure.ts';

/** Of MCP's revisions. */
export type McpDialect = Extract<SchemaDialect, `mcp${string}`>;

/** For Claude Code, which puts every tool without it behind a search of its own; no other client minds. */
const ALWAYS_LOADED: JsonObject = { 'anthropic/alwaysLoad': true };

const memo = { mcp: new WeakMap<ToolDefinition, JsonObject>(), 'mcp-2026': new WeakMap<ToolDefinition, JsonObject>() };

/**
 * One tool as an entry of `tools/list`. A tool of an MCP server keeps what its server said of it, unknown fields
 * included, under the published name, with cleaned texts and schemas. A field of the wrong type is left out: one odd
 * entry would cost a strict client the whole list.
 */
export function toolEntry(tool: ExposedTool, dialect: McpDialect = 'mcp'): JsonObject {
  const { definition } = tool;
  if (definition === undefined) return createEntry(tool, dialect);
  const known = memo[dialect].get(definition);
  if (known !== undefined) return known;
  const entry = createEntry(tool, dialect);
  memo[dialect].set(definition, entry);
  return entry;
}

function createEntry({ definition, ...tool }: ExposedTool, dialect: McpDialect): JsonObject {
  const wire: JsonObject = definition?.source.kind === 'mcp' ? (definition.wire ?? {}) : {};
  const output = tool.outputSchema && outputSchema(tool.outputSchema);
  const annotations = annotationsOf(tool, wire.annotations);
  const icons = Array.isArray(wire.icons) ? wire.icons.filter(isSpecType.Icon) : [];
  return {
    name: tool.name,
    ...(tool.title === undefined ? {} : { title: tool.title }),
    description: tool.description,
    inputSchema: publishSchema(tool.inputSchema, dialect).schema,
    ...(output === undefined ? {} : { outputSchema: output }),
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
    ...(icons.length === 0 ? {} : { icons }),
    ...unknownFields(wire),
    ...metaOf(definition, wire),
  };
}

/** The bridge alone has no definition: it must be in sight from the first turn on. */
function metaOf(definition: ToolDefinition | undefined, wire: JsonObject): JsonObject {
  if (definition === undefined) return { _meta: ALWAYS_LOADED };
  return isJsonObject(wire._meta) ? { _meta: wire._meta } : {};
}

/**
 * Clients compile it as they read the list, and refuse the whole list when they can't. One that would have to be mended
 * is not declared at all: mended, it might refuse valid answers. Nor is one too large to be looked over here.
 */
function outputSchema(schema: JsonSchema): JsonSchema | undefined {
  if (measure(schema) === undefined) return undefined;
  const tidy = tidySchema(publishSchema(schema, 'mcp').schema, new Report());
  return compileSchema(tidy).warnings.length === 0 ? tidy : undefined;
}

/** `execution` tells how a server runs tools as tasks; here none is run so. */
function unknownFields(wire: JsonObject): JsonObject {
  const { name, title, description, inputSchema, outputSchema, annotations, icons, execution, _meta, ...unknown } =
    wire;
  return unknown;
}

function annotationsOf({ annotations = {} }: Pick<ExposedTool, 'annotations'>, wire: unknown): JsonObject {
  const { title, readOnlyHint, destructiveHint, idempotentHint, openWorldHint, ...unknown } = isJsonObject(wire)
    ? wire
    : {};
  const { readOnly, destructive, idempotent, openWorld } = annotations;
  return {
    ...unknown,
    ...(typeof title === 'string' ? { title: removeHiddenCharacters(title).text } : {}),
    ...(readOnly === undefined ? {} : { readOnlyHint: readOnly }),
    ...(destructive === undefined ? {} : { destructiveHint: destructive }),
    ...(idempotent === undefined ? {} : { idempotentHint: idempotent }),
    ...(openWorld === undefined ? {} : { openWorldHint: openWorld }),
  };
}
