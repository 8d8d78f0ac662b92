import { validateOriginHeader } from '@modelcontextprotocol/server';
import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';

/** Of what we answer with, all that a client has to read. */
const READABLE = ['Mcp-Session-Id', 'MCP-Protocol-Version', 'WWW-Authenticate', 'Retry-After'];
/** For a browser to remember what it may do. */
const MAX_AGE_SECONDS = 600;

/**
 * Lets the web pages that the configuration names use the door: answers a browser's question beforehand, and lets the
 * page read what comes back. Its origin is named back, never `*`, and cookies are not for us. The pages of this machine
 * count only when they are named, too.
 */
export function allowOrigins(origins: readonly string[]): MiddlewareHandler {
  const isAllowed = (origin: string) => origins.includes('*') || validateOriginHeader(origin, [...origins]).ok;
  const share = cors({
    origin: (origin) => (origin !== '' && isAllowed(origin) ? origin : null),
    allowMethods: ['GET', 'POST', 'DELETE'],
    exposeHeaders: READABLE,
    maxAge: MAX_AGE_SECONDS,
  });
  // Only browsers send an origin.
  return (context, next) => (context.req.header('origin') === undefined ? next() : share(context, next));
}
