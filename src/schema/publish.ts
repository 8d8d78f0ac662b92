import type { JsonSchema } from '../base/json.ts';
import { publishForAnthropic } from './publish/anthropic.ts';
import { publishForGemini } from './publish/gemini.ts';
import { publishForMcp, publishForModernMcp } from './publish/mcp.ts';
import { publishForOpenAi } from './publish/openai.ts';
import { Report } from './publish/report.ts';

/** Who parses the schema. */
export type SchemaDialect = 'mcp' | 'mcp-2026' | 'openai' | 'anthropic' | 'gemini';

/** An input schema as it is told, and what had to be told otherwise than its owner wrote it. */
export interface PublishedSchema {
  readonly schema: JsonSchema;
  readonly warnings: readonly string[];
}

const DIALECTS: Readonly<Record<SchemaDialect, (schema: JsonSchema, report: Report) => JsonSchema>> = {
  mcp: publishForMcp,
  'mcp-2026': publishForModernMcp,
  openai: publishForOpenAi,
  anthropic: publishForAnthropic,
  gemini: publishForGemini,
};

/**
 * Turns a tool's input schema into what a client or provider parses as one. The root is always an object with
 * `properties`. What can't be told there is merged or left out, and is still validated with: calls are checked against
 * the tool's own schema.
 *
 * The same schema gives the same bytes. The schema is not written to; parts of it may be shared with the result.
 */
export function publishSchema(schema: JsonSchema, dialect: SchemaDialect): PublishedSchema {
  const report = new Report();
  return { schema: DIALECTS[dialect](schema, report), warnings: report.list };
}
