import type { Readable, Writable } from 'node:stream';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { newId } from '../../base/ids.ts';
import type { GatewayParts } from '../client/client-side.ts';
import { createServer } from '../client/create-server.ts';
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
  close(): Promise<void>;
}

/** Serves one client over two streams, in the protocol generation it begins with. */
export function openStdio(
  parts: GatewayParts,
  { stdin = process.stdin, stdout = process.stdout }: StdioOptions,
  maxMessageBytes: number,
): StdioDoor {
  const transport = new StdioTransport({ stdin, stdout, clock: parts.clock, maxMessageBytes });
  const handle = serveStdio(
    () => {
      const { server, watch } = createServer(parts, { door: 'stdio', sessionId: newId('mcp') });
      watch(() => true);
      return server;
    },
    { transport, onerror: (error) => parts.logger.debug('mcp client', { message: error.message }) },
  );
  return { closed: transport.closed, close: () => handle.close() };
}
