import type { Implementation } from '@modelcontextprotocol/client';
import { type Clock, systemClock } from '../base/clock.ts';
import type { JsonObject } from '../base/json.ts';
import { type Logger, silentLogger } from '../base/logger.ts';
import { removeHiddenCharacters } from '../guard/hidden-characters.ts';
import { maskSecrets, maskText } from '../guard/mask-secrets.ts';
import type { SourceHandle, SourceNotes, SourceState } from '../registry/source.ts';
import type { Tool } from '../registry/tool/tool.ts';
import type { ServerConfig } from './config.ts';
import { knownSecrets } from './known-secrets.ts';
import { Server } from './server/server.ts';
import type { ToolList } from './tools/list-tools.ts';
import { asCached, toTools } from './tools/to-tool.ts';
import type { StdioTransportOptions } from './transport/stdio-transport.ts';

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
}

/** What a person may want to know of a server. */
export interface McpSourceStatus {
  readonly label: string;
  readonly transport: 'stdio' | 'http' | 'misconfigured';
  readonly state: SourceState;
  readonly reason?: string;
  readonly remedy?: string;
  /** How many tools it lists, where known. */
  readonly toolCount?: number;
  /** The name and version it gives itself. Untrusted. */
  readonly serverInfo?: Implementation;
  readonly pid?: number;
  /** The end of its standard error, secrets masked. Untrusted. */
  readonly stderr?: string;
}

/** A server whose tools are in the registry as long as it runs. */
export interface McpSource {
  /** Starts the server and returns at once. */
  start(): void;
  /** Ends the server, waits until no process is left, and takes its tools out. Never rejects. */
  stop(): Promise<void>;
  /** Resolves when its first start has come to an end, good or bad; at once for a server that is switched off. */
  settled(): Promise<void>;
  status(): McpSourceStatus;
}

/**
 * Joins one server of the configuration to its place in the registry: its tools as they are listed, its state as it
 * changes. While a crashed server restarts, its last tools stay, marked cached.
 */
export function createMcpSource(options: McpSourceOptions): McpSource {
  const { config, handle } = options;
  const secrets = knownSecrets(config);
  const mask = (text: string) => maskText(removeHiddenCharacters(text).text, secrets);
  const listed = createListed(config, (toolName, args, call) => server.call(toolName, args, call));
  let settle = () => {};
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const server = new Server({
    config,
    client: options.client,
    clock: options.clock ?? systemClock,
    logger: options.logger ?? silentLogger,
    random: options.random ?? Math.random,
    stdio: options.stdio ?? {},
    mask,
    maskFault: ({ data, ...fault }) => ({
      ...fault,
      message: mask(fault.message),
      ...(data === undefined ? {} : { data: maskSecrets(data, secrets) as JsonObject }),
    }),
    onTools(list) {
      listed.update(list);
      handle.replace(listed.tools(), listed.notes());
    },
    onState(state, detail) {
      if (state === 'restarting') handle.replace(asCached(listed.tools()), listed.notes());
      handle.setState(state, detail);
      if (state === 'ready' || state === 'failed' || state === 'disabled') settle();
    },
    onConnection: () => {},
    onNotification: () => {},
  });

  return {
    start: () => server.start(),
    async stop() {
      await server.stop();
      handle.close();
      settle();
    },
    settled: () => settled,
    status() {
      const { connection, readiness } = server;
      const { state, detail } = readiness;
      const stderr = connection?.stderr ?? '';
      return {
        label: config.label,
        transport: config.endpoint.kind,
        state,
        ...detail,
        ...(listed.isKnown() ? { toolCount: listed.tools().length } : {}),
        ...(connection?.serverInfo === undefined ? {} : { serverInfo: connection.serverInfo }),
        ...(connection?.pid === undefined || connection.exit !== undefined ? {} : { pid: connection.pid }),
        ...(stderr === '' ? {} : { stderr }),
      };
    },
  };
}

type Call = (toolName: string, ...rest: Parameters<Tool['execute']>) => ReturnType<Tool['execute']>;

/** What the server listed last, as tools. */
function createListed(config: ServerConfig, call: Call) {
  let executors = new Map<string, Tool['execute']>();
  let tools: readonly Tool[] = [];
  let notes: SourceNotes = {};
  let isKnown = false;
  return {
    tools: () => tools,
    notes: () => notes,
    isKnown: () => isKnown,
    update({ entries, warnings }: ToolList) {
      // The same function for the same name, so that an unchanged tool can be seen to be unchanged.
      const known = executors;
      executors = new Map();
      const made = toTools(entries, config, (toolName) => {
        const execute =
          executors.get(toolName) ?? known.get(toolName) ?? ((args, context) => call(toolName, args, context));
        executors.set(toolName, execute);
        return execute;
      });
      tools = made.tools;
      notes = { dropped: made.notes.dropped, warnings: [...warnings, ...made.notes.warnings] };
      isKnown = true;
    },
  };
}
