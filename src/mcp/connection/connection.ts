import { type Implementation, type RequestMeta, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { type Clock, systemClock } from '../../base/clock.ts';
import { withDeadline } from '../../base/deadline.ts';
import type { JsonObject } from '../../base/json.ts';
import type { HttpEndpoint, Protocol, StdioEndpoint } from '../config.ts';
import type { FailedConnection } from '../server/fault.ts';
import type { StdioTransportOptions } from '../transport/stdio-transport.ts';
import { chooseTransport } from './choose-transport.ts';
import { createLine, type Line, type Speaker } from './line.ts';
import { endedAlike } from './opening/ended-alike.ts';
import { openAddress } from './opening/open-address.ts';
import { openProgram, type Spoken } from './opening/open-program.ts';
import { probe } from './opening/probe.ts';
import type { RawRequest } from './raw-request.ts';
import { type Speech, speechOf } from './speech.ts';

/** For a server that does not listen. */
const NOTIFY_MS = 5000;

/** What a connection is made of. */
export interface ConnectionOptions extends Speaker {
  readonly endpoint: StdioEndpoint | HttpEndpoint;
  /** For stdio. */
  readonly stdio: StdioTransportOptions;
  /** Which protocol the server is spoken to in. @default 'auto' */
  readonly protocol?: Protocol;
  /** @default the machine's clock */
  readonly clock?: Clock;
  /** What was found out about the server earlier; spares it questions. */
  readonly generation?: Generation;
}

/** In which way a server is spoken to. */
export interface Generation {
  /** `legacy`: a handshake, of revision 2025-11-25 or older. `modern`: 2026-07-28. */
  readonly era: 'legacy' | 'modern';
  readonly transport: 'stdio' | 'http' | 'sse';
  /** The answer to `server/discover`, of a modern server; or of one that gave it too late to be spoken to as such. */
  readonly discover?: JsonObject;
}

/** One connection to a server, from its start to its end. There is no way back: after the end comes a new one. */
export interface Connection extends FailedConnection {
  /** The handshake. Rejects when it fails or `signal` aborts; the connection is to be closed then. */
  open(signal: AbortSignal): Promise<void>;
  readonly request: RawRequest;
  /** Tells the server something. Never waits long for a server that does not listen; never rejects. */
  notify(method: string, params: JsonObject): Promise<void>;
  /** Makes the server tell of changes to these resources, and no others. Rejects when it refuses. */
  subscribe(uris: ReadonlySet<string>, signal: AbortSignal): Promise<void>;
  /** Resolves when the connection ends, whoever ended it. */
  readonly closed: Promise<void>;
  /** Known once open, as are the following. */
  readonly generation: Generation | undefined;
  /** What the server says it has. Untrusted. */
  readonly serverCapabilities: JsonObject;
  /** Name and version the server gives itself. Untrusted. */
  readonly serverInfo: Implementation | undefined;
  readonly instructions: string | undefined;
  /** The server's process, for stdio. */
  readonly pid: number | undefined;
  /** Ends it and waits until nothing of it is left. Never rejects; may be called again. */
  close(): Promise<void>;
}

/** Prepares a connection; nothing is started before {@link Connection.open}. */
export function createConnection(options: ConnectionOptions): Connection {
  const { endpoint, onOddity, clock = systemClock } = options;
  const lines: Line[] = [];
  let endedAtProbe: Line | undefined;
  let speech: Speech | undefined;
  let closing: Promise<void> | undefined;
  let markClosed = () => {};
  const closed = new Promise<void>((resolve) => {
    markClosed = resolve;
  });

  const reach = (kind: Line['kind']): Line => {
    if (closing !== undefined) throw new SdkError(SdkErrorCode.ConnectionClosed, 'the connection was closed');
    const line = createLine(chooseTransport(endpoint, kind, options.stdio, clock), options);
    lines.push(line);
    return line;
  };
  const onEndedAtProbe = (line: Line) => {
    endedAtProbe = line;
  };
  const end = async () => {
    speech?.subscriptions.close();
    await Promise.all(lines.map((line) => line.end()));
    markClosed();
  };
  const spoken = (): Speech => {
    if (speech === undefined) throw new SdkError(SdkErrorCode.NotConnected, 'the server is not connected yet');
    return speech;
  };
  const program = () => lines.at(-1)?.program;

  return {
    async open(signal) {
      const found = await negotiate(options, clock, reach, onEndedAtProbe, signal);
      speech = await speechOf(found, options, clock, signal);
      void found.line.wire.closed.then(() => {
        speech?.subscriptions.close();
        markClosed();
      });
    },
    request: async (method, params, request) => spoken().request(method, params, request),
    async notify(method, params) {
      const notification = { method, params: params as { _meta?: RequestMeta } };
      await withDeadline(clock, NOTIFY_MS, undefined, () => spoken().client.notification(notification)).catch(onOddity);
    },
    subscribe: async (uris, signal) => spoken().subscriptions.watch(uris, signal),
    closed,
    get generation() {
      return speech?.generation;
    },
    get serverCapabilities() {
      return speech?.capabilities ?? {};
    },
    get serverInfo() {
      return speech?.serverInfo;
    },
    get instructions() {
      return speech?.instructions;
    },
    get pid() {
      return program()?.pid;
    },
    get exit() {
      return program()?.exit;
    },
    get stderr() {
      return program()?.stderr ?? '';
    },
    get hasEndedTwice() {
      return endedAlike(endedAtProbe?.program, program());
    },
    close() {
      closing ??= end();
      return closing;
    },
  };
}

function negotiate(
  options: ConnectionOptions,
  clock: Clock,
  reach: (kind: Line['kind']) => Line,
  onEndedAtProbe: (line: Line) => void,
  signal: AbortSignal,
): Promise<Spoken> {
  const { endpoint, generation: known, protocol = 'auto' } = options;
  const plan = {
    protocol,
    signal,
    probe: (line: Line, limitMs: number) => probe(line, options, { limitMs, clock, signal }),
  };
  if (endpoint.kind === 'stdio') {
    const era = known?.discover === undefined ? known?.era : 'modern';
    return openProgram({
      ...plan,
      endpoint,
      ...(era === undefined ? {} : { era }),
      reach: () => reach('stdio'),
      onEndedAtProbe,
    });
  }
  return openAddress({
    ...plan,
    transport: endpoint.transport ?? 'auto',
    ...(known === undefined ? {} : { known }),
    reach,
  });
}
