import { Client, type Implementation } from '@modelcontextprotocol/client';
import type { HttpEndpoint, StdioEndpoint } from '../config.ts';
import type { FailedConnection } from '../server/fault.ts';
import { HttpTransport } from '../transport/http-transport.ts';
import { StdioTransport, type StdioTransportOptions } from '../transport/stdio-transport.ts';
import { NO_LIMIT_MS, type RawRequest, rawRequest } from './raw-request.ts';

const LIST_CHANGED = 'notifications/tools/list_changed';

/** What a connection is made of. */
export interface ConnectionOptions {
  readonly endpoint: StdioEndpoint | HttpEndpoint;
  /** Who we say we are. */
  readonly client: Implementation;
  /** For stdio. */
  readonly stdio: StdioTransportOptions;
  /** The server says that its tools changed. */
  readonly onListChanged: () => void;
  /** Odd things that end nothing. */
  readonly onOddity: (error: Error) => void;
}

/** One connection to a server, from its start to its end. There is no way back: after the end comes a new one. */
export interface Connection extends FailedConnection {
  /** The handshake. Rejects when it fails or `signal` aborts; the connection is to be closed then. */
  open(signal: AbortSignal): Promise<void>;
  readonly request: RawRequest;
  /** Resolves when the connection ends, whoever ended it. */
  readonly closed: Promise<void>;
  /** Name and version the server gives itself. Untrusted. */
  readonly serverInfo: Implementation | undefined;
  /** The server's process, for stdio. */
  readonly pid: number | undefined;
  /** Ends it and waits until nothing of it is left. Never rejects; may be called again. */
  close(): Promise<void>;
}

/**
 * Prepares a connection; nothing is started before {@link Connection.open}. We speak the 2025 handshake and declare no
 * capability, so a server never asks us for anything but `ping`.
 */
export function createConnection(options: ConnectionOptions): Connection {
  const { endpoint } = options;
  const stdio = endpoint.kind === 'stdio' ? new StdioTransport(endpoint, options.stdio) : undefined;
  const http = endpoint.kind === 'http' ? new HttpTransport(endpoint) : undefined;
  const transport = stdio ?? (http as HttpTransport);
  const client = new Client(options.client, { capabilities: {} });
  client.onerror = options.onOddity;
  client.fallbackNotificationHandler = async ({ method }) => {
    if (method === LIST_CHANGED) options.onListChanged();
  };
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
    request: rawRequest(client),
    closed,
    get serverInfo() {
      return client.getServerVersion();
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
