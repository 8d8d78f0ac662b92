import { messageOf } from '../../base/errors.ts';
import { removeHiddenCharacters } from '../../guard/hidden-characters.ts';
import type { DescriptionContext, Tool, ToolDefinition } from './tool.ts';

const resolved = new WeakMap<Tool, ToolDefinition>();
/** Frozen arrays in which every description is a text already. */
const plainArrays = new WeakSet<readonly Tool[]>();
const resolvedArrays = new WeakMap<readonly Tool[], readonly ToolDefinition[]>();

/** Definitions whose descriptions are texts, and a sentence for each description that could not be made. */
export interface ResolvedDescriptions {
  readonly definitions: readonly ToolDefinition[];
  readonly warnings: readonly string[];
}

/**
 * Turns descriptions that are functions into texts. The same text gives the same definition object, and unchanged
 * definitions the same array, so that memos hold. A function that throws counts as an empty description.
 */
export function resolveDescriptions(tools: readonly Tool[], context: DescriptionContext): ResolvedDescriptions {
  if (isPlain(tools)) return { definitions: tools, warnings: [] };
  const warnings: string[] = [];
  const fresh = tools.map((tool) => resolveOne(tool, context, warnings));
  const known = resolvedArrays.get(tools);
  const definitions = known?.every((tool, index) => tool === fresh[index]) ? known : Object.freeze(fresh);
  resolvedArrays.set(tools, definitions);
  return { definitions, warnings };
}

function isPlain(tools: readonly Tool[]): tools is readonly ToolDefinition[] {
  if (plainArrays.has(tools)) return true;
  if (!tools.every(isResolved)) return false;
  if (Object.isFrozen(tools)) plainArrays.add(tools);
  return true;
}

function isResolved(tool: Tool): tool is ToolDefinition {
  return typeof tool.description === 'string';
}

function resolveOne(tool: Tool, context: DescriptionContext, warnings: string[]): ToolDefinition {
  if (isResolved(tool)) return tool;
  const description = describe(tool, context, warnings);
  const known = resolved.get(tool);
  if (known?.description === description) return known;
  const definition = Object.freeze({ ...tool, description });
  resolved.set(tool, definition);
  return definition;
}

function describe(tool: Tool, context: DescriptionContext, warnings: string[]): string {
  try {
    const text: unknown = typeof tool.description === 'function' ? tool.description(context) : tool.description;
    if (typeof text === 'string') return removeHiddenCharacters(text).text;
    // An async function is not awaited here, and its failure must not end the process.
    if (text instanceof Promise) text.catch(() => {});
    warnings.push(`${tool.name}: its description function gave no text`);
  } catch (error) {
    warnings.push(`${tool.name}: its description function failed: ${messageOf(error)}`);
  }
  return '';
}
