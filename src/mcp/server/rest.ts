import type { Clock } from '../../base/clock.ts';

/** A wait that somebody else may cut short. One at a time. */
export class Rest {
  readonly #clock: Clock;
  #end: () => void = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Waits `ms`, which may be `Infinity`; or until {@link end} is called or `signal` aborts. Never rejects. */
  take(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      let cancel = () => {};
      const end = () => {
        cancel();
        signal.removeEventListener('abort', end);
        resolve();
      };
      this.#end = end;
      if (signal.aborted || ms <= 0) return end();
      signal.addEventListener('abort', end, { once: true });
      if (ms !== Number.POSITIVE_INFINITY) cancel = this.#clock.schedule(ms, end);
    });
  }

  /** Cuts the present wait short, if there is one. */
  end(): void {
    this.#end();
  }
}
