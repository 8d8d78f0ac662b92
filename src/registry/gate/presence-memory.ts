import type { Clock } from '../../base/clock.ts';
import type { Gate, GateVerdict } from './gate.ts';

/** Milliseconds for which a presence verdict holds. */
const VERDICT_HOLDS_MS = 30_000;

/** Milliseconds after the last success within which a failure is taken for a flaky probe. */
const FLAKE_GRACE_MS = 60_000;

/** What is remembered of presence gates: each one's last verdict, and when it last said yes. */
export interface PresenceMemory {
  /** The verdict that still holds, if any. */
  recall(gate: Gate): GateVerdict | undefined;
  /** Takes a fresh verdict and gives the one to believe. A flake is not remembered, so that the next one asks again. */
  settle(gate: Gate, fresh: GateVerdict): GateVerdict;
  /** Forgets everything, after a change of configuration. */
  forget(): void;
}

interface Entry {
  readonly held?: { readonly verdict: GateVerdict; readonly at: number };
  readonly lastYesAt?: number;
}

/** One memory for one registry, on its clock. Gates that are no longer used are not held. */
export function createPresenceMemory(clock: Clock): PresenceMemory {
  let entries = new WeakMap<Gate, Entry>();
  return {
    recall(gate) {
      const held = entries.get(gate)?.held;
      return held !== undefined && clock.now() - held.at < VERDICT_HOLDS_MS ? held.verdict : undefined;
    },
    settle(gate, fresh) {
      const at = clock.now();
      const lastYesAt = entries.get(gate)?.lastYesAt;
      if (fresh.ok) {
        entries.set(gate, { held: { verdict: fresh, at }, lastYesAt: at });
        return fresh;
      }
      if (lastYesAt !== undefined && at - lastYesAt < FLAKE_GRACE_MS) {
        entries.set(gate, { lastYesAt });
        return { ok: true };
      }
      entries.set(gate, { held: { verdict: fresh, at }, ...(lastYesAt === undefined ? {} : { lastYesAt }) });
      return fresh;
    },
    forget() {
      entries = new WeakMap();
    },
  };
}
