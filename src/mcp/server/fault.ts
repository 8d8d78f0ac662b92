import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { DeadlineError } from '../../base/deadline.ts';
import { messageOf } from '../../base/errors.ts';
import type { ServerConfig } from '../config.ts';
import { isSessionLost } from '../transport/http/http-status.ts';
import type { ExitStatus } from '../transport/stdio-transport.ts';
import { spawnFault } from './faults/spawn-fault.ts';
import { oneLine, tellingLine } from './faults/telling-line.ts';
import { causeOf, isUnreachable } from './request-loss.ts';

/** Takes secrets out of a text. */
type Mask = (text: string) => string;

const UNMASKED: Mask = (text) => text;
const BY_HAND = 'see what it says when it is run by hand';
/** What fetch says of an address that it will never go to. */
const NO_ADDRESS = /^(?:bad port|unknown scheme|Invalid URL|URL scheme)/;
/** Answers of an address that is not the endpoint of an MCP server. */
const NO_ENDPOINT: ReadonlySet<number> = new Set([404, 405, 410]);

/**
 * Why a server is not there, in words that may hold what the server said: untrusted, and perhaps secret.
 *
 * `permanent` will not get better by itself. `early` ended by itself before the handshake: once may be bad luck, twice in
 * the same way is permanent. `passing` is worth further tries.
 */
export interface Fault {
  readonly kind: 'permanent' | 'early' | 'passing';
  /** One line. */
  readonly reason: string;
  readonly remedy: string;
  /** Of a permanent one: whether its cause can be seen to have gone. Cheap. */
  readonly isMended?: () => boolean;
}

/** What is known of a connection that failed. */
export interface FailedConnection {
  readonly exit: ExitStatus | undefined;
  /** The end of the server's standard error. */
  readonly stderr: string;
  /** It was started twice while it was opened, and ended by itself in the same way both times. */
  readonly hasEndedTwice?: boolean;
}

/**
 * Why a server that was to start did not.
 *
 * @param mask takes secrets out of what the server and the system say, before that is cut.
 * @param isOpen true when the handshake was over, so that it was its list that failed.
 */
export function startFault(
  error: unknown,
  config: ServerConfig,
  failed: FailedConnection,
  mask: Mask = UNMASKED,
  isOpen = false,
): Fault {
  const { endpoint, label } = config;
  const said = saying(tellingLine(failed.stderr));
  if (error instanceof DeadlineError) {
    const reason = `not ready within ${error.limitMs / 1000} s${said}`;
    return { kind: 'passing', reason, remedy: `raise start_timeout of ${label}, or see what it waits for` };
  }
  if (failed.exit !== undefined) {
    const fault = endedFault(failed.exit, said, isOpen);
    return failed.hasEndedTwice === true && fault.kind === 'early' ? { ...fault, kind: 'permanent' } : fault;
  }
  const spawn = endpoint.kind === 'stdio' ? spawnFault(error, endpoint) : undefined;
  if (spawn !== undefined) return { kind: 'permanent', ...spawn };
  if (isSessionLost(error)) return FORGETFUL;
  if (SdkHttpError.isInstance(error)) return httpFault(error, mask, isOpen);
  if (isUnreachable(error)) return unreachableFault(error, mask);
  return isOpen ? listFault(error, mask) : handshakeFault(error, mask);
}

/** Why a server that ran does not any more. */
export function crashFault(failed: FailedConnection): Fault {
  if (failed.exit === undefined) return { kind: 'passing', reason: 'the connection was lost', remedy: BY_HAND };
  return endedFault(failed.exit, saying(tellingLine(failed.stderr)), true);
}

/** Why a request found no server at its address. */
export function unreachableFault(error: unknown, mask: Mask): Fault {
  const cause = causeOf(error, mask);
  return {
    kind: NO_ADDRESS.test(cause) ? 'permanent' : 'passing',
    reason: `can't be reached: ${cause}`,
    remedy: 'check the url, and that the server runs',
  };
}

/** Of a server that is there but deaf. */
export const WEDGED: Fault = {
  kind: 'passing',
  reason: 'did not answer any more, not even a ping',
  remedy: BY_HAND,
};

/** Of a server that knows a session no longer than a moment. */
export const FORGETFUL: Fault = {
  kind: 'passing',
  reason: 'forgets its sessions at once',
  remedy: 'see its own log; where several serve one address, each session must stay with one of them',
};

function endedFault(exit: ExitStatus, said: string, isOpen: boolean): Fault {
  // What was ended from outside did not end because of what it is.
  const kind = isOpen || exit.signal !== null ? 'passing' : 'early';
  const how = exit.signal === null ? `exited with code ${exit.code}` : `was ended by ${exit.signal}`;
  if (isOpen || exit.code !== 0) return { kind, reason: `${how}${said}`, remedy: BY_HAND };
  const remedy = 'check command and args: it must stay and speak MCP on its standard input and output';
  return { kind, reason: `ended with code 0 instead of serving MCP${said}`, remedy };
}

function httpFault(error: SdkHttpError, mask: Mask, isOpen: boolean): Fault {
  const { status } = error;
  const isRedirect = status >= 300 && status < 400;
  // Where a redirect leads is in the words of the SDK alone.
  const said = isRedirect ? error.message : error.data.text;
  const reason = `answered HTTP ${status}${saying(oneLine(mask(typeof said === 'string' ? said : '')))}`;
  if (status === 401 || status === 403) {
    return { kind: 'permanent', reason, remedy: 'check its headers: it wants a sign-in or a key' };
  }
  // After a handshake the address is right, and a 404 means that the session is gone.
  const isWrong = !isOpen && (isRedirect || NO_ENDPOINT.has(status));
  return { kind: isWrong ? 'permanent' : 'passing', reason, remedy: 'check the url: it must be the MCP endpoint' };
}

function handshakeFault(error: unknown, mask: Mask): Fault {
  const remedy = 'check that it is an MCP server of a protocol from 2024-11-05 on';
  const isRefusal = ProtocolError.isInstance(error);
  const what = isRefusal ? 'refused to start' : 'did not start';
  const isHopeless = isRefusal || isOtherProtocol(error) || NO_ADDRESS.test(messageOf(error));
  const kind = isHopeless ? 'permanent' : 'passing';
  return { kind, reason: `${what}: ${oneLine(mask(messageOf(error)))}`, remedy };
}

/** True when no common language was found; the SDK has no code of its own for it. */
function isOtherProtocol(error: unknown): boolean {
  const message = messageOf(error);
  if (SdkError.isInstance(error)) {
    const isVerdict = error.code === SdkErrorCode.EraNegotiationFailed && error.cause === undefined;
    return error.code === SdkErrorCode.InvalidResult || (isVerdict && !message.includes('closed'));
  }
  return message.includes('protocol version is not supported') || message.includes('invalid initialize result');
}

function listFault(error: unknown, mask: Mask): Fault {
  const reason = `its tools could not be listed: ${oneLine(mask(messageOf(error)))}`;
  return { kind: 'passing', reason, remedy: 'see its own log' };
}

function saying(said: string): string {
  return said === '' ? '' : `, saying: ${said}`;
}
