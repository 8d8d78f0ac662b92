import type { Clock } from './clock.ts';

/** Why a signal made by {@link withDeadline} was aborted, when its time was up. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
  readonly limitMs: number;

  constructor(limitMs: number) {
    super(`no answer within ${limitMs} ms`);
    this.limitMs = limitMs;
  }
}

/**
 * Runs `work` with a signal that aborts when `parent` does or after `limitMs`, and rejects at that moment with the
 * signal's reason, whether or not `work` listens; work that has not begun by then does not begin. The timer is always
 * cleared. `Infinity` is no limit; what is no number is none to wait for.
 */
export async function withDeadline<T>(
  clock: Clock,
  limitMs: number,
  parent: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T> | T,
): Promise<T> {
  const controller = new AbortController();
  const onParent = () => controller.abort(parent?.reason);
  if (parent?.aborted) onParent();
  parent?.addEventListener('abort', onParent, { once: true });
  const cancel =
    limitMs === Number.POSITIVE_INFINITY
      ? () => {}
      : clock.schedule(Math.max(limitMs || 0, 0), () => controller.abort(new DeadlineError(limitMs)));
  try {
    return await new Promise<T>((resolve, reject) => {
      const stop = () => reject(controller.signal.reason);
      if (controller.signal.aborted) return stop();
      controller.signal.addEventListener('abort', stop, { once: true });
      Promise.resolve()
        .then(() => {
          controller.signal.throwIfAborted();
          return work(controller.signal);
        })
        .then(resolve, reject);
    });
  } finally {
    cancel();
    parent?.removeEventListener('abort', onParent);
  }
}
