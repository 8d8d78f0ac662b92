import type { Clock } from './clock.ts';

/**
 * Which limit a piece of work ran into: `limit`, its time was up; `silence`, the time was up since its last sign of life;
 * `maximum`, signs of life may not extend it any further.
 */
export type DeadlineKind = 'limit' | 'silence' | 'maximum';

/** Why a signal made by {@link withDeadline} was aborted, when its time was up. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
  /** The limit that was met; of `maximum`, the whole time. */
  readonly limitMs: number;
  readonly kind: DeadlineKind;

  constructor(limitMs: number, kind: DeadlineKind = 'limit') {
    super(`no answer within ${limitMs} ms`);
    this.limitMs = limitMs;
    this.kind = kind;
  }
}

/** A limit that each sign of life sets back to its beginning, up to `maxMs` in all. A lesser `maxMs` changes nothing. */
export interface ExtendableLimit {
  readonly limitMs: number;
  readonly maxMs: number;
}

/**
 * Runs `work` with a signal that aborts when `parent` does or when its time is up, and rejects at that moment with the
 * signal's reason, whether or not `work` listens; work that has not begun by then does not begin. The timer is always
 * cleared. `Infinity` is no limit; what is no number is none to wait for.
 *
 * `work` may tell of a sign of life with its second argument, as often as it likes.
 */
export async function withDeadline<T>(
  clock: Clock,
  limit: number | ExtendableLimit,
  parent: AbortSignal | undefined,
  work: (signal: AbortSignal, extend: () => void) => Promise<T> | T,
): Promise<T> {
  const controller = new AbortController();
  const onParent = () => controller.abort(parent?.reason);
  if (parent?.aborted) onParent();
  parent?.addEventListener('abort', onParent, { once: true });
  const timer = startTimer(clock, limit, (error) => controller.abort(error));
  try {
    return await new Promise<T>((resolve, reject) => {
      const stop = () => reject(controller.signal.reason);
      if (controller.signal.aborted) return stop();
      controller.signal.addEventListener('abort', stop, { once: true });
      Promise.resolve()
        .then(() => {
          controller.signal.throwIfAborted();
          return work(controller.signal, timer.extend);
        })
        .then(resolve, reject);
    });
  } finally {
    timer.stop();
    parent?.removeEventListener('abort', onParent);
  }
}

function startTimer(clock: Clock, limit: number | ExtendableLimit, end: (error: DeadlineError) => void) {
  const { limitMs, maxMs } = typeof limit === 'number' ? { limitMs: limit, maxMs: limit } : limit;
  const startedAt = clock.now();
  const endAfter = (ms: number, error: DeadlineError) =>
    ms === Number.POSITIVE_INFINITY ? () => {} : clock.schedule(Math.max(ms || 0, 0), () => end(error));
  let cancel: (() => void) | undefined = endAfter(limitMs, new DeadlineError(limitMs));
  return {
    stop() {
      cancel?.();
      cancel = undefined;
    },
    extend() {
      if (cancel === undefined || !(maxMs > limitMs)) return;
      cancel();
      const leftMs = startedAt + maxMs - clock.now();
      cancel =
        leftMs < limitMs
          ? endAfter(leftMs, new DeadlineError(maxMs, 'maximum'))
          : endAfter(limitMs, new DeadlineError(limitMs, 'silence'));
    },
  };
}
