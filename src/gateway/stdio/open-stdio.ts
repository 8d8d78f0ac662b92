import type { Readable, Writable } from 'node:stream';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { messageOf } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { GatewayParts } from '../client/client-side.ts';
import { type ClientServer, createServer } from '../client/create-server.ts';
import { listenTo } from '../offerings/listened-resources.ts';
import { legacyClient } from '../peer/legacy-client.ts';
import { modernClient } from '../peer/modern-client.ts';
import { createParkedCalls } from '../peer/parked-calls.ts';
import { createStdioListeners } from './stdio-listeners.ts';
import { StdioTransport } from './stdio-transport.ts';

/** The streams a client is connected by. */
export interface StdioOptions {
  /** @default the process's */
  readonly stdin?: Readable;
  /** @default the process's. Nothing else may be written to it. */
  readonly stdout?: Writable;
}

/** A gateway's client over stdio. */
export interface StdioDoor {
  /** Resolves when the client has gone: the input ended, or the output broke. */
  readonly closed: Promise<void>;
  /** Takes no new requests; resolves with how many are still unanswered: none, or those at the limit. */
  drain(limitMs: number): Promise<number>;
  close(): Promise<void>;
}

/** Serves one client over two streams, in the protocol generation it begins with. */
export function openStdio(
  parts: GatewayParts,
  { stdin = process.stdin, stdout = process.stdout }: StdioOptions,
  maxMessageBytes: number,
): StdioDoor {
  let current: ClientServer | undefined;
  const listeners = createStdioListeners((addresses) => {
    if (current === undefined) return () => {};
    return listenTo(current.subscriptions, addresses, (error) =>
      parts.logger.info('a resource is not watched', { message: messageOf(error) }),
    );
  });
  const transport = new StdioTransport({ stdin, stdout, clock: parts.clock, maxMessageBytes, listeners });
  const parked = createParkedCalls(parts.clock);
  void transport.closed.then(parked.close);
  const askBy = {
    legacy: legacyClient(() => true),
    modern: modernClient({ parked, isLasting: true, principalOf: () => 'the other end' }),
  };
  const handle = serveStdio(
    ({ era }) => {
      current = createServer(parts, { door: 'stdio', sessionId: newId('mcp') }, askBy[era]);
      current.watch(() => true);
      return current.server;
    },
    { transport, onerror: (error) => parts.logger.debug('mcp client', { message: error.message }) },
  );
  return {
    closed: transport.closed,
    drain: (limitMs) => transport.drain(limitMs),
    close: () => handle.close(),
  };
}
