import type { Implementation } from '@modelcontextprotocol/client';
import { type Clock, systemClock } from '../base/clock.ts';
import { type Logger, silentLogger } from '../base/logger.ts';
import { removeHiddenCharacters } from '../guard/hidden-characters.ts';
import { maskText } from '../guard/mask-secrets.ts';
import type { SourceHandle } from '../registry/source.ts';
import type { ServerConfig } from './config.ts';
import { createParamHeaders } from './connection/modern/param-headers.ts';
import { knownSecrets } from './known-secrets.ts';
import type { ManifestStore } from './manifest/manifest.ts';
import { createManifestKeeper } from './manifest/manifest-keeper.ts';
import { createClientConnections } from './peers/client-connections.ts';
import { type ClientPeers, createClientPeers } from './peers/client-peer.ts';
import { Server } from './server/server.ts';
import { type McpSourceStatus, sourceStatus } from './source-status.ts';
import { limitCalls } from './tools/call-limit.ts';
import { createCallTool } from './tools/call-tool.ts';
import { createRegisteredTools } from './tools/registered-tools.ts';
import type { StdioTransportOptions } from './transport/stdio-transport.ts';
import { createUpstream } from './upstream/create-upstream.ts';
import type { OfferingKind, Upstream } from './upstream/upstream.ts';

/** One upstream server as a source of tools. */
export interface McpSourceOptions {
  readonly config: ServerConfig;
  /** The source's place in the registry, opened under the server's label. */
  readonly handle: SourceHandle;
  /** Who we say we are to the server. */
  readonly client: Implementation;
  /** @default the machine's clock */
  readonly clock?: Clock;
  /** @default silent */
  readonly logger?: Logger;
  /** Spreads restarts; from 0 to under 1. @default `Math.random` */
  readonly random?: () => number;
  /** How programs are started and ended. */
  readonly stdio?: StdioTransportOptions;
  /** Clients that may be asked what the server wants to know. @default nobody may */
  readonly peers?: ClientPeers;
  /** Told when what it lists beside tools may have changed. @default nobody is told */
  readonly onOfferings?: (kind: OfferingKind) => void;
  /** What is remembered of servers from run to run. @default nothing */
  readonly manifests?: ManifestStore;
}

/** A server whose tools are in the registry until it is stopped. */
export interface McpSource {
  /**
   * Starts the server and returns at once. Tools that are remembered are there some milliseconds later, and a lazy server
   * then sleeps until its first call.
   *
   * @param delayMs how long the start itself waits. @default 0
   */
  start(delayMs?: number): void;
  /** Ends the server, waits until no process is left, and takes its tools out. Never rejects. */
  stop(): Promise<void>;
  /** Resolves when its first start has come to an end, good or bad; at once for a server that is switched off. */
  settled(): Promise<void>;
  /** Tries a server that has failed once more, now: something has changed. */
  retry(): void;
  status(): McpSourceStatus;
  /** What it offers beside its tools. */
  readonly upstream: Upstream;
}

/**
 * Joins one server of the configuration to its place in the registry: its tools as they are listed, its state as it
 * changes. While a server restarts or sleeps its last tools stay, marked cached.
 */
export function createMcpSource(options: McpSourceOptions): McpSource {
  const { config, handle } = options;
  const secrets = knownSecrets(config);
  const mask = (text: string) => maskText(removeHiddenCharacters(text).text, secrets);
  const listed = createRegisteredTools(config, handle, async (toolName, args, call) => {
    const result = await callTool(toolName, args, call);
    offered.showed(call.sessionId, result.content);
    return result;
  });
  const { settled, settle } = settlement();
  const parts = { ...partsOf(options), mask };
  const manifest = createManifestKeeper(config, parts.clock, options.manifests);
  const server = new Server({
    ...parts,
    random: options.random ?? Math.random,
    manifest,
    onTools(list, isLive) {
      parts.paramHeaders.learn(list.entries);
      listed.take(list, isLive);
      if (!isLive && manifest.known !== undefined) offered.remember(manifest.known);
    },
    onState(state, detail, isUp) {
      if (!isUp) listed.age();
      handle.setState(state, detail);
      offered.stateChanged();
      if (state === 'ready' || state === 'failed' || state === 'disabled') settle();
    },
    onConnection: (connection) => offered.connected(connection),
    onNotification: (method, params) => offered.notified(method, params),
  });
  const clients = createClientConnections({
    ...parts,
    peers: options.peers ?? createClientPeers(),
    generation: () => server.generation,
    refusal: () => server.refusal,
  });
  const ask = limitCalls(
    clients.around((method, params, caller) => server.ask(method, params, caller)),
    config,
  );
  const callTool = createCallTool({ ask, label: config.label, mask, secrets });
  const offered = createUpstream({
    ...parts,
    secrets,
    ask,
    state: () => server.readiness.state,
    shared: (signal) => server.shared(signal),
    hold: () => server.hold(),
    onChange(kind) {
      if (manifest.known !== undefined) manifest.save({ [kind]: offered.lists()[kind] });
      options.onOfferings?.(kind);
    },
  });

  return {
    start: (delayMs) => server.start(delayMs),
    async stop() {
      await Promise.all([clients.stop(), server.stop()]);
      handle.close();
      settle();
    },
    settled: () => settled,
    retry: () => server.retry(),
    upstream: offered.upstream,
    status: () => sourceStatus(config, server, listed, manifest),
  };
}

/** What all connections to the server are made of. */
function partsOf({ config, client, clock, logger, stdio }: McpSourceOptions) {
  return {
    config,
    client,
    clock: clock ?? systemClock,
    logger: logger ?? silentLogger,
    stdio: stdio ?? {},
    paramHeaders: createParamHeaders(),
  };
}

/** A promise, and what resolves it. */
function settlement(): { readonly settled: Promise<void>; readonly settle: () => void } {
  let settle = () => {};
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { settled, settle };
}
