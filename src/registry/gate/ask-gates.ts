import type { Clock } from '../../base/clock.ts';
import { withDeadline } from '../../base/deadline.ts';
import { messageOf } from '../../base/errors.ts';
import type { Scope } from '../scope.ts';
import type { Gate, GateVerdict } from './gate.ts';
import type { PresenceMemory } from './presence-memory.ts';

/** Milliseconds a presence gate may take. */
const PRESENCE_LIMIT_MS = 2_000;

/** Milliseconds a permission gate may take; silence is a no. */
const PERMISSION_LIMIT_MS = 5_000;

/** What the gates said. */
export interface GateAnswers {
  verdict(gate: Gate): GateVerdict;
  /** One sentence for each gate that threw, did not answer in time, or answered nonsense. */
  readonly warnings: readonly string[];
}

/** What asking needs. */
export interface GateContext {
  readonly scope: Scope;
  readonly memory: PresenceMemory;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/** Asks each gate once, all side by side. Never throws: a gate that fails says no. */
export async function askGates(gates: ReadonlySet<Gate>, context: GateContext): Promise<GateAnswers> {
  const verdicts = new Map<Gate, GateVerdict>();
  const warnings: string[] = [];
  await Promise.all(
    [...gates].map(async (gate) => {
      verdicts.set(gate, await ask(gate, context, warnings));
    }),
  );
  return {
    verdict: (gate) => verdicts.get(gate) ?? { ok: false, reason: 'its gate was not asked' },
    warnings: warnings.sort(),
  };
}

async function ask(gate: Gate, context: GateContext, warnings: string[]): Promise<GateVerdict> {
  const remembers = gate.kind === 'presence' && gate.remember !== false;
  const held = remembers ? context.memory.recall(gate) : undefined;
  if (held !== undefined) return held;
  const fresh = await freshVerdict(gate, context, warnings);
  // A caller that went away says nothing about the thing probed.
  if (!remembers || context.signal?.aborted) return fresh;
  const believed = context.memory.settle(gate, fresh);
  if (believed.ok && !fresh.ok)
    warnings.push(`gate "${gate.name}" said no shortly after a yes; taken for a flaky probe`);
  return believed;
}

async function freshVerdict(gate: Gate, context: GateContext, warnings: string[]): Promise<GateVerdict> {
  const limitMs = gate.kind === 'permission' ? PERMISSION_LIMIT_MS : PRESENCE_LIMIT_MS;
  try {
    const answer: unknown = await withDeadline(context.clock, limitMs, context.signal, (signal) =>
      gate.check({ scope: context.scope, signal }),
    );
    const verdict = readVerdict(answer);
    if (verdict !== undefined) return verdict;
    warnings.push(`gate "${gate.name}" answered neither true, false nor { ok }; it counts as no`);
  } catch (error) {
    warnings.push(`gate "${gate.name}" failed and counts as no: ${messageOf(error)}`);
  }
  return { ok: false, reason: `its gate "${gate.name}" failed` };
}

/** A copy, each member read once: whatever the gate does with its answer later, this is what it said. */
function readVerdict(answer: unknown): GateVerdict | undefined {
  if (typeof answer === 'boolean') return { ok: answer };
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { ok, reason, remedy } = answer as Partial<GateVerdict>;
  if (typeof ok !== 'boolean') return undefined;
  return {
    ok,
    ...(typeof reason === 'string' ? { reason } : {}),
    ...(typeof remedy === 'string' ? { remedy } : {}),
  };
}
