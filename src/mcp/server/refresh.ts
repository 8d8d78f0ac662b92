import type { Clock } from '../../base/clock.ts';

/** A burst of notices is one. */
const DEBOUNCE_MS = 100;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 10_000;

/** What a refresher needs. */
export interface RefresherOptions {
  readonly clock: Clock;
  /** Asks for the list again; tells whether it had changed. Is asked once more when it rejects. */
  readonly run: () => Promise<boolean>;
}

/** Asks a server for its tools again when it says that they changed, but not as often as it says so. */
export interface Refresher {
  /** The server said that its list changed. */
  notice(): void;
  /** No more refreshes. */
  stop(): void;
}

/**
 * A refresher. The first notice is acted on after 0.1 s; between two refreshes lie at least 1 s, and twice as long
 * after each refresh in a row that brought nothing new, up to 10 s. So a real change is seen within seconds, and a server
 * that gives notice at every list is asked six times a minute; one that fails to list is asked again in the same rhythm.
 * One refresh runs at a time; none is lost.
 */
export function createRefresher({ clock, run }: RefresherOptions): Refresher {
  let pauseMs = FIRST_PAUSE_MS;
  let earliest = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | undefined;
  let isRunning = false;
  let isWanted = false;
  let isStopped = false;

  const plan = () => {
    if (isStopped || isRunning || cancel !== undefined) return;
    cancel = clock.schedule(Math.max(DEBOUNCE_MS, earliest - clock.now()), () => void refresh());
  };
  const refresh = async () => {
    cancel = undefined;
    isWanted = false;
    isRunning = true;
    const changed = await run().catch(() => {
      isWanted = true;
      return false;
    });
    isRunning = false;
    pauseMs = changed ? FIRST_PAUSE_MS : Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
    earliest = clock.now() + pauseMs;
    if (isWanted) plan();
  };

  return {
    notice() {
      // Long silence: the server is no chatterbox after all.
      if (clock.now() > earliest + LONGEST_PAUSE_MS) pauseMs = FIRST_PAUSE_MS;
      isWanted = true;
      plan();
    },
    stop() {
      isStopped = true;
      cancel?.();
    },
  };
}
