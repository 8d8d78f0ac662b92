import type { ToolError } from '../../base/call/tool-error.ts';
import type { JsonObject } from '../../base/json.ts';
import { type BridgeEntry, normaliseCalls } from './normalise-calls.ts';
import { severalEntries } from './refusals.ts';

/** The prefix of the tools of remote connectors. */
const CONNECTOR_PREFIX = 'connectors__';

/** What a `tool_call` stands for: one call of another tool, calls of remote connectors, or nothing that can be run. */
export type Peeled =
  | { readonly kind: 'call'; readonly name: string; readonly arguments: JsonObject }
  | { readonly kind: 'connectors'; readonly entries: readonly BridgeEntry[] }
  | { readonly kind: 'refused'; readonly error: ToolError };

/**
 * Takes a `tool_call` off the one call inside it. Pure: the inner name is as the model wrote it, neither resolved nor
 * checked against any scope. Only entries of remote connectors may come several at a time.
 */
export function peel(sent: unknown): Peeled {
  const read = normaliseCalls(sent);
  if (!read.ok) return { kind: 'refused', error: read.error };
  const [first, ...others] = read.entries as readonly [BridgeEntry, ...BridgeEntry[]];
  if (read.entries.every(({ name }) => name.startsWith(CONNECTOR_PREFIX))) {
    return { kind: 'connectors', entries: read.entries };
  }
  if (others.length > 0) return { kind: 'refused', error: severalEntries(first.sent, read.entries.length) };
  return { kind: 'call', name: first.name, arguments: first.arguments };
}
