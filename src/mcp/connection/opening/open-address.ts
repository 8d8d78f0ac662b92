import { ProtocolError, SdkHttpError } from '@modelcontextprotocol/client';
import { messageOf } from '../../../base/errors.ts';
import type { HttpEndpoint, Protocol } from '../../config.ts';
import { isRefusal } from '../../transport/http/http-status.ts';
import { adopt, handshake, type Line } from '../line.ts';
import { notModern, type Spoken } from './open-program.ts';
import type { Verdict } from './probe.ts';

/** A server that holds a question it does not know is given the handshake beside it. */
const PATIENCE_MS = 5000;
/** Of what a server said first, so that what is added is seen. */
const MOST_SAID_CHARS = 200;

/** How an address is to be spoken to, as far as that is known. */
export interface AddressPlan {
  readonly protocol: Protocol;
  readonly transport: NonNullable<HttpEndpoint['transport']>;
  /** In which way it was spoken to before. */
  readonly known?: { readonly era: 'legacy' | 'modern'; readonly transport: 'stdio' | 'http' | 'sse' };
  readonly reach: (kind: 'http' | 'sse') => Line;
  readonly probe: (line: Line, limitMs: number) => Promise<Verdict>;
  readonly signal: AbortSignal;
}

/**
 * Finds out how an address is spoken to: it is asked for the protocol of 2026-07-28, then given the handshake of 2025; where
 * that is refused with a 4xx, as one does who knows only the older transport, it is tried over SSE. Rejects with what came of
 * the handshake over Streamable HTTP, or at once when nobody can be reached.
 */
export async function openAddress(plan: AddressPlan): Promise<Spoken> {
  const { transport, known, protocol } = plan;
  if (transport === 'sse') return overSse(plan);
  const wasSse = transport === 'auto' && known?.transport === 'sse' && protocol !== '2026';
  return (wasSse ? await overSseAgain(plan) : undefined) ?? overHttp(plan);
}

async function overHttp(plan: AddressPlan): Promise<Spoken> {
  const { protocol, known, reach, signal } = plan;
  const line = reach('http');
  const isAsked = protocol === '2026' || (protocol === 'auto' && known?.era !== 'legacy');
  const found = isAsked ? await speakModern(line, plan) : undefined;
  if (found !== undefined) return found;
  try {
    await handshake(line, signal);
    return { line };
  } catch (error) {
    if (signal.aborted || !(isRefusal(error) || ProtocolError.isInstance(error))) throw error;
    return otherwise(error, isAsked, plan);
  }
}

/** Nothing when the server does not know that transport any more. */
async function overSseAgain(plan: AddressPlan): Promise<Spoken | undefined> {
  try {
    return await overSse(plan);
  } catch (error) {
    if (plan.signal.aborted || !isRefusal(error)) throw error;
    return undefined;
  }
}

/** The handshake was refused: what was not tried yet is tried. */
async function otherwise(error: SdkHttpError | ProtocolError, wasAsked: boolean, plan: AddressPlan): Promise<Spoken> {
  const { protocol, transport, reach, signal } = plan;
  if (protocol === 'auto' && !wasAsked) {
    const found = await speakModern(reach('http'), plan);
    if (found !== undefined) return found;
  }
  if (transport !== 'auto' || !isRefusal(error)) throw error;
  try {
    return await overSse(plan);
  } catch (second) {
    throw signal.aborted ? second : withMention(error, second);
  }
}

async function overSse({ protocol, reach, signal }: AddressPlan): Promise<Spoken> {
  if (protocol === '2026') throw notModern({ kind: 'other' });
  const line = reach('sse');
  await handshake(line, signal);
  return { line };
}

async function speakModern(line: Line, { protocol, known, probe }: AddressPlan): Promise<Spoken | undefined> {
  const isSure = protocol === '2026' || known?.era === 'modern';
  const verdict = await probe(line, isSure ? Number.POSITIVE_INFINITY : PATIENCE_MS);
  if (verdict.kind === 'modern') {
    await adopt(line);
    return { line, discover: verdict };
  }
  if (protocol === '2026') throw notModern(verdict);
  return undefined;
}

/** The error of the first way, which is the one that is meant to work, with a word on the second. */
function withMention(first: SdkHttpError, second: unknown): SdkHttpError {
  const { status, statusText, text } = first.data;
  const said = typeof text === 'string' ? text.slice(0, MOST_SAID_CHARS) : '';
  const mention = `(the older SSE transport was tried too: ${messageOf(second).slice(0, MOST_SAID_CHARS)})`;
  return new SdkHttpError(first.code, `${first.message} ${mention}`, {
    status,
    ...(statusText === undefined ? {} : { statusText }),
    text: `${said} ${mention}`.trim(),
  });
}
