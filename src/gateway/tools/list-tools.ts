import { createHash } from 'node:crypto';
import type { JsonObject } from '../../base/json.ts';
import type { Exposure } from '../../disclosure/exposure.ts';
import { toolEntry } from './tool-entry.ts';

/** The answer to `tools/list`, and a fingerprint of its bytes. */
export interface ToolList {
  readonly result: JsonObject & { readonly tools: readonly JsonObject[] };
  readonly fingerprint: string;
}

/** What the model sees now, in the order of the exposure, as one page. Equal exposures give equal bytes. */
export function listTools(exposure: Pick<Exposure, 'tools'>): ToolList {
  const result = { tools: exposure.tools.map(toolEntry) };
  return { result, fingerprint: createHash('sha256').update(JSON.stringify(result)).digest('hex') };
}
