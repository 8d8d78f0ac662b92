import { isJsonObject, type JsonSchema } from '../../base/json.ts';
import { flattenRoot } from './flatten-root.ts';
import type { Report } from './report.ts';
import { tidySchema } from './tidy.ts';

/** The names that the API allows for the properties of the root. */
const NAME = /^[a-zA-Z0-9_.-]{1,64}$/;

/** For an `input_schema`: draft 2020-12 to the letter, with names of parameters in a narrow alphabet. */
export function publishForAnthropic(schema: JsonSchema, report: Report): JsonSchema {
  const tidied = tidySchema(flattenRoot(schema, report), report);
  const { properties, required } = tidied;
  const names = Object.keys(isJsonObject(properties) ? properties : {}).filter((name) => !NAME.test(name));
  if (names.length === 0 || !isJsonObject(properties)) return tidied;
  report.add(
    `parameters with names that the API refuses left out: ${names.map((name) => JSON.stringify(name)).join(', ')}`,
  );
  const kept = Object.entries(properties).filter(([name]) => NAME.test(name));
  const out = { ...tidied, properties: Object.fromEntries(kept) };
  return Array.isArray(required) ? { ...out, required: required.filter((name) => NAME.test(String(name))) } : out;
}
