import { isJsonObject, type JsonSchema } from '../../base/json.ts';
import { replaceSubSchemas, type SubSchema } from '../applicators.ts';
import { flattenRoot } from './flatten-root.ts';
import type { Report } from './report.ts';
import { tidySchema } from './tidy.ts';

/**
 * For the `parameters` of a function tool that is not strict. Beyond plain JSON Schema the API wants `items` in every
 * array.
 */
export function publishForOpenAi(schema: JsonSchema, report: Report): JsonSchema {
  return withItems(tidySchema(flattenRoot(schema, report), report));
}

function withItems(schema: JsonSchema): JsonSchema {
  const out = replaceSubSchemas(
    schema,
    (inside): SubSchema => (isJsonObject(inside) ? withItems(inside) : (inside ?? {})),
  );
  const { type, items } = out;
  const array = type === 'array' || (Array.isArray(type) && type.includes('array'));
  return array && items === undefined ? { ...out, items: {} } : out;
}
