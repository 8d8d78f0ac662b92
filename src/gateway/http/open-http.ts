import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CallslipError, messageOf } from '../../base/errors.ts';
import type { GatewayParts } from '../client/client-side.ts';
import type { GatewayConfig } from '../config.ts';
import { isLoopback } from './access/host-origin.ts';
import { createApp } from './app.ts';
import { createIntake, type Intake } from './intake.ts';
import { createModernClients } from './modern-clients.ts';
import { createPatientServer } from './patient-server.ts';
import { createLegacySessions } from './sessions/legacy-sessions.ts';

/** A gateway's clients over HTTP. */
export interface HttpDoor {
  /** Where a client is pointed at. */
  readonly url: string;
  readonly port: number;
  /** Where clients find it behind the proxy, as configured. */
  readonly publicUrl?: string;
  /** Takes nothing new; resolves with how many requests are still unanswered: none, or those at the limit. */
  drain(limitMs: number): Promise<number>;
  /** Ends every session, stream and connection. */
  close(): Promise<void>;
}

/** For the ends of streams to reach their clients. */
const LAST_WORDS_MS = 500;

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
  const intake = createIntake(parts.clock);
  const app = createApp({ ...parts, config, intake }, { legacy, modern });
  const server = createPatientServer((request, env) => app.fetch(request, env));
  const close = async () => {
    await Promise.all([legacy.close(), modern.close()]);
    await stop(server, intake);
  };
  try {
    const { address, port } = await listen(server, config);
    // A name leads where the system says, which need not be where it sounds.
    assertGuarded(config, address);
    server.on('error', (error) => parts.logger.warn('http', { message: error.message }));
    return {
      url: `http://${urlHost(config.host)}:${port}${config.path}`,
      port,
      ...(config.publicUrl === undefined ? {} : { publicUrl: config.publicUrl }),
      drain: intake.drain,
      close,
    };
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

async function stop(server: Server, intake: Intake): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await intake.quiet(LAST_WORDS_MS);
  server.closeAllConnections();
  await closed;
}

/** A wildcard address is no place to go to. */
function urlHost(host: string): string {
  const bare = host.replace(/^\[|\]$/gu, '');
  if (['0.0.0.0', '::'].includes(bare)) return '127.0.0.1';
  return bare.includes(':') ? `[${bare}]` : bare;
}
