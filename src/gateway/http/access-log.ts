import type { ServerResponse } from 'node:http';
import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import { displayName } from '../../guard/display-name.ts';
import type { Seen } from './proxy/forwarded.ts';

/** Tells of one request, for whoever looks closely, once it is over. No header and no query is told: both hold secrets. */
export function logAccess(
  request: Pick<Request, 'method' | 'url'>,
  response: ServerResponse,
  { client = 'unknown' }: Seen,
  { logger, clock }: { readonly logger: Logger; readonly clock: Clock },
): void {
  const { method, url } = request;
  const since = clock.now();
  response.once('close', () => {
    const path = displayName(new URL(url).pathname, 200);
    logger.debug('http request', {
      method,
      path,
      status: response.statusCode,
      client,
      ms: Math.round(clock.now() - since),
    });
  });
}
