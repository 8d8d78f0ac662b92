import type { Implementation, JSONRPCRequest, Result, ServerContext } from '@modelcontextprotocol/server';
import { TappedServer } from '../peer/tapped-server.ts';
import { clientInfo } from './client-info.ts';

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** The requests with which clients of the two generations begin, and whose answers hold instructions. */
const BEGINNINGS: ReadonlySet<string> = new Set(['initialize', 'server/discover']);

/** The SDK's server with instructions that depend on the client; the SDK itself wants them before it knows the client. */
export class InstructingServer extends TappedServer {
  /** Gives the instructions for a client that begins now. Never rejects. */
  instruct: (client: Implementation | undefined, signal: AbortSignal) => Promise<string> = async () => '';

  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = super._wrapHandler(method, handler);
    if (!BEGINNINGS.has(method)) return wrapped;
    return async (request, context) => {
      const answer = await wrapped(request, context);
      return { ...answer, instructions: await this.instruct(clientInfo(this, context), context.mcpReq.signal) };
    };
  }
}
