import type { Implementation } from '@modelcontextprotocol/client';
import type { SourceState } from '../registry/source.ts';
import type { ServerConfig } from './config.ts';
import type { Generation } from './connection/connection.ts';
import type { ManifestKeeper } from './manifest/manifest-keeper.ts';
import type { Server, ServerHistory } from './server/server.ts';
import type { RegisteredTools } from './tools/registered-tools.ts';

/** What a person may want to know of a server. */
export interface McpSourceStatus extends ServerHistory {
  readonly label: string;
  readonly transport: Generation['transport'] | 'misconfigured';
  /** The generation of the protocol it speaks, where known. */
  readonly era?: Generation['era'];
  readonly state: SourceState;
  /** True for a `ready` one that sleeps: its next call starts it. @default false */
  readonly asleep?: boolean;
  readonly reason?: string;
  readonly remedy?: string;
  /** How many tools it lists, where known. */
  readonly toolCount?: number;
  /** True when they are remembered from an earlier connection. @default false */
  readonly cached?: boolean;
  /** How many more its entry leaves out; absent for none. */
  readonly leftOut?: number;
  /** The name and version it gives itself. Untrusted. */
  readonly serverInfo?: Implementation;
  readonly pid?: number;
  /** The end of its standard error, secrets masked. Untrusted. */
  readonly stderr?: string;
}

/** Gathers it. */
export function sourceStatus(
  { label, endpoint }: ServerConfig,
  server: Server,
  { count, isCached, leftOut }: RegisteredTools,
  manifest: Pick<ManifestKeeper, 'known'>,
): McpSourceStatus {
  const { connection, readiness, generation } = server;
  const { state, detail, isAsleep } = readiness;
  const isRunning = connection?.exit === undefined;
  return present({
    label,
    transport: generation?.transport ?? endpoint.kind,
    state,
    era: generation?.era,
    asleep: isAsleep || undefined,
    reason: detail.reason,
    remedy: detail.remedy,
    toolCount: count,
    cached: isCached || undefined,
    leftOut: leftOut || undefined,
    serverInfo: connection?.serverInfo ?? manifest.known?.serverInfo,
    pid: isRunning ? connection?.pid : undefined,
    stderr: connection?.stderr || undefined,
    ...server.history,
  });
}

/** Every optional key, known or not. */
type Gathered = { readonly [K in keyof Required<McpSourceStatus>]?: McpSourceStatus[K] | undefined } & Pick<
  McpSourceStatus,
  'label' | 'transport' | 'state'
>;

function present(gathered: Gathered): McpSourceStatus {
  const entries = Object.entries(gathered).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as unknown as McpSourceStatus;
}
