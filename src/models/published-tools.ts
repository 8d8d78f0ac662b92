import type { JsonSchema } from '../base/json.ts';
import type { ExposedTool } from '../disclosure/exposure.ts';
import type { ToolDefinition } from '../registry/tool/tool.ts';
import { type PublishedSchema, publishSchema, type SchemaDialect } from '../schema/publish.ts';

/** One tool as a provider takes it: its schema in the provider's dialect. */
export interface PublishedTool {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
}

const memo = new WeakMap<ToolDefinition, Map<SchemaDialect, PublishedSchema>>();

/** Says tools in a provider's dialect. What a provider would refuse is told otherwise, with a warning that names the tool. */
export function publishTools(
  tools: readonly ExposedTool[],
  dialect: SchemaDialect,
): { readonly tools: readonly PublishedTool[]; readonly warnings: readonly string[] } {
  const published = tools.map((tool) => ({ tool, ...schemaOf(tool, dialect) }));
  return {
    tools: published.map(({ tool: { name, description }, schema }) => ({ name, description, schema })),
    warnings: published.flatMap(({ tool, warnings }) => warnings.map((warning) => `${tool.name}: ${warning}`)),
  };
}

function schemaOf({ definition, inputSchema }: ExposedTool, dialect: SchemaDialect): PublishedSchema {
  if (definition === undefined) return publishSchema(inputSchema, dialect);
  const known = memo.get(definition) ?? new Map<SchemaDialect, PublishedSchema>();
  memo.set(definition, known);
  const schema = known.get(dialect) ?? publishSchema(inputSchema, dialect);
  known.set(dialect, schema);
  return schema;
}
