import type { Clock } from '../../base/clock.ts';

/** Who needs a server right now: requests that run, and others who hold it. Tells when nobody has for a while. */
export class Uses {
  readonly #clock: Clock;
  readonly #idleMs: number | undefined;
  readonly #running = new Set<Promise<void>>();
  #holds = 0;
  #onIdle: (() => void) | undefined;
  #cancel = () => {};

  /** @param idleMs how long "a while" is; never without it. */
  constructor(clock: Clock, idleMs: number | undefined) {
    this.#clock = clock;
    this.#idleMs = idleMs;
  }

  /** A request begins; the returned function ends it. */
  begin(): () => void {
    let over = () => {};
    const ended = new Promise<void>((resolve) => {
      over = resolve;
    });
    this.#running.add(ended);
    this.#cancel();
    return () => {
      over();
      if (this.#running.delete(ended)) this.#plan();
    };
  }

  /** Somebody needs the server to be there without asking it; the returned function ends that. */
  hold(): () => void {
    let isOver = false;
    this.#holds++;
    this.#cancel();
    return () => {
      if (isOver) return;
      isOver = true;
      this.#holds--;
      this.#plan();
    };
  }

  /** Resolves when the requests that run at this moment have ended. */
  async presentOnesEnded(): Promise<void> {
    await Promise.all(this.#running);
  }

  /** Calls `onIdle` once when there was no use for a while, counted from now on. */
  watch(onIdle: () => void): void {
    this.#onIdle = onIdle;
    this.#plan();
  }

  /** No more of that. */
  unwatch(): void {
    this.#onIdle = undefined;
    this.#cancel();
  }

  #plan(): void {
    this.#cancel();
    const onIdle = this.#onIdle;
    if (onIdle === undefined || this.#idleMs === undefined || this.#running.size > 0 || this.#holds > 0) return;
    this.#cancel = this.#clock.schedule(this.#idleMs, onIdle);
  }
}
