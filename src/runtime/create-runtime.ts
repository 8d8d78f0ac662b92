import { type Clock, systemClock } from '../base/clock.ts';
import { type Logger, silentLogger } from '../base/logger.ts';
import type { ApprovalChannel } from '../dispatch/approval-channel.ts';
import type { DispatchConfig } from '../dispatch/config.ts';
import type { Hooks } from '../dispatch/hook.ts';
import type { SessionFactory } from '../dispatch/session.ts';
import type { McpSourceStatus } from '../mcp/mcp-source.ts';
import { createRegistry, type Registry } from '../registry/registry.ts';
import type { Scope } from '../registry/scope.ts';
import { type CallslipConfig, readConfig } from './config.ts';
import { type ConfigOptions, type LoadedConfig, loadConfig } from './load-config.ts';
import { wireSessions } from './wire-dispatch.ts';
import { startServers } from './wire-mcp.ts';

/** How a runtime is made. */
export interface RuntimeOptions extends ConfigOptions {
  /** False leaves the configured servers out. @default true */
  readonly servers?: boolean;
  /** Milliseconds that programs of servers wait before they are started. @default 0 */
  readonly spawnDelayMs?: number;
  readonly hooks?: Hooks;
  /** Decides about calls before they run. @default every call that `approvals.deny_tools` lets through may run */
  readonly approvals?: ApprovalChannel;
  /** @default the machine's clock */
  readonly clock?: Clock;
  /** @default says nothing */
  readonly logger?: Logger;
}

/** A server of the configuration, as it stands now. */
export type ServerStatus = McpSourceStatus;

/** The whole engine, from a configuration: servers, registry and sessions. */
export interface Runtime {
  readonly loaded: LoadedConfig;
  readonly config: CallslipConfig;
  /** What is wrong in the configuration, a sentence each. */
  readonly warnings: readonly string[];
  readonly registry: Registry;
  readonly sessions: SessionFactory;
  /** A factory for a door with rules of its own. */
  sessionsWith(config: Partial<DispatchConfig>): SessionFactory;
  /** What the configuration grants a session. */
  scope(session: Pick<Scope, 'sessionId' | 'surface'>): Scope;
  /** Every configured server in order, those of an untrusted project last, as `disabled`. */
  servers(): readonly ServerStatus[];
  /** Resolves when no server is starting any more, or when `signal` aborts. */
  settled(signal?: AbortSignal): Promise<void>;
  /** Cancels what runs, ends every server, and resolves when no process is left. May be called again. */
  close(): Promise<void>;
}

/**
 * Makes a runtime from the user's configuration, or from the one given. Servers are being started when it resolves, side
 * by side; nothing waits for them.
 *
 * @throws CallslipError `invalid-config` when a configuration file can't be read.
 */
export async function createRuntime(options: RuntimeOptions = {}): Promise<Runtime> {
  const { clock = systemClock, logger = silentLogger } = options;
  const loaded = await loadConfig(options);
  const config = readConfig(loaded);
  const registry = createRegistry({ clock });
  const sessions = wireSessions({ ...options, registry, config, home: loaded.home, clock, logger });
  const servers = startServers(options.servers === false ? [] : config.servers, registry, {
    clock,
    logger,
    spawnDelayMs: options.spawnDelayMs ?? 0,
  });
  const heldBack: readonly ServerStatus[] = config.heldBack.map((server) => ({ ...server, state: 'disabled' }));
  let closing: Promise<void> | undefined;
  return {
    loaded,
    config,
    warnings: config.problems.map(({ message, remedy }) => (remedy === undefined ? message : `${message}; ${remedy}`)),
    registry,
    sessions: sessions.factory({}),
    sessionsWith: sessions.factory,
    scope: (session) => ({ ...config.scope, ...session }),
    servers: () => [...servers.status(), ...heldBack],
    settled: (signal = new AbortController().signal) => registry.settled(signal),
    close() {
      closing ??= sessions.close().then(() => servers.stop());
      return closing;
    },
  };
}
