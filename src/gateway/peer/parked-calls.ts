import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Clock } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import { DISPATCH_RANGES } from '../../dispatch/config.ts';
import type { AskedCall } from './asked-call.ts';

/** Calls that may wait for their clients at a time. */
const MAX_PARKED = 1_000;
/** A call ends by its own limit; whatever has none may wait as long as the longest of these. */
const LIMIT_MS = DISPATCH_RANGES.call_timeout.max * 1000;
/** So long a result is kept for a client that was away when its call ended. */
const KEPT_MS = 60_000;

/** Who may come back to a call, and with what. */
export interface Claim {
  /** Tells clients apart that prove who they are. */
  readonly principal: string;
  /** Digest of the request; the client sends the same again. */
  readonly request: string;
}

/** Calls whose clients are away to find an answer. */
export interface ParkedCalls {
  /**
   * Keeps a call until it is taken, or has ended a while ago. Gives the `requestState` that it is taken with: signed, for
   * this claim and this process, and good for one time. Absent when there are too many.
   */
  park(call: AskedCall, claim: Claim): string | undefined;
  /**
   * Takes the call out again.
   *
   * @throws ProtocolError -32602 when the state was not given out for this claim, or is used up. No call is touched then.
   */
  take(state: unknown, claim: Claim): AskedCall;
  /** Ends them all. */
  close(): void;
}

interface ParkedCall {
  readonly call: AskedCall;
  /** Takes back the timer that would end the waiting. */
  cancelTimer: () => void;
  /** Takes back that the call's end is looked out for. */
  readonly lookAway: () => void;
}

/** Without calls yet. @param maxParked calls at a time. @default 1000 */
export function createParkedCalls(clock: Clock, maxParked: number = MAX_PARKED): ParkedCalls {
  const key = randomBytes(32);
  const parked = new Map<string, ParkedCall>();
  const sign = (id: string, { principal, request }: Claim) =>
    createHmac('sha256', key)
      .update(JSON.stringify([id, principal, request]))
      .digest();

  const remove = (id: string): AskedCall | undefined => {
    const entry = parked.get(id);
    entry?.cancelTimer();
    entry?.lookAway();
    parked.delete(id);
    return entry?.call;
  };
  const giveUp = (id: string, reason: string) => remove(id)?.abort(new Error(reason));

  return {
    park(call, claim) {
      if (parked.size >= maxParked) return undefined;
      const id = newId('asked');
      const lookAway = call.onEnd(() => {
        entry.cancelTimer();
        if (call.signal.aborted) return remove(id);
        entry.cancelTimer = clock.schedule(KEPT_MS, () => remove(id));
      });
      const cancelTimer = clock.schedule(LIMIT_MS, () => giveUp(id, 'the client did not come back with an answer'));
      const entry: ParkedCall = { call, cancelTimer, lookAway };
      parked.set(id, entry);
      return `${id}.${sign(id, claim).toString('base64url')}`;
    },
    take(state, claim) {
      const [id = '', signature = ''] = typeof state === 'string' ? state.split('.') : [];
      const given = Buffer.from(signature, 'base64url');
      const own = sign(id, claim);
      if (given.length !== own.length || !timingSafeEqual(given, own)) {
        throw refusal('this requestState was not given out by this process to this client for this request');
      }
      const call = remove(id);
      if (call === undefined) throw refusal('this requestState was used already, or its call has ended');
      return call;
    },
    close() {
      for (const id of [...parked.keys()]) giveUp(id, 'the gateway was stopped');
    },
  };
}

function refusal(what: string): ProtocolError {
  const message = `${what}; send the request again without it, to begin anew`;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, { reason: 'invalid_request_state' });
}
