import type { Transport } from '@modelcontextprotocol/client';
import type { Clock } from '../../base/clock.ts';
import type { HttpEndpoint, StdioEndpoint } from '../config.ts';
import { HttpTransport } from '../transport/http/http-transport.ts';
import { SseTransport } from '../transport/http/sse-transport.ts';
import { StdioTransport, type StdioTransportOptions } from '../transport/stdio-transport.ts';

/** By what a server is reached. */
export type TransportKind = 'stdio' | 'http' | 'sse';

/** A way to a server that nobody has gone yet. */
export interface Way {
  readonly kind: TransportKind;
  readonly transport: Transport;
  /** The program at its end. */
  readonly program?: StdioTransport;
  /** Says goodbye where that is the custom, and ends it. Never rejects; may be called again. */
  end(): Promise<void>;
}

/** Prepares a way; nothing is started or sent. An address is reached by `http` or `sse`, a program by `stdio` alone. */
export function chooseTransport(
  endpoint: StdioEndpoint | HttpEndpoint,
  kind: TransportKind,
  stdio: StdioTransportOptions,
  clock: Clock,
): Way {
  if (endpoint.kind === 'stdio') {
    const program = new StdioTransport(endpoint, stdio);
    return { kind: 'stdio', transport: program, program, end: () => program.close() };
  }
  if (kind === 'sse') {
    const transport = new SseTransport(endpoint);
    return { kind, transport, end: () => transport.close() };
  }
  const transport = new HttpTransport(endpoint, clock);
  const end = async () => {
    await transport.endSession();
    await transport.close();
  };
  return { kind: 'http', transport, end };
}
