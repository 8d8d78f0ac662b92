import type { Json, JsonObject } from '../../base/json.ts';
import { listIn, objectIn, textIn } from '../report/json-view.ts';
import { fitColumns } from '../terminal/display-width.ts';
import type { Output } from '../terminal/output.ts';
import { printable, printableLine } from '../terminal/printable.ts';
import { table } from '../terminal/table.ts';

/** A longer list of values would push everything aside. */
const MOST_TYPE_COLUMNS = 50;

/** An answer of `tool_describe` for people: each tool with its parameters, and what became of the other names. */
export function renderDescriptions(answer: JsonObject, { style }: Pick<Output, 'style'>): string {
  const tools = Object.entries(objectIn(answer['tools'])).map(([name, said]) => {
    const { description, parameters } = objectIn(said);
    const rows = parameterRows(objectIn(parameters));
    const text = printable(textIn(description)).trim();
    return [
      style.head(name),
      ...(text === '' ? [] : [text.replace(/^/gm, '  ')]),
      rows.length === 0 ? '  no parameters' : table(rows, { indent: '  ', styles: [style.name, style.faint] }),
    ].join('\n');
  });
  const missing = listIn(answer['not_found']).map(
    (name) => `${printableLine(textIn(name))}: ${style.bad('not found')}`,
  );
  const errors = Object.entries(objectIn(answer['errors'])).map(
    ([name, message]) => `${printableLine(name)}: ${style.bad(printableLine(textIn(message)))}`,
  );
  const hint = missing.length === 0 ? [] : ['find the exact names with: callslip search "words"'];
  return [...tools, ...missing, ...errors, ...hint].join('\n\n');
}

function parameterRows(schema: JsonObject): readonly (readonly string[])[] {
  const required = new Set(listIn(schema['required']));
  return Object.entries(objectIn(schema['properties'])).map(([name, property]) => {
    const { description } = objectIn(property);
    const needed = required.has(name) ? 'required' : 'optional';
    return [
      printableLine(name),
      `${fitColumns(printableLine(typeOf(property)), MOST_TYPE_COLUMNS)}, ${needed}`,
      printableLine(textIn(description)),
    ];
  });
}

function typeOf(property: Json | undefined): string {
  const { type, enum: values, $ref: ref } = objectIn(property);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (Array.isArray(type)) return type.join(' | ');
  return textIn(type) || textIn(ref) || 'any';
}
