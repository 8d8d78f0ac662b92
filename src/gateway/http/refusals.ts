import type { Server } from '@modelcontextprotocol/server';
import { RefusedRequest } from '../client/refused-request.ts';

/** Gives refused requests the status that the protocol of 2026-07-28 wants; the SDK answers what a method throws with 200. */
export interface Refusals {
  /** Takes note of what this server refuses. */
  watch(server: Server): Server;
  /** The answer to a request, with its status if it was refused. */
  withStatus(request: Request, response: Response): Response;
}

/** Without any yet. */
export function createRefusals(): Refusals {
  const statuses = new WeakMap<Request, number>();
  return {
    watch(server) {
      const answer = server.fallbackRequestHandler;
      server.fallbackRequestHandler = async (request, context) => {
        try {
          return (await answer?.(request, context)) ?? {};
        } catch (error) {
          const { req } = context.http ?? {};
          if (error instanceof RefusedRequest && req !== undefined) statuses.set(req, error.status);
          throw error;
        }
      };
      return server;
    },
    withStatus(request, response) {
      const status = statuses.get(request);
      const isWhole = response.headers.get('content-type')?.startsWith('application/json') === true;
      if (status === undefined || !isWhole) return response;
      return new Response(response.body, { status, headers: response.headers });
    },
  };
}
