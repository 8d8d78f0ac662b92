import { setImmediate } from 'node:timers/promises';
import { type Clock, systemClock } from '../base/clock.ts';
import { type Logger, silentLogger } from '../base/logger.ts';
import type { ApprovalChannel } from '../dispatch/approval-channel.ts';
import type { DispatchConfig } from '../dispatch/config.ts';
import type { Hooks } from '../dispatch/hook.ts';
import type { SessionFactory } from '../dispatch/session.ts';
import { type ClientPeers, createClientPeers } from '../mcp/peers/client-peer.ts';
import type { McpSourceStatus } from '../mcp/source-status.ts';
import type { Upstreams } from '../mcp/upstream/upstream.ts';
import { createRegistry, type Registry } from '../registry/registry.ts';
import type { Scope } from '../registry/scope.ts';
import { createFileManifestStore } from './cache/file-manifest-store.ts';
import { readAhead } from './cache/read-ahead.ts';
import { type CallslipConfig, type ConfigProblem, readConfig } from './config.ts';
import { type ConfigOptions, type LoadedConfig, loadConfig } from './load-config.ts';
import { configFiles } from './reload/config-files.ts';
import { createReloader, NO_CHANGES } from './reload/reloader.ts';
import type { HeldBackServer } from './server-lists.ts';
import { wireSessions } from './wire-dispatch.ts';
import { type ServerChanges, startServers } from './wire-mcp.ts';

/** How a runtime is made. */
export interface RuntimeOptions extends ConfigOptions {
  /** False leaves the configured servers out. @default true */
  readonly servers?: boolean;
  /** Milliseconds that programs of servers wait before they are started. @default 0 */
  readonly spawnDelayMs?: number;
  readonly hooks?: Hooks;
  /** Decides about calls before they run. @default every call that `approvals.deny_tools` lets through may run */
  readonly approvals?: ApprovalChannel;
  /** Reads the configuration again whenever one of its files changes. @default false */
  readonly watch?: boolean;
  /** @default the machine's clock */
  readonly clock?: Clock;
  /** @default says nothing */
  readonly logger?: Logger;
}

/** A server of the configuration, as it stands now. */
export type ServerStatus = McpSourceStatus;

/** The whole engine, from a configuration: servers, registry and sessions. */
export interface Runtime {
  /** As they were read last. */
  readonly loaded: LoadedConfig;
  readonly config: CallslipConfig;
  /** What is wrong in the configuration, a sentence each. */
  readonly warnings: readonly string[];
  readonly registry: Registry;
  readonly sessions: SessionFactory;
  /** What the servers offer beside tools, for doors that pass it on. */
  readonly upstreams: Upstreams;
  /** Where a door enters the clients that can be asked; the servers look there for the client behind a call. */
  readonly peers: ClientPeers;
  /** A factory for a door with rules of its own. */
  sessionsWith(config: Partial<DispatchConfig>): SessionFactory;
  /** What the configuration grants a session. */
  scope(session: Pick<Scope, 'sessionId' | 'surface'>): Scope;
  /** Every configured server in order, those of an untrusted project last, as `disabled`. */
  servers(): readonly ServerStatus[];
  /** Resolves when no server is starting any more, or when `signal` aborts. */
  settled(signal?: AbortSignal): Promise<void>;
  /**
   * Reads the configuration again and follows it: servers start, stop and restart as their entries changed, and sessions
   * made from now on have the new rules. Sessions that are open keep theirs; see {@link Runtime.onReload}.
   *
   * @throws CallslipError `invalid-config` when a file can't be read; everything stays as it was then.
   */
  reload(): Promise<ServerChanges>;
  /** Calls `listener` after each reload, for doors to make their sessions anew; the returned function ends that. */
  onReload(listener: () => void): () => void;
  /** Cancels what runs, ends every server, and resolves when no process is left. May be called again. */
  close(): Promise<void>;
}

/**
 * Makes a runtime from the user's configuration, or from the one given. Servers are being started when it resolves, side
 * by side; nothing waits for them. The tools that are remembered of an earlier run are there already.
 *
 * @throws CallslipError `invalid-config` when a configuration file can't be read.
 */
export async function createRuntime(options: RuntimeOptions = {}): Promise<Runtime> {
  const { clock = systemClock, logger = silentLogger } = options;
  let loaded = await loadConfig(options);
  let config = readConfig(loaded);
  const registry = createRegistry({ clock });
  const sessions = wireSessions({ ...options, registry, configNow: () => config, home: loaded.home, clock, logger });
  const peers = createClientPeers();
  const wanted = options.servers === false ? [] : config.servers;
  const store = createFileManifestStore({ folder: loaded.home.manifestsFolder, logger });
  const servers = startServers(wanted, registry, {
    clock,
    logger,
    spawnDelayMs: options.spawnDelayMs ?? 0,
    peers,
    manifests: await readAhead(store, wanted),
  });
  const reloader = createReloader({
    load: () => loadConfig(options),
    async follow(next) {
      loaded = next;
      config = readConfig(next);
      return options.servers === false ? NO_CHANGES : servers.apply(config.servers);
    },
    files: () => configFiles(loaded, options.cwd ?? process.cwd()),
    watch: options.watch === true,
    clock,
    logger,
  });
  let closing: Promise<void> | undefined;
  // Remembered tools are registered in this turn: a client that asks at once, and never again, has them.
  await setImmediate();
  return {
    get loaded() {
      return loaded;
    },
    get config() {
      return config;
    },
    get warnings() {
      return config.problems.map(inOneSentence);
    },
    registry,
    sessions: sessions.factory({}),
    upstreams: servers.upstreams,
    peers,
    sessionsWith: sessions.factory,
    scope: (session) => ({ ...config.scope, ...session }),
    servers: () => [...servers.status(), ...config.heldBack.map(asDisabled)],
    settled: (signal = new AbortController().signal) => registry.settled(signal),
    reload: reloader.reload,
    onReload: reloader.subscribe,
    close() {
      reloader.close();
      closing ??= sessions.close().then(() => servers.stop());
      return closing;
    },
  };
}

function inOneSentence({ message, remedy }: ConfigProblem): string {
  return remedy === undefined ? message : `${message}; ${remedy}`;
}

function asDisabled(server: HeldBackServer): ServerStatus {
  return { ...server, state: 'disabled' };
}
