import type { IncomingMessage } from 'node:http';
import { createNetworks, type Networks, plainAddress } from './networks.ts';

/** Where a request came from and was sent to, as far as those who say so are trusted. */
export interface Seen {
  /** The client's address; a proxy's where nobody says whom it stands for; absent on a local socket. */
  readonly client?: string;
  readonly scheme?: 'http' | 'https';
  /** Name and port, in lower case. */
  readonly host?: string;
  /** The part of the path that a proxy took away, without a slash at its end. */
  readonly prefix?: string;
}

/** What proxies wrote, each list in the order in which they passed the request on. */
interface Hops {
  readonly clients: readonly string[];
  readonly schemes: readonly string[];
  readonly hosts: readonly string[];
  readonly prefixes: readonly string[];
}

type Incoming = Pick<IncomingMessage, 'headers'> & {
  readonly socket: Pick<IncomingMessage['socket'], 'remoteAddress'>;
};

/**
 * Reads `X-Forwarded-For`, `-Proto`, `-Host` and `-Prefix`, or where none of these is there, `Forwarded` (RFC 7239).
 * They count only when a trusted proxy sent the request, and only as far back as each one is told of by a trusted one:
 * what a client wrote in front is not believed. What is malformed does not count.
 */
export function createForwarded(trustedProxies: readonly string[]): (incoming: Incoming) => Seen {
  const trusted = createNetworks(trustedProxies);
  return ({ headers, socket }) => {
    const peer = plainAddress(socket.remoteAddress);
    if (!trusted.has(peer)) return peer === undefined ? {} : { client: peer };
    const hops = fromCustom(headers) ?? fromStandard(headers['forwarded'] ?? '');
    const { client, depth } = walk(hops.clients, trusted);
    // Each proxy adds at the end, so the outermost one that is trusted wrote this far from there.
    const told = (list: readonly string[]) => list[Math.max(list.length - depth, 0)];
    return clean({
      client: client ?? peer,
      scheme: schemeIn(told(hops.schemes)),
      host: hostIn(told(hops.hosts)),
      prefix: prefixIn(told(hops.prefixes)),
    });
  };
}

/** From the nearest proxy outwards, to the first address that is not trusted, or that can't be read. */
function walk(clients: readonly string[], trusted: Networks): { readonly client?: string; readonly depth: number } {
  let client: string | undefined;
  let depth = 0;
  for (const written of [...clients].reverse()) {
    depth++;
    const address = addressIn(written);
    if (address === undefined) break;
    client = address;
    if (!trusted.has(address)) break;
  }
  return { ...(client === undefined ? {} : { client }), depth: Math.max(depth, 1) };
}

function fromCustom(headers: Incoming['headers']): Hops | undefined {
  const list = (name: string) => {
    const written = headers[`x-forwarded-${name}`];
    return written === undefined
      ? []
      : String(written)
          .split(',')
          .map((each) => each.trim());
  };
  const hops = { clients: list('for'), schemes: list('proto'), hosts: list('host'), prefixes: list('prefix') };
  return Object.values(hops).some(({ length }) => length > 0) ? hops : undefined;
}

/** One `name=value` and what ends it. */
const PAIR = /[ \t]*([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]+))[ \t]*([;,]|$)/y;

function fromStandard(header: string): Hops {
  const elements: Map<string, string>[] = [new Map()];
  PAIR.lastIndex = 0;
  while (PAIR.lastIndex < header.length) {
    const [, name = '', quoted, plain = '', end] = PAIR.exec(header) ?? [];
    if (end === undefined) return { clients: [], schemes: [], hosts: [], prefixes: [] };
    elements.at(-1)?.set(name.toLowerCase(), quoted?.replace(/\\(.)/gu, '$1') ?? plain);
    if (end === ',') elements.push(new Map());
  }
  const all = (name: string) => elements.map((element) => element.get(name) ?? '');
  return { clients: all('for'), schemes: all('proto'), hosts: all('host'), prefixes: [] };
}

/** The address in `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]:80`. */
function addressIn(written: string): string | undefined {
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(written) ?? [];
  return plainAddress(bracketed ?? written.replace(/^([\d.]+):\d+$/u, '$1'));
}

function schemeIn(written = ''): Seen['scheme'] {
  const scheme = written.toLowerCase();
  return scheme === 'http' || scheme === 'https' ? scheme : undefined;
}

/** Name and port, in lower case; absent where something else is written. */
export function hostIn(written = ''): string | undefined {
  const host = written.toLowerCase();
  const isHost = /^(?:[a-z0-9][a-z0-9._-]*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/.test(host);
  return isHost && URL.canParse(`http://${host}`) ? host : undefined;
}

function prefixIn(written = ''): string | undefined {
  const prefix = written.replace(/\/$/u, '');
  return /^(?:\/(?!\.\.?(?:\/|$))[\w.~-]+)+$/.test(prefix) ? prefix : undefined;
}

function clean(seen: { readonly [Key in keyof Seen]: Seen[Key] | undefined }): Seen {
  return Object.fromEntries(Object.entries(seen).filter(([, value]) => value !== undefined));
}
