import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { CallslipError, messageOf } from '../../base/errors.ts';
import type { GatewayParts } from '../client/client-side.ts';
import type { GatewayConfig } from '../config.ts';
import { createApp } from './app.ts';
import { isLoopback } from './host-origin.ts';
import { createLegacySessions } from './legacy-sessions.ts';
import { createModernClients } from './modern-clients.ts';

/** A gateway's clients over HTTP. */
export interface HttpDoor {
  /** Where a client is pointed at. */
  readonly url: string;
  readonly port: number;
  /** Ends every session, stream and connection. */
  close(): Promise<void>;
}

/**
 * Listens for clients of both generations.
 *
 * @throws CallslipError `invalid-config` when the address needs a token and there is none, or the token can't be used.
 * @throws CallslipError `gateway-failed` when the address can't be listened on; `data.reason` is the system's code, such
 * as `EADDRINUSE`.
 */
export async function openHttp(parts: GatewayParts, config: GatewayConfig): Promise<HttpDoor> {
  assertGuarded(config, config.host);
  const legacy = createLegacySessions(parts, config);
  const modern = createModernClients(parts);
  const { fetch } = createApp(config, { legacy, modern }, parts.logger);
  const server = createAdaptorServer({ fetch, overrideGlobalObjects: false }) as Server;
  const close = async () => {
    await Promise.all([legacy.close(), modern.close()]);
    await stop(server);
  };
  try {
    const { address, port } = await listen(server, config);
    // A name leads where the system says, which need not be where it sounds.
    assertGuarded(config, address);
    server.on('error', (error) => parts.logger.warn('http', { message: error.message }));
    return { url: `http://${urlHost(config.host)}:${port}${config.path}`, port, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function assertGuarded({ tokens, tokenFault }: GatewayConfig, host: string): void {
  if (tokenFault !== undefined) {
    throw new CallslipError('invalid-config', `the gateway stays shut: ${tokenFault}`, {
      data: { key: 'gateway.token' },
    });
  }
  if (tokens.length > 0 || isLoopback(host)) return;
  throw new CallslipError(
    'invalid-config',
    `the gateway may not listen on ${host} without a token, for others can reach it there: set gateway.token, or listen on 127.0.0.1`,
    { data: { key: 'gateway.token', host } },
  );
}

function listen(server: Server, { host, port }: GatewayConfig): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const message = `the gateway can't listen on ${host}:${port}: ${messageOf(error)}`;
      reject(
        new CallslipError('gateway-failed', message, {
          data: { host, port, reason: error.code ?? 'unknown' },
          cause: error,
        }),
      );
    });
    server.listen(port, host.replace(/^\[|\]$/gu, ''), () => resolve(server.address() as AddressInfo));
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** A wildcard address is no place to go to. */
function urlHost(host: string): string {
  const bare = host.replace(/^\[|\]$/gu, '');
  if (['0.0.0.0', '::'].includes(bare)) return '127.0.0.1';
  return bare.includes(':') ? `[${bare}]` : bare;
}
