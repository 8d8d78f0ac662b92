import type { ServerContext } from '@modelcontextprotocol/server';
import type { Progress } from '../base/call/call-context.ts';

/** Passes one request's progress on to the client that made it. */
export interface ProgressReport {
  readonly onProgress: (callId: string, progress: Progress) => void;
  /** After this nothing is passed on: a client may not hear of a request that was answered. */
  end(): void;
}

/** Reports under the client's own token, as it came; absent when the client asked for no progress. */
export function reportProgress({ mcpReq }: ServerContext): ProgressReport | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (typeof progressToken !== 'string' && typeof progressToken !== 'number') return undefined;
  let ended = false;
  return {
    onProgress(_callId, { progress, total, message }) {
      if (ended) return;
      const params = {
        progressToken,
        progress,
        ...(total === undefined ? {} : { total }),
        ...(message === undefined ? {} : { message }),
      };
      // A client that has gone away is no reason to end the call.
      mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
    },
    end() {
      ended = true;
    },
  };
}
