import type { Output } from '../terminal/output.ts';
import { counted } from './bill.ts';

/** Where the gateway serves. */
export interface ServedAddress {
  readonly url: string;
  /** How many tools a client is shown there. */
  readonly shown: number;
  readonly needsToken: boolean;
  /** True when the door closes now. */
  readonly once: boolean;
}

/** Where it serves and how to point a client at it, ready to copy. */
export function renderAddress(
  { url, shown, needsToken, once }: ServedAddress,
  { style }: Pick<Output, 'style'>,
): string {
  if (once) return `Without --once it serves on ${style.name(url)}, where a client sees ${counted(shown, 'tool')}.`;
  const headers = needsToken ? { headers: { Authorization: 'Bearer <the gateway.token of your configuration>' } } : {};
  const snippet = { mcpServers: { callslip: { type: 'http', url, ...headers } } };
  return [
    `${style.head('Serving on')} ${style.name(url)}`,
    `  a client sees ${counted(shown, 'tool')} there; point one at it with this in its MCP configuration:`,
    '',
    JSON.stringify(snippet, undefined, 2),
  ].join('\n');
}
