import { isJsonObject, type Json, type JsonObject } from '../../../base/json.ts';
import type { ToolDefinition } from '../../../registry/tool/tool.ts';
import { createRefResolver, type RefResolver } from '../../../schema/local-ref.ts';
import { fullName } from '../../catalog/document-text.ts';
import { sourceLabel } from '../../catalog/source-label.ts';
import { meaningfulTerms } from '../vocabulary/terms.ts';

/** The terms of a tool by where it has them, repeats kept. */
export interface FieldTerms {
  /** Its own name and its title. */
  readonly name: readonly string[];
  /** The label of its source. */
  readonly source: readonly string[];
  /** The first sentence of its description. */
  readonly opening: readonly string[];
  /** The rest of its description. */
  readonly rest: readonly string[];
  /** Names and descriptions of its parameters, nested ones and those behind local references as well. */
  readonly parameters: readonly string[];
}

/** Schema objects that are read of one tool, and characters of its parameters' texts; what is behind is left out. */
const SCHEMA_LIMIT = 500;
const TEXT_LIMIT = 20_000;
const OPENING_LIMIT = 200;

/** What the related tier reads of a tool. */
export function fieldTerms(tool: ToolDefinition): FieldTerms {
  const { title = '', description, source } = tool;
  const own = source.kind === 'mcp' || source.kind === 'connectors' ? source.toolName : fullName(tool);
  const label = sourceLabel(tool);
  const opening = openingOf(description);
  return {
    name: meaningfulTerms(`${own} ${title}`),
    source: meaningfulTerms(label),
    opening: meaningfulTerms(opening),
    rest: meaningfulTerms(description.slice(opening.length)),
    parameters: meaningfulTerms(parameterText(tool.inputSchema)),
  };
}

/** A text's first sentence, at most {@link OPENING_LIMIT} characters. */
function openingOf(description: string): string {
  const start = description.slice(0, OPENING_LIMIT);
  const end = start.search(/[.!?](?=\s)|[。！？\n]/);
  return end < 0 ? start : start.slice(0, end + 1);
}

function parameterText(root: JsonObject): string {
  const references = createRefResolver(root);
  const texts: string[] = [];
  const schemas = new Set<Json>([root]);
  let looked = 0;
  let length = 0;
  for (const schema of schemas) {
    if (looked++ === SCHEMA_LIMIT || length > TEXT_LIMIT) break;
    if (!isJsonObject(schema)) continue;
    for (const [name, property = null] of Object.entries(propertiesOf(schema))) {
      const text = textOf(name, property);
      texts.push(text);
      length += text.length;
      schemas.add(property);
      if (length > TEXT_LIMIT) break;
    }
    for (const part of partsOf(schema, references)) schemas.add(part);
  }
  return texts.join(' ').slice(0, TEXT_LIMIT);
}

function textOf(name: string, property: Json): string {
  const description = isJsonObject(property) ? property['description'] : undefined;
  return typeof description === 'string' ? `${name} ${description}` : name;
}

function propertiesOf(schema: JsonObject): JsonObject {
  const properties = schema['properties'];
  return isJsonObject(properties) ? properties : {};
}

/** The schemas that say more of the same value. */
function partsOf(
  { items, anyOf, oneOf, allOf, $ref: reference }: JsonObject,
  references: RefResolver,
): readonly Json[] {
  const target = typeof reference === 'string' ? references.resolve(reference) : undefined;
  return [items, anyOf, oneOf, allOf, target].flat().filter((part) => part !== undefined);
}
