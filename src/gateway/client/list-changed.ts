import type { Clock } from '../../base/clock.ts';

/** How long nothing may happen before a list counts as settled. */
const SETTLED_AFTER_MS = 250;
/** A list that never settles is looked at after this long all the same, so that one restless server hides no other. */
const PATIENCE_MS = 10_000;

/** Keeps one client informed of whether its list is still the right one. */
export interface ListWatch {
  /** The client was given the list with this fingerprint. */
  seen(fingerprint: string): void;
  /** Looks again, as after a change. */
  recheck(): void;
  close(): void;
}

/** What a watch works with. */
export interface ListWatchOptions {
  /** Calls `listener` when the list may have changed; the returned function ends that. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly clock: Clock;
  /** Fingerprint of what the client would be given now. */
  readonly fingerprint: () => Promise<string>;
  /** Tells the client; false when it can't be told now, and is to be told later. Never throws. */
  readonly notify: () => boolean;
  /** Told of a fingerprint that could not be had. */
  readonly onError: (error: unknown) => void;
}

/**
 * Tells a client once each time the bytes of its list have changed and then been still for 250 ms. A change that was
 * taken back in between, one the client has seen already, and a request for the list never lead to a message.
 */
export function watchList({ subscribe, clock, fingerprint, notify, onError }: ListWatchOptions): ListWatch {
  let known: string | undefined;
  let changes = 0;
  let waitingSince: number | undefined;
  let cancel = () => {};
  let closed = false;

  const look = async () => {
    waitingSince = undefined;
    const before = changes;
    const now = await fingerprint();
    // What changed meanwhile has set the timer anew.
    if (closed || before !== changes || now === known) return;
    if (notify()) known = now;
  };
  const recheck = () => {
    if (closed) return;
    changes++;
    waitingSince ??= clock.now();
    const patience = Math.max(0, waitingSince + PATIENCE_MS - clock.now());
    cancel();
    cancel = clock.schedule(Math.min(SETTLED_AFTER_MS, patience), () => void look().catch(onError));
  };
  const unsubscribe = subscribe(recheck);
  fingerprint().then((first) => {
    known ??= first;
  }, onError);

  return {
    seen(given) {
      // It may have been made before a change that the client was told of.
      const isOther = known !== undefined && given !== known;
      known = given;
      if (isOther) recheck();
    },
    recheck,
    close() {
      closed = true;
      cancel();
      unsubscribe();
    },
  };
}
