import type { Content } from '../base/call/content.ts';
import type { ToolError } from '../base/call/tool-error.ts';
import type { ToolResult } from '../base/call/tool-result.ts';
import { isJsonObject, type Json, type JsonObject } from '../base/json.ts';
import { displayName } from '../guard/display-name.ts';

/**
 * A result as the one text a model reads. A success is its text blocks, in order; a block that is no text leaves a note
 * of what it was. A failure is one JSON object: `error`, `code`, the error's data, `hint`; blocks it came with follow
 * where they say more. Never empty.
 */
export function renderResult(result: ToolResult): string {
  if (!result.ok) {
    const { error, content } = result;
    const further = content
      .map(renderBlock)
      .filter((text) => text.trim() !== '' && !error.message.includes(text.trim()));
    return [JSON.stringify(errorObject(error)), ...further].join('\n');
  }
  const blocks = result.content.map(renderBlock);
  const hasText = result.content.some((block) => block.type === 'text');
  if (!hasText && result.structured !== undefined) blocks.push(JSON.stringify(result.structured));
  const text = blocks.join('\n');
  return text === '' ? '(done; the tool gave nothing back)' : text;
}

/** A failure as the JSON object a model reads; the order of its fields is fixed. */
export function errorObject({ message, code, data, hint }: ToolError): JsonObject {
  const { error: _error, code: _code, hint: _hint, ...fields } = data ?? {};
  return { error: message, code, ...fields, ...(hint === undefined ? {} : { hint }) };
}

function renderBlock(block: Content): string {
  const { resource } = block;
  switch (block.type) {
    case 'text':
      return typeof block.text === 'string' ? block.text : '';
    case 'image':
    case 'audio':
      return `[${block.type} ${shown(block.mimeType)}, ${bytesIn(block.data)}, not shown]`;
    case 'resource_link':
      return `[link to ${shown(block.name)}: ${shown(block.uri)}]`;
    case 'resource':
      return isJsonObject(resource) ? renderResource(resource) : '[empty resource]';
    default:
      return `[block of type ${shown(block.type)}, ${JSON.stringify(block).length} characters, not shown]`;
  }
}

function renderResource(resource: JsonObject): string {
  const name = `resource ${shown(resource.uri)}`;
  if (typeof resource.text === 'string') return `[${name}]\n${resource.text}`;
  return `[${name}, ${shown(resource.mimeType)}, ${bytesIn(resource.blob)}, not shown]`;
}

function shown(value: Json | undefined): string {
  return typeof value === 'string' && value !== '' ? displayName(value, 300) : 'unknown';
}

function bytesIn(base64: Json | undefined): string {
  if (typeof base64 !== 'string') return 'empty';
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return `${Math.max(0, Math.floor((base64.length * 3) / 4) - padding)} bytes`;
}
