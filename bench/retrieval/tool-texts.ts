import { isJsonObject, type Json } from '../../src/base/json.ts';
import { fullName } from '../../src/disclosure/catalog/document-text.ts';
import { sourceLabel } from '../../src/disclosure/catalog/source-label.ts';
import type { ToolDefinition } from '../../src/registry/tool/tool.ts';

/** What a tool says, field by field. */
export interface ToolTexts {
  /** Its source's label and its own name. */
  readonly name: string;
  /** Its title, where it has one, and its description. */
  readonly description: string;
  /** Names and descriptions of its parameters, nested ones and those behind local references as well. */
  readonly parameters: string;
}

/** Deeper schemas are cut off, so that one that refers to itself ends. */
const MAX_DEPTH = 6;

/** The texts of a tool, for baselines that look at each field. */
export function toolTexts(tool: ToolDefinition): ToolTexts {
  const { description, inputSchema, source, title = '' } = tool;
  const name = source.kind === 'mcp' ? `${sourceLabel(tool)} ${source.toolName}` : fullName(tool);
  const texts: string[] = [];
  collect(inputSchema, inputSchema, texts, MAX_DEPTH);
  return { name, description: `${title} ${description}`.trim(), parameters: texts.join(' ') };
}

function collect(schema: Json | undefined, root: Json, texts: string[], depth: number): void {
  if (!isJsonObject(schema) || depth === 0) return;
  const { $ref: reference, properties, items, anyOf, oneOf, allOf } = schema;
  if (typeof reference === 'string') collect(target(root, reference), root, texts, depth - 1);
  for (const [name, property] of Object.entries(isJsonObject(properties) ? properties : {})) {
    texts.push(name);
    if (isJsonObject(property) && typeof property['description'] === 'string') texts.push(property['description']);
    collect(property, root, texts, depth - 1);
  }
  for (const part of [items, anyOf, oneOf, allOf].flat()) collect(part as Json | undefined, root, texts, depth - 1);
}

/** What a reference within the same schema points to. */
function target(root: Json, reference: string): Json | undefined {
  if (!reference.startsWith('#/')) return undefined;
  const keys = reference.slice(2).split('/');
  return keys.reduce<Json | undefined>((at, key) => {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
    return isJsonObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }, root);
}
