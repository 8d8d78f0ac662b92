import type { JsonSchema } from '../../base/json.ts';
import { flattenRoot } from './flatten-root.ts';
import type { Report } from './report.ts';

/** For a client of ours: the tool's own schema, every keyword kept, but a root that every client can parse. */
export function publishForMcp(schema: JsonSchema, report: Report): JsonSchema {
  return flattenRoot(schema, report);
}
