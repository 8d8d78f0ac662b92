import type { JsonSchema } from '../../base/json.ts';
import { flattenRoot, tidyRoot } from './flatten-root.ts';
import type { Report } from './report.ts';

/** For a client of revision 2025-11-25 or older: the tool's own schema, every keyword kept, but a root that every client can parse. */
export function publishForMcp(schema: JsonSchema, report: Report): JsonSchema {
  return flattenRoot(schema, report);
}

/** For a client of 2026-07-28, which takes any JSON Schema about an object (SEP-2106). */
export function publishForModernMcp(schema: JsonSchema): JsonSchema {
  return tidyRoot(schema);
}
