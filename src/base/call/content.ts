import type { JsonObject } from '../json.ts';

/**
 * One block of a tool's answer: MCP's content block, because that is what most tools return and what every door must
 * carry. The union is open: a block of a type that is unknown here passes through untouched, as do unknown fields.
 *
 * Known types: `text` (`text`), `image` and `audio` (`data` base64, `mimeType`), `resource` (`resource`),
 * `resource_link` (`uri`, `name`).
 */
export type Content = JsonObject & { readonly type: string };

/** A text block. */
export function text(value: string): Content {
  return { type: 'text', text: value };
}
