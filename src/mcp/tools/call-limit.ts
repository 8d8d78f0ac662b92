import type { JsonObject } from '../../base/json.ts';
import { noteWait } from '../../base/wait-note.ts';
import type { ServerConfig } from '../config.ts';
import type { Caller } from '../upstream/upstream.ts';

/** Sends a server a request on somebody's behalf. */
export type Ask = (method: string, params: JsonObject, caller: Caller) => Promise<JsonObject>;

/**
 * Holds back `tools/call`: as many run at once as the server's entry allows, whoever makes them and over whatever
 * connection; the others wait in the order of asking. One that is cancelled while it waits is never sent, and rejects with
 * its signal's reason. Without a limit nothing waits.
 */
export function limitCalls(
  ask: Ask,
  { maxParallelCalls, label }: Pick<ServerConfig, 'maxParallelCalls' | 'label'>,
): Ask {
  if (maxParallelCalls === undefined) return ask;
  const slots = createSlots(
    maxParallelCalls,
    `a free place at server ${label}, which runs at most ${maxParallelCalls} at a time`,
  );
  return async (method, params, caller) => {
    if (method !== 'tools/call') return ask(method, params, caller);
    await slots.take(caller.signal);
    try {
      return await ask(method, params, caller);
    } finally {
      slots.giveBack();
    }
  };
}

/** A fixed number of places, given out in the order of asking. */
export interface Slots {
  /** Resolves when the asker has a place, to be given back. Rejects with the signal's reason. */
  take(signal: AbortSignal): Promise<void>;
  giveBack(): void;
}

/** Makes `limit` places. While somebody waits for one, `awaited` is noted behind its signal. */
export function createSlots(limit: number, awaited: string): Slots {
  let free = limit;
  /** First in, first out; leaving costs nothing, however many wait. */
  const waiting = new Set<() => void>();
  return {
    async take(signal: AbortSignal): Promise<void> {
      signal.throwIfAborted();
      if (free > 0) {
        free--;
        return;
      }
      const forget = noteWait(signal, awaited);
      await new Promise<void>((resolve, reject) => {
        const enter = () => {
          signal.removeEventListener('abort', leave);
          forget();
          resolve();
        };
        const leave = () => {
          waiting.delete(enter);
          reject(signal.reason);
        };
        waiting.add(enter);
        signal.addEventListener('abort', leave, { once: true });
      });
    },
    giveBack() {
      const [next] = waiting;
      if (next === undefined) {
        free++;
        return;
      }
      waiting.delete(next);
      next();
    },
  };
}
