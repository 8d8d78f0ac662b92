import type { Content } from '../../base/call/content.ts';
import { isJsonObject } from '../../base/json.ts';

/** Over all sessions; the oldest goes first. */
const MAX_LINKS = 5_000;
/** A longer address is not remembered. */
const MAX_URI_CHARS = 2_000;

/** The addresses that results of one server have shown, each to the session that saw the result. */
export interface ShownLinks {
  /** Takes the links and embedded resources out of a result's blocks. */
  see(sessionId: string, content: readonly Content[]): void;
  has(sessionId: string, uri: string): boolean;
}

/** An empty memory. */
export function createShownLinks(): ShownLinks {
  const links = new Set<string>();
  return {
    see(sessionId, content) {
      for (const uri of content.flatMap(addressIn)) {
        const link = keyOf(sessionId, uri);
        links.delete(link);
        links.add(link);
      }
      for (const oldest of links) {
        if (links.size <= MAX_LINKS) break;
        links.delete(oldest);
      }
    },
    has: (sessionId, uri) => links.has(keyOf(sessionId, uri)),
  };
}

function keyOf(sessionId: string, uri: string): string {
  return JSON.stringify([sessionId, uri]);
}

function addressIn({ type, uri, resource }: Content): readonly string[] {
  const shown =
    type === 'resource_link' ? uri : type === 'resource' && isJsonObject(resource) ? resource['uri'] : undefined;
  return typeof shown === 'string' && shown.length <= MAX_URI_CHARS ? [shown] : [];
}
