import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { type Content, text } from './content.ts';
import type { ToolResult } from './tool-result.ts';

/**
 * A server's answer to `tools/call` as a result, with everything it holds: blocks in order, also of types nobody here
 * knows; `structuredContent`, `_meta`, and any further field. A null is taken as absent. Something in `content` that is
 * no block becomes a text block with its JSON. What the output schema says is not enforced here.
 *
 * `isError` makes it a failure `tool-error` whose message is the text of its blocks; the blocks stay.
 */
export function fromMcpResult(answer: JsonObject): ToolResult {
  const { content: sent, structuredContent, _meta, isError, ...extra } = answer;
  const content = blocks(sent);
  const rest = {
    content,
    ...(structuredContent === undefined || structuredContent === null ? {} : { structured: structuredContent }),
    ...(isJsonObject(_meta) ? { meta: _meta } : {}),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
  if (isError !== true) return { ok: true, ...rest };
  return { ok: false, error: { code: 'tool-error', message: messageIn(content, structuredContent) }, ...rest };
}

function blocks(sent: Json | undefined): Content[] {
  if (sent === undefined || sent === null) return [];
  return (Array.isArray(sent) ? sent : [sent]).map((item: Json) => {
    if (isBlock(item)) return item;
    return text(typeof item === 'string' ? item : JSON.stringify(item));
  });
}

function isBlock(item: Json): item is Content {
  return isJsonObject(item) && typeof item.type === 'string';
}

function messageIn(content: readonly Content[], structured: Json | undefined): string {
  const texts = content.flatMap((block) =>
    block.type === 'text' && typeof block.text === 'string' ? [block.text] : [],
  );
  const joined = texts.join('\n').trim();
  if (joined !== '') return joined;
  if (structured !== undefined && structured !== null) return JSON.stringify(structured);
  return 'the tool failed without saying why';
}
