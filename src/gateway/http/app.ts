import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { GatewayConfig } from '../config.ts';
import { allowOrigins } from './access/cross-origin.ts';
import { createAddressCheck } from './access/host-origin.ts';
import { bearerChallenge, resourceMetadata } from './access/resource-metadata.ts';
import { createTokenCheck } from './access/token.ts';
import { logAccess } from './access-log.ts';
import { answer, type DoorParts, type McpClients, notAllowed } from './answer.ts';
import { health, readiness } from './health.ts';
import { createForwarded, type Seen } from './proxy/forwarded.ts';
import { createPublicAddress, type PublicAddress } from './proxy/public-address.ts';
import { rpcError } from './rpc-error.ts';

/** What is known of each request. */
interface Door {
  readonly Bindings: HttpBindings;
  readonly Variables: { seen: Seen };
}

/** The HTTP door: the MCP endpoint behind its checks, what tells how to get in, `/healthz` and `/readyz`. */
export function createApp(parts: DoorParts, clients: McpClients): Hono<Door> {
  const { config, registry, logger, intake } = parts;
  const address = createPublicAddress(config);
  const app = new Hono<Door>({ strict: false });
  app.use(takeNote(parts));
  for (const base of address.bases) {
    answerOn(app, [`${base}/healthz`], health);
    answerOn(app, [`${base}/readyz`], () => readiness(registry.sources(), intake.isDraining));
  }
  const isAddressed = checkAddress(config);
  const isReadable = allowOrigins(config.allowedOrigins);
  if (config.tokens.length > 0) {
    for (const path of address.metadataPaths) app.use(path, isAddressed, isReadable);
    answerOn(app, address.metadataPaths, ({ req, var: { seen } }) =>
      resourceMetadata(address.of(req.header('host'), seen).endpoint, config),
    );
  }
  for (const path of address.endpoints) {
    app.use(path, isAddressed, isReadable, checkToken(config, address));
    app.all(path, ({ req, env }) => answer(req.raw, env.outgoing, parts, clients));
  }
  app.onError((error) => {
    logger.error('http', { message: error.message });
    return rpcError(500, { code: -32603, message: 'something went wrong in the gateway' });
  });
  app.notFound(() =>
    Response.json({ error: `there is nothing here; the MCP endpoint is ${config.path}` }, { status: 404 }),
  );
  return app;
}

/** What is there to be read and nothing else. */
function answerOn(app: Hono<Door>, paths: readonly string[], read: (context: Context<Door>) => Response): void {
  for (const path of paths) {
    app.get(path, read);
    app.all(path, () => notAllowed(['GET', 'HEAD']));
  }
}

function takeNote({ config, intake, logger, clock }: DoorParts): MiddlewareHandler<Door> {
  const forwarded = createForwarded(config.trustedProxies);
  return async ({ env, req, set }, next) => {
    const seen = forwarded(env.incoming);
    set('seen', seen);
    intake.opened(env.outgoing);
    logAccess(req.raw, env.outgoing, seen, { logger, clock });
    return next();
  };
}

function checkAddress(config: GatewayConfig): MiddlewareHandler<Door> {
  const objection = createAddressCheck(config);
  return async ({ req, var: { seen } }, next) => {
    const message = objection(req.raw.headers, seen.host);
    return message === undefined ? next() : rpcError(403, { code: -32000, message });
  };
}

function checkToken({ tokens }: GatewayConfig, address: PublicAddress): MiddlewareHandler<Door> {
  const check = createTokenCheck(tokens);
  return async ({ req, var: { seen } }, next) => {
    const verdict = check(req.raw.headers);
    if (verdict === 'ok') return next();
    const { metadata } = address.of(req.header('host'), seen);
    const [message, challenge] =
      verdict === 'missing'
        ? ['a token is needed: send it as "Authorization: Bearer …"', bearerChallenge(metadata)]
        : ['the token is not the right one', bearerChallenge(metadata, 'invalid_token')];
    return rpcError(401, { code: -32000, message }, { headers: { 'www-authenticate': challenge } });
  };
}
