import { existsSync } from 'node:fs';
import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { DeadlineError } from '../../base/deadline.ts';
import { messageOf } from '../../base/errors.ts';
import { maskArguments } from '../../guard/secret-shapes.ts';
import type { ServerConfig, StdioEndpoint } from '../config.ts';
import type { ExitStatus } from '../transport/stdio-transport.ts';
import { oneLine, tellingLine } from './telling-line.ts';

/** Takes secrets out of a text. */
type Mask = (text: string) => string;

const UNMASKED: Mask = (text) => text;
/** Codes of the system, and of fetch, for a connection that did not come about. */
const NO_CONNECTION = [
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
];

/**
 * How a server failed: `permanent` will not get better by itself; `early` ended or was silent before it was ready, which
 * is seldom luck; `passing` may be over soon.
 */
export type FaultKind = 'permanent' | 'early' | 'passing';

/** Why a server is not there. Texts hold what the server said, which is untrusted and may hold secrets. */
export interface Fault {
  readonly kind: FaultKind;
  /** One line. */
  readonly reason: string;
  readonly remedy: string;
}

/** How often in a row a fault of a kind may come before the server is given up. */
const PATIENCE: Readonly<Record<FaultKind, number>> = { permanent: 1, early: 2, passing: 6 };

/** True when the last faults (oldest first, none before the server last ran well) are enough to give up. */
export function isHopeless(faults: readonly FaultKind[]): boolean {
  const last = faults.at(-1);
  if (last === undefined) return false;
  const inRow = faults.length - 1 - faults.findLastIndex((kind) => kind !== last);
  return inRow >= PATIENCE[last] || faults.length >= PATIENCE.passing;
}

/** What is known of a connection that failed. */
export interface FailedConnection {
  readonly exit: ExitStatus | undefined;
  /** The end of the server's standard error. */
  readonly stderr: string;
}

/**
 * Why a server that was to start did not.
 *
 * @param mask takes secrets out of what the server and the system say, before that is cut.
 */
export function startFault(
  error: unknown,
  config: ServerConfig,
  failed: FailedConnection,
  mask: Mask = UNMASKED,
): Fault {
  const { endpoint, label } = config;
  const said = saying(tellingLine(failed.stderr));
  if (error instanceof DeadlineError) {
    const reason = `not ready within ${error.limitMs / 1000} s${said}`;
    return { kind: 'early', reason, remedy: `raise start_timeout of ${label}, or see what it waits for` };
  }
  if (failed.exit !== undefined) return endedFault(failed.exit, said);
  if (endpoint.kind === 'stdio') return spawnFault(error, endpoint, mask);
  if (SdkHttpError.isInstance(error)) return httpFault(error, mask);
  if (isUnreachable(error)) {
    return {
      kind: 'passing',
      reason: `can't be reached: ${causeOf(error, mask)}`,
      remedy: 'check the url, and that the server runs',
    };
  }
  return handshakeFault(error, mask);
}

/** Why a server that ran does not any more. */
export function crashFault(failed: FailedConnection): Fault {
  const remedy = 'see what it says when it is run by hand';
  if (failed.exit === undefined) return { kind: 'passing', reason: 'the connection was lost', remedy };
  return { ...exitFault(failed.exit, saying(tellingLine(failed.stderr)), remedy), kind: 'passing' };
}

/** True when fetch could not reach a server, or lost it. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof TypeError && error.cause !== undefined;
}

/** True when a request did not get as far as the server. */
export function isUndelivered(error: unknown): boolean {
  const { cause } = error instanceof TypeError ? error : {};
  return cause instanceof Error && 'code' in cause && NO_CONNECTION.includes(String(cause.code));
}

/** True when an HTTP server has forgotten the session: the request was not carried out. */
export function isSessionLost(error: unknown): boolean {
  return SdkHttpError.isInstance(error) && error.status === 404;
}

function endedFault(exit: ExitStatus, said: string): Fault {
  if (exit.code !== 0) return exitFault(exit, said, 'see what it says when it is run by hand');
  const remedy = 'check command and args: it must stay and speak MCP on its standard input and output';
  return { kind: 'early', reason: `ended with code 0 instead of serving MCP${said}`, remedy };
}

function exitFault(exit: ExitStatus, said: string, remedy: string): Fault {
  const how = exit.signal === null ? `exited with code ${exit.code}` : `was ended by ${exit.signal}`;
  return { kind: 'early', reason: `${how}${said}`, remedy };
}

function spawnFault(error: unknown, { command, cwd }: StdioEndpoint, mask: Mask): Fault {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' && cwd !== undefined && !existsSync(cwd)) {
    return { kind: 'permanent', reason: `its folder ${cwd} does not exist`, remedy: 'create it or correct cwd' };
  }
  if (code === 'ENOENT') {
    const isLine = /\s/.test(command.trim()) && !existsSync(command);
    return {
      kind: 'permanent',
      reason: `the program ${maskArguments([command]).join('')} was not found`,
      remedy: isLine
        ? 'command is the program alone: move the rest of the line to args'
        : 'install it, or give its full path as command',
    };
  }
  if (code === 'EACCES') {
    return { kind: 'permanent', reason: `the program ${command} may not be run`, remedy: 'make it executable' };
  }
  return handshakeFault(error, mask);
}

function httpFault(error: SdkHttpError, mask: Mask): Fault {
  const { status } = error;
  const isRedirect = status >= 300 && status < 400;
  // Where a redirect leads is in the words of the SDK alone.
  const said = isRedirect ? error.message : error.data.text;
  const reason = `answered HTTP ${status}${saying(oneLine(mask(typeof said === 'string' ? said : '')))}`;
  if (status === 401 || status === 403)
    return { kind: 'permanent', reason, remedy: 'check its headers: it wants a sign-in or a key' };
  const isPassing = status >= 500 || status === 408 || status === 429;
  return { kind: isPassing ? 'passing' : 'permanent', reason, remedy: 'check the url: it must be the MCP endpoint' };
}

function handshakeFault(error: unknown, mask: Mask): Fault {
  const remedy = 'check that it is an MCP server of protocol 2024-11-05 to 2025-11-25';
  const isLost = SdkError.isInstance(error) && error.code === SdkErrorCode.ConnectionClosed;
  const kind = isLost ? 'passing' : 'permanent';
  const what = ProtocolError.isInstance(error) ? 'refused to start' : 'did not start';
  return { kind, reason: `${what}: ${oneLine(mask(messageOf(error)))}`, remedy };
}

/** In one line, what lies behind an error that itself says little, such as "fetch failed". */
export function causeOf(error: unknown, mask: Mask = UNMASKED): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof AggregateError && cause.errors.length > 0) return oneLine(mask(messageOf(cause.errors[0])));
  return oneLine(mask(messageOf(cause ?? error)));
}

function saying(said: string): string {
  return said === '' ? '' : `, saying: ${said}`;
}
