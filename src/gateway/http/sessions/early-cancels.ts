import type { RequestId } from '@modelcontextprotocol/server';
import type { Clock } from '../../../base/clock.ts';

/** A request that comes later than this after its cancellation is another one under the same id. */
const KEPT_MS = 10_000;
const MAX_KEPT = 100;

/** Cancellations that came before the requests they are about. */
export interface EarlyCancels {
  note(id: RequestId): void;
  /** True, once, when the request that has come now was cancelled before. */
  take(id: RequestId): boolean;
}

/** Each POST has a connection of its own, so a cancellation can overtake its request; lost, the call would go on. */
export function createEarlyCancels(clock: Clock): EarlyCancels {
  const noted = new Map<RequestId, number>();
  return {
    note(id) {
      noted.delete(id);
      noted.set(id, clock.now());
      const [oldest] = noted.keys();
      if (noted.size > MAX_KEPT && oldest !== undefined) noted.delete(oldest);
    },
    take(id) {
      const at = noted.get(id);
      noted.delete(id);
      return at !== undefined && clock.now() - at <= KEPT_MS;
    },
  };
}
