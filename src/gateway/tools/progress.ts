import type { ServerContext } from '@modelcontextprotocol/server';
import type { Progress } from '../../base/call/call-context.ts';
import type { Clock } from '../../base/clock.ts';

/**
 * Between the last progress and the answer. Clients over stdio that read both in one piece take the answer first and throw
 * the progress away.
 */
const GAP_MS = 5;

/** Passes one request's progress on to the client that made it. */
export interface ProgressReport {
  readonly onProgress: (callId: string, progress: Progress) => void;
  /**
   * After this nothing is passed on: a client may not hear of a request that was answered. Resolves when it may be: 5 ms
   * after the last progress.
   */
  end(): Promise<void>;
}

/** Reports under the client's own token, as it came; absent when the client asked for no progress. */
export function reportProgress({ mcpReq }: ServerContext, clock: Clock): ProgressReport | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (typeof progressToken !== 'string' && typeof progressToken !== 'number') return undefined;
  let ended = false;
  let reportedAt = Number.NEGATIVE_INFINITY;
  return {
    onProgress(_callId, { progress, total, message }) {
      if (ended) return;
      const params = {
        progressToken,
        progress,
        ...(total === undefined ? {} : { total }),
        ...(message === undefined ? {} : { message }),
      };
      reportedAt = clock.now();
      // A client that has gone away is no reason to end the call.
      mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
    },
    async end() {
      ended = true;
      const waitMs = reportedAt + GAP_MS - clock.now();
      if (waitMs > 0) await new Promise<void>((resolve) => clock.schedule(waitMs, resolve));
    },
  };
}
