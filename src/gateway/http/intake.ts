import type { ServerResponse } from 'node:http';
import type { Clock } from '../../base/clock.ts';

/** What has come in over HTTP and is not over yet. */
export interface Intake {
  /** True once nothing new is taken in. */
  readonly isDraining: boolean;
  /** Every response that is open: answers, and streams that only listen. */
  opened(response: ServerResponse): void;
  /** Something was asked, and is being answered on `response`. */
  asked(response: ServerResponse): void;
  /** Takes nothing new in from now on, and resolves with how many are still unanswered: none, or those at the limit. */
  drain(limitMs: number): Promise<number>;
  /** Resolves when no response is open, or at the limit. */
  quiet(limitMs: number): Promise<void>;
}

/** Nothing has come in. */
export function createIntake(clock: Clock): Intake {
  const open = createTally(clock);
  const unanswered = createTally(clock);
  let isDraining = false;
  return {
    get isDraining() {
      return isDraining;
    },
    opened: open.add,
    asked: unanswered.add,
    drain(limitMs) {
      isDraining = true;
      return unanswered.empty(limitMs);
    },
    async quiet(limitMs) {
      await open.empty(limitMs);
    },
  };
}

/** Responses that are not yet sent whole, or broken off. */
function createTally(clock: Clock) {
  const responses = new Set<ServerResponse>();
  const waiting = new Set<() => void>();
  return {
    add(response: ServerResponse) {
      responses.add(response);
      response.once('close', () => {
        responses.delete(response);
        if (responses.size === 0) for (const finish of waiting) finish();
      });
    },
    empty(limitMs: number): Promise<number> {
      if (responses.size === 0 || limitMs === 0) return Promise.resolve(responses.size);
      return new Promise((resolve) => {
        const finish = () => {
          cancel();
          waiting.delete(finish);
          resolve(responses.size);
        };
        const cancel = clock.schedule(limitMs, finish);
        waiting.add(finish);
      });
    },
  };
}
