import type { Server } from 'node:http';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';

/** How long a client may take to say what it wants, in milliseconds, so that none keeps a connection busy with saying it. */
export interface Patience {
  /** For the headers of a request. */
  readonly headersTimeout: number;
  /** For a request with its body; what is sent back may take any time. */
  readonly requestTimeout: number;
  /** For the next request on a connection; a little more than proxies keep one, so that they end it and not we. */
  readonly keepAliveTimeout: number;
  /** How often the first two are looked at. */
  readonly connectionsCheckingInterval: number;
}

const PATIENCE: Patience = {
  headersTimeout: 20_000,
  requestTimeout: 120_000,
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 5_000,
};

/** An HTTP server that does not listen yet. Who takes too long gets 408 and loses the connection. */
export function createPatientServer(
  fetch: (request: Request, env: HttpBindings) => Response | Promise<Response>,
  patience: Patience = PATIENCE,
): Server {
  return createAdaptorServer({
    fetch: (request, env) => fetch(request, env as HttpBindings),
    overrideGlobalObjects: false,
    serverOptions: { ...patience },
  }) as Server;
}
