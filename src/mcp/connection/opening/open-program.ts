import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import type { Protocol, StdioEndpoint } from '../../config.ts';
import { adopt, handshake, type Line } from '../line.ts';
import type { Verdict } from './probe.ts';

/** An old server that says nothing to a question it does not know is not waited for any longer. */
const PATIENCE_MS = 1500;

/** Programs that said nothing at all, up to the end of our patience, after they were asked. They are not asked again. */
const fellSilent = new WeakSet<StdioEndpoint>();

/** How a program is to be spoken to, as far as that is known. */
export interface ProgramPlan {
  readonly endpoint: StdioEndpoint;
  readonly protocol: Protocol;
  /** In which way it was spoken to before. */
  readonly era?: 'legacy' | 'modern';
  /** Starts the program anew. */
  readonly reach: () => Line;
  readonly probe: (line: Line, limitMs: number) => Promise<Verdict>;
  /** It ended when it was asked for its protocol. */
  readonly onEndedAtProbe: (line: Line) => void;
  readonly signal: AbortSignal;
}

/** A line that speaks, and the answer to `server/discover` where it speaks 2026-07-28. */
export interface Spoken {
  readonly line: Line;
  readonly discover?: Verdict & { readonly kind: 'modern' };
  /** What it says of its protocol after it was given the handshake. Never rejects; may never resolve. */
  readonly late?: Promise<Verdict>;
}

/**
 * Starts a program and finds out in which protocol it is spoken to. It is asked, and then given the handshake on the same
 * pipe, after 1.5 s even without an answer. Should it end instead, it is started once more and given the handshake at once.
 * Rejects with what ended the last attempt.
 */
export async function openProgram(plan: ProgramPlan): Promise<Spoken> {
  const { endpoint, protocol, era, reach, signal } = plan;
  const mayBeAsked = protocol === 'auto' && era !== 'legacy' && !fellSilent.has(endpoint);
  const isAsked = protocol === '2026' || mayBeAsked;
  const line = reach();
  if (!isAsked) return withHandshake(line, undefined, plan);
  // One that is known to speak it may take its time.
  const isSure = protocol === '2026' || era === 'modern';
  const verdict = await plan.probe(line, isSure ? Number.POSITIVE_INFINITY : PATIENCE_MS);
  if (verdict.kind === 'modern') return speakModern(line, verdict);
  if (protocol === '2026') throw notModern(verdict);
  signal.throwIfAborted();
  return withHandshake(verdict.kind === 'ended' ? await restart(line, plan) : line, verdict, plan);
}

async function withHandshake(line: Line, verdict: Verdict | undefined, plan: ProgramPlan): Promise<Spoken> {
  const { endpoint, signal } = plan;
  try {
    await handshake(line, signal);
    return { line, ...(verdict?.kind === 'silent' ? { late: verdict.late } : {}) };
  } catch (error) {
    if (!signal.aborted) return afterRefusal(error, line, verdict, plan);
    // It may be the question that it hangs at; or it is slow, and loses little by not being asked.
    if (verdict?.kind === 'silent' && !line.wire.hasHeard) fellSilent.add(endpoint);
    throw error;
  }
}

async function afterRefusal(error: unknown, line: Line, verdict: Verdict | undefined, plan: ProgramPlan) {
  const isSilent = verdict?.kind === 'silent';
  if (plan.protocol === '2025') throw error;
  if (!ProtocolError.isInstance(error)) return isSilent ? againFor(error, line, plan) : Promise.reject(error);
  const mayBeModern = verdict === undefined || (isSilent && (await verdict.late).kind === 'modern');
  return mayBeModern ? asModern(error, line, plan) : Promise.reject(error);
}

/** It read nothing until the handshake was there, and then the question before it, which it may have ended at. */
async function againFor(error: unknown, line: Line, plan: ProgramPlan): Promise<Spoken> {
  if (line.wire.hasHeard) throw error;
  const next = await restart(line, plan);
  await handshake(next, plan.signal);
  return { line: next };
}

/** It refused the handshake: perhaps it speaks nothing but the other protocol. */
async function asModern(error: unknown, line: Line, { reach, probe }: ProgramPlan): Promise<Spoken> {
  await line.end();
  const next = reach();
  const verdict = await probe(next, Number.POSITIVE_INFINITY);
  if (verdict.kind === 'modern') return speakModern(next, verdict);
  throw error;
}

async function restart(line: Line, { reach, onEndedAtProbe }: ProgramPlan): Promise<Line> {
  await line.end();
  onEndedAtProbe(line);
  return reach();
}

async function speakModern(line: Line, discover: Verdict & { readonly kind: 'modern' }): Promise<Spoken> {
  await adopt(line);
  return { line, discover };
}

/** Why a server that is to speak 2026-07-28 does not. */
export function notModern(verdict: Verdict): unknown {
  if (verdict.kind === 'other' && verdict.error !== undefined) return verdict.error;
  if (verdict.kind === 'ended')
    return new SdkError(SdkErrorCode.ConnectionClosed, 'the server ended when it was asked');
  return new SdkError(SdkErrorCode.EraNegotiationFailed, 'the server does not speak the protocol of 2026-07-28');
}
