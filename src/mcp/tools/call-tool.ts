import type { CallContext } from '../../base/call/call-context.ts';
import { fromMcpResult } from '../../base/call/from-mcp-result.ts';
import type { ToolError } from '../../base/call/tool-error.ts';
import { failure, type ToolResult } from '../../base/call/tool-result.ts';
import type { JsonObject } from '../../base/json.ts';
import { maskSecrets } from '../../guard/mask-secrets.ts';
import { callError, UnavailableError } from './call-error.ts';
import type { Ask } from './call-limit.ts';

/** Runs one of a server's tools, by the tool's own name. Never rejects. */
export type CallTool = (toolName: string, args: JsonObject, call: CallContext) => Promise<ToolResult>;

/** What calls of one server's tools need. */
export interface CallToolOptions {
  readonly ask: Ask;
  readonly label: string;
  /** Takes this server's secrets and hidden characters out of a text. */
  readonly mask: (text: string) => string;
  /** What a model must not be told in an error's data either. */
  readonly secrets: readonly string[];
}

/** Makes the function that runs a server's tools: what the server answers is the result, and every failure is a value. */
export function createCallTool({ ask, label, mask, secrets }: CallToolOptions): CallTool {
  const masked = ({ data, ...fault }: ToolError): ToolError => ({
    ...fault,
    message: mask(fault.message),
    ...(data === undefined ? {} : { data: maskSecrets(data, secrets) as JsonObject }),
  });
  return async (toolName, args, call) => {
    try {
      const { signal, sessionId, callId, progress: onProgress } = call;
      return fromMcpResult(
        await ask('tools/call', { name: toolName, arguments: args }, { signal, sessionId, callId, onProgress }),
      );
    } catch (error) {
      if (error instanceof UnavailableError) return failure(error.fault);
      return failure(masked(callError(error, label, call.signal, mask)));
    }
  };
}
