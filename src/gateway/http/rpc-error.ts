import type { RequestId } from '@modelcontextprotocol/server';
import { isJsonObject } from '../../base/json.ts';

/** An error answer over HTTP, for what never reaches a server. `id` is null where no single request can be meant. */
export function rpcError(
  status: number,
  error: { readonly code: number; readonly message: string },
  { id = null, headers = {} }: { readonly id?: RequestId | null; readonly headers?: Record<string, string> } = {},
): Response {
  return Response.json({ jsonrpc: '2.0', id, error }, { status, headers });
}

/** The id of a message that is a request; else null. */
export function requestIdOf(message: unknown): RequestId | null {
  const id = isJsonObject(message) ? message.id : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
