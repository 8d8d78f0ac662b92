import { isJsonObject } from '../../base/json.ts';
import { isPublishable, isPublishedFrom, unpublishedName } from '../../registry/tool/published-name.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import { sourceLabel } from './source-label.ts';

/**
 * What a search reads of a tool: its name in words, the label of its source unless that is one of those words, the
 * description, and the names of its top-level parameters. A server's tool that its owner renamed is read under both names. A
 * connector's tool: connector, name in words, description.
 */
export function documentText(tool: ToolDefinition): string {
  const { source, description, inputSchema } = tool;
  if (source.kind === 'connectors') return `${source.label} ${source.toolName.replaceAll('_', ' ')} ${description}`;
  const name = inWords(fullName(tool)) + (isRenamed(tool) ? ` ${inWords(tool.name)}` : '');
  const label = hasLabel(tool) ? sourceLabel(tool) : '';
  const labelled = label === '' || name.split(' ').includes(label) ? name : `${name} ${label}`;
  const properties = inputSchema['properties'];
  const parameters = isJsonObject(properties) ? Object.keys(properties).join(' ') : '';
  return `${labelled} ${description} ${parameters}`.trimEnd();
}

function inWords(name: string): string {
  return name.replace(/^mcp__/, '').replace(/[_.:-]/g, ' ');
}

function isRenamed({ name, source }: ToolDefinition): boolean {
  return source.kind === 'mcp' && !isPublishedFrom(name, source.label, source.toolName);
}

/** The names by which a tool is found whatever else it says: the published and the full one, in lower case, each once. */
export function searchNames(tool: ToolDefinition): readonly string[] {
  const published = tool.name.toLowerCase();
  const full = fullName(tool).toLowerCase();
  return published === full ? [full] : [published, full];
}

/** A tool's name before anything in it was changed to make it publishable. */
export function fullName({ name, source }: ToolDefinition): string {
  if (source.kind === 'mcp') return unpublishedName(source.label, source.toolName);
  return isPublishable(source.toolName) ? name : source.toolName;
}

/** Tools that belong to nobody are listed under `other`, but that says nothing of what they do. */
function hasLabel({ source }: ToolDefinition): boolean {
  return source.kind !== 'other' || (source.label !== '' && source.label !== 'other');
}
