import { createHash } from 'node:crypto';
import type { JsonObject } from '../../base/json.ts';
import type { Exposure } from '../../disclosure/exposure.ts';
import type { View } from '../../disclosure/view.ts';
import { cutDescription } from './cut-description.ts';
import { type McpDialect, toolEntry } from './tool-entry.ts';

/** The answer to `tools/list`, and a fingerprint of its bytes. */
export interface ToolList {
  readonly result: JsonObject & { readonly tools: readonly JsonObject[] };
  readonly fingerprint: string;
}

/**
 * What the model sees now, in the order of the exposure, as one page, no description longer than the view allows. Equal
 * exposures give equal bytes.
 */
export function listTools(
  { tools, activated }: Pick<Exposure, 'tools' | 'activated'>,
  { descriptionLimit = Number.POSITIVE_INFINITY }: View = {},
  dialect: McpDialect = 'mcp',
): ToolList {
  const result = {
    tools: tools.map((tool) => {
      const entry = toolEntry(tool, dialect);
      if (tool.description.length <= descriptionLimit) return entry;
      return { ...entry, description: cutDescription(tool.description, descriptionLimit, activated) };
    }),
  };
  return { result, fingerprint: createHash('sha256').update(JSON.stringify(result)).digest('hex') };
}
