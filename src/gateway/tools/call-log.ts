import { createHash } from 'node:crypto';
import type { Implementation } from '@modelcontextprotocol/server';
import type { CallOutcome } from '../../base/call/tool-call.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Logger } from '../../base/logger.ts';
import { displayName } from '../../guard/display-name.ts';

/** A call that has come to an end. */
export interface EndedCall {
  /** The name the client called. */
  readonly called: string;
  readonly outcome: Omit<CallOutcome, 'id'>;
  /** Label of the source of the tool, where there is such a tool. */
  readonly server?: string | undefined;
  /** What the client sent as arguments. */
  readonly sent: unknown;
}

/** Who called. */
export interface Caller {
  readonly sessionId: string;
  /** Not trusted. */
  readonly info: Implementation | undefined;
}

/**
 * Writes the line of a call: which tool, by whom, what became of it, how long and how much; never what was sent or given
 * back. A session's id opens the session, so it is told by a hash.
 */
export function logCall(
  logger: Logger,
  { called, outcome, server, sent }: EndedCall,
  { sessionId, info }: Caller,
): void {
  const { name, via, status, refusedBy, result, durationMs } = outcome;
  const line: JsonObject = {
    tool: displayName(name) || '(none)',
    ...(server === undefined ? {} : { server: displayName(server) }),
    via: via === undefined ? 'direct' : displayName(called),
    session: createHash('sha256').update(sessionId).digest('hex').slice(0, 8),
    client: info === undefined ? 'unknown' : `${displayName(info.name, 40)}/${displayName(info.version, 20)}`,
    outcome: status,
    ...(refusedBy === undefined ? {} : { refused_by: refusedBy }),
    ...(result.ok ? {} : { code: displayName(result.error.code) }),
    ms: Math.round(durationMs),
    sent_chars: charsOf(sent),
    given_chars: result.content.reduce((sum, block) => sum + charsOf(block.text ?? block.data ?? block), 0),
  };
  logger.info('call', line);
}

/** Of a text, its own; of anything else, of its JSON, or -1 when it is nested too deep for one. */
function charsOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  try {
    return (JSON.stringify(value) ?? '').length;
  } catch {
    return -1;
  }
}
