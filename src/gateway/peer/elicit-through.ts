import type { Elicitor } from '../../base/call/call-context.ts';
import { isJsonObject } from '../../base/json.ts';
import type { ClientPeer, PeerRequestOptions } from '../../mcp/peers/client-peer.ts';

/** Asks the person behind a client with a form. Where that fails, or the client takes no forms, the answer is `cancel`. */
export function elicitThrough(peer: ClientPeer, options: PeerRequestOptions): Elicitor {
  return async ({ message, schema }) => {
    // Clients insist on these two.
    const requestedSchema = { type: 'object', properties: {}, ...schema };
    try {
      const { action, content } = await peer.request('elicitation/create', { message, requestedSchema }, options);
      if (action === 'accept' && isJsonObject(content)) return { action, content };
      return { action: action === 'decline' ? 'decline' : 'cancel' };
    } catch {
      return { action: 'cancel' };
    }
  };
}
