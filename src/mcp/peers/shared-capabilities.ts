import { ProtocolErrorCode } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../base/json.ts';
import { neededFor, UndeclaredError } from './undeclared.ts';

/** What the connection that all clients share declares: everything, so that a server hides no tool from any of them. */
export const SHARED_CAPABILITIES: JsonObject = {
  roots: { listChanged: true },
  sampling: { context: {}, tools: {} },
  elicitation: { form: {}, url: {} },
};

/** The answer to whatever a server asks where there is no one client to pass it to. Always rejects. */
export async function refuseRequest(method: string): Promise<never> {
  const message = `${method} can't be answered: no client is behind this connection`;
  throw new UndeclaredError(ProtocolErrorCode.MethodNotFound, message, neededFor(method));
}
