import { isJsonContentType, isLegacyRequest, readRequestBody } from '@modelcontextprotocol/server';
import { Hono, type MiddlewareHandler } from 'hono';
import type { Logger } from '../../base/logger.ts';
import type { GatewayConfig } from '../config.ts';
import { health } from './health.ts';
import { createAddressCheck } from './host-origin.ts';
import type { LegacySessions } from './legacy-sessions.ts';
import { limitUnread } from './limit-unread.ts';
import type { ModernClients } from './modern-clients.ts';
import { rpcError } from './rpc-error.ts';
import { createTokenCheck } from './token.ts';

/** Who answers, by generation. */
export interface McpClients {
  readonly legacy: Pick<LegacySessions, 'handle'>;
  readonly modern: Pick<ModernClients, 'handle'>;
}

/** The HTTP door: the MCP endpoint behind its checks, and `/healthz`. */
export function createApp(config: GatewayConfig, clients: McpClients, logger: Logger): Hono {
  const app = new Hono({ strict: false });
  app.get('/healthz', health);
  app.use(config.path, checkAddress(config), checkToken(config));
  app.all(config.path, ({ req }) => answer(req.raw, config.maxRequestBytes, clients));
  app.onError((error) => {
    logger.error('http', { message: error.message });
    return rpcError(500, { code: -32603, message: 'something went wrong in the gateway' });
  });
  app.notFound(() =>
    Response.json({ error: `there is nothing here; the MCP endpoint is ${config.path}` }, { status: 404 }),
  );
  return app;
}

function checkAddress(config: GatewayConfig): MiddlewareHandler {
  const objection = createAddressCheck(config);
  return async ({ req }, next) => {
    const message = objection(req.raw.headers);
    return message === undefined ? next() : rpcError(403, { code: -32000, message });
  };
}

function checkToken({ tokens }: GatewayConfig): MiddlewareHandler {
  const check = createTokenCheck(tokens);
  return async ({ req }, next) => {
    const verdict = check(req.raw.headers);
    if (verdict === 'ok') return next();
    const [message, challenge] =
      verdict === 'missing'
        ? ['a token is needed: send it as "Authorization: Bearer …"', 'Bearer']
        : ['the token is not the right one', 'Bearer error="invalid_token"'];
    return rpcError(401, { code: -32000, message }, { headers: { 'www-authenticate': challenge } });
  };
}

/** Reads the body once, for both generations, and within bounds. */
async function answer(request: Request, maxRequestBytes: number, clients: McpClients): Promise<Response> {
  if (request.method !== 'POST') return route(request, undefined, clients);
  if (!isJsonContentType(request.headers.get('content-type'))) {
    return rpcError(415, { code: -32000, message: 'the body must be application/json' });
  }
  const read = await readRequestBody(request, maxRequestBytes).catch(() => undefined);
  if (read === undefined) return rpcError(400, { code: -32700, message: 'the body could not be read' });
  if (read.tooLarge) {
    return rpcError(413, { code: -32000, message: `the body is longer than ${maxRequestBytes} bytes` });
  }
  const body = parse(read.text);
  if (body === undefined) return rpcError(400, { code: -32700, message: 'the body is not valid JSON' });
  return route(request, body, clients);
}

async function route(request: Request, body: unknown, { legacy, modern }: McpClients): Promise<Response> {
  const clients = (await isLegacyRequest(request, body)) ? legacy : modern;
  return limitUnread(await clients.handle(request, body));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
