import type { Clock } from '../../../base/clock.ts';
import type { Fault } from '../fault.ts';
import { backOffMs } from './back-off.ts';

/** After this long without a fault, earlier ones are forgotten. */
const STABLE_MS = 5 * 60_000;
/** Faults in a row for which calls wait; with the next one the server counts as failed. */
const PATIENCE = 2;
/** What differs each time although it is the same: process ids, times, addresses, ids. */
const CHANGING = /0x[0-9a-f]+|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|\b[0-9a-f]{12,}\b|\d+/gi;

/** What follows from a fault: giving up, or a wait before the next try, which calls sit out or not. */
export type Verdict =
  | { readonly isPermanent: true }
  | { readonly isPermanent: false; readonly waitMs: number; readonly isFailed: boolean };

/** The faults of a server since it last ran well. */
export class FaultRecord {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #patienceMs: number;
  #count = 0;
  #last: { readonly fault: Fault; readonly at: number } | undefined;
  #downSince: number;

  /** @param patienceMs how long an outage may be before the server counts as failed, however few the faults. */
  constructor(clock: Clock, random: () => number, patienceMs: number) {
    this.#clock = clock;
    this.#random = random;
    this.#patienceMs = patienceMs;
    this.#downSince = clock.now();
  }

  /** How many came in a row. */
  get count(): number {
    return this.#count;
  }

  /** The latest, and when it came, in milliseconds of the clock; also when it is forgotten. */
  get last(): { readonly fault: Fault; readonly at: number } | undefined {
    return this.#last;
  }

  /** Calls begin to wait for the server now. */
  beginOutage(): void {
    this.#downSince = this.#clock.now();
  }

  /** The server has been up since then, and is not any more. */
  endUptime(since: number): void {
    if (this.#clock.now() - since >= STABLE_MS) this.#count = 0;
    this.beginOutage();
  }

  /** Something changed, so what was does not count any more. */
  forget(): void {
    this.#count = 0;
    this.beginOutage();
  }

  add(fault: Fault): Verdict {
    const before = this.#count === 0 ? undefined : this.#last?.fault;
    const now = this.#clock.now();
    this.#count++;
    this.#last = { fault, at: now };
    const isAgain = fault.kind === 'early' && before?.kind === 'early' && isAlike(fault, before);
    if (fault.kind === 'permanent' || isAgain) return { isPermanent: true };
    return {
      isPermanent: false,
      waitMs: backOffMs(this.#count, this.#random),
      isFailed: this.#count > PATIENCE || now - this.#downSince >= this.#patienceMs,
    };
  }
}

/** Whether two faults tell the same, but for what differs each time. */
export function isAlike(a: Fault, b: Fault): boolean {
  return a.reason.replace(CHANGING, '#') === b.reason.replace(CHANGING, '#') && exitOf(a) === exitOf(b);
}

function exitOf({ reason }: Fault): string | undefined {
  return /^(?:exited with code|answered HTTP) \d+/.exec(reason)?.[0];
}
