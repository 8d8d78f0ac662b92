import type { Session } from '../../dispatch/session.ts';

/** A session that may be given up while calls still run in it. */
export interface RetirableSession extends Session {
  /** Closes it, when the last of its calls has ended. */
  retire(): void;
}

/** @param close called once, when it has been retired and nothing runs in it. */
export function createRetirable(session: Session, close: () => void): RetirableSession {
  let running = 0;
  let isRetired = false;
  const rest = () => {
    if (isRetired && running === 0) close();
  };
  return {
    ...session,
    async dispatch(calls, options) {
      running++;
      try {
        return await session.dispatch(calls, options);
      } finally {
        running--;
        rest();
      }
    },
    retire() {
      isRetired = true;
      rest();
    },
  };
}
