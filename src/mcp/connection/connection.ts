import { Client, type Implementation, type RequestMeta } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../base/json.ts';
import type { HttpEndpoint, StdioEndpoint } from '../config.ts';
import type { FailedConnection } from '../server/fault.ts';
import { HttpTransport } from '../transport/http-transport.ts';
import { StdioTransport, type StdioTransportOptions } from '../transport/stdio-transport.ts';
import { NO_LIMIT_MS, type RawRequest, rawRequest } from './raw-request.ts';

/** What a connection is made of. */
export interface ConnectionOptions {
  readonly endpoint: StdioEndpoint | HttpEndpoint;
  /** Who we say we are. */
  readonly client: Implementation;
  /** What we say that we can do for the server: `roots`, `sampling`, `elicitation`. */
  readonly capabilities: JsonObject;
  /** For stdio. */
  readonly stdio: StdioTransportOptions;
  /** What was found out about the server earlier; spares it questions. */
  readonly generation?: Generation;
  /** The server asks something of us; a rejection becomes an error answer. `ping` is answered before. */
  readonly onRequest: (method: string, params: JsonObject, signal: AbortSignal) => Promise<JsonObject>;
  /** The server tells us something; progress of our own requests is not among it. Must not throw. */
  readonly onNotification: (method: string, params: JsonObject) => void;
  /** Odd things that end nothing. */
  readonly onOddity: (error: Error) => void;
}

/** In which way a server is spoken to. */
export interface Generation {
  /** `legacy`: a handshake, of revision 2025-11-25 or older. `modern`: 2026-07-28. */
  readonly era: 'legacy' | 'modern';
  readonly transport: 'stdio' | 'http' | 'sse';
  /** The answer to `server/discover`, of a modern server. */
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
  const { endpoint } = options;
  const stdio = endpoint.kind === 'stdio' ? new StdioTransport(endpoint, options.stdio) : undefined;
  const http = endpoint.kind === 'http' ? new HttpTransport(endpoint) : undefined;
  const transport = stdio ?? (http as HttpTransport);
  const client = new Client(options.client, { capabilities: options.capabilities });
  client.onerror = options.onOddity;
  client.fallbackNotificationHandler = async ({ method, params = {} }) => {
    options.onNotification(method, params as JsonObject);
  };
  client.fallbackRequestHandler = async ({ method, params = {} }, context) => ({
    ...(await options.onRequest(method, params as JsonObject, context.mcpReq.signal)),
  });
  const request = rawRequest(client);
  const watched = new Set<string>();
  const closed = new Promise<void>((resolve) => {
    client.onclose = resolve;
  });

  let closing: Promise<void> | undefined;
  const end = async () => {
    await http?.endSession();
    await transport.close().catch(options.onOddity);
  };

  return {
    open: (signal) => client.connect(transport, { signal, timeout: NO_LIMIT_MS }),
    request,
    notify: (method, params) =>
      client.notification({ method, params: params as { _meta?: RequestMeta } }).catch(options.onOddity),
    async subscribe(uris, signal) {
      for (const uri of uris) if (!watched.has(uri)) await request('resources/subscribe', { uri }, { signal });
      for (const uri of watched) if (!uris.has(uri)) await request('resources/unsubscribe', { uri }, { signal });
      watched.clear();
      for (const uri of uris) watched.add(uri);
    },
    closed,
    get generation(): Generation | undefined {
      if (client.getNegotiatedProtocolVersion() === undefined) return undefined;
      return { era: 'legacy', transport: endpoint.kind };
    },
    get serverCapabilities() {
      return (client.getServerCapabilities() ?? {}) as JsonObject;
    },
    get serverInfo() {
      return client.getServerVersion();
    },
    get instructions() {
      return client.getInstructions();
    },
    get pid() {
      return stdio?.pid;
    },
    get exit() {
      return stdio?.exit;
    },
    get stderr() {
      return stdio?.stderr ?? '';
    },
    close() {
      closing ??= end();
      return closing;
    },
  };
}
