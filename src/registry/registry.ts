import { type Clock, systemClock } from '../base/clock.ts';
import { type Logger, silentLogger } from '../base/logger.ts';
import { type FoundTool, findTool } from './find-tool.ts';
import { createPresenceMemory } from './gate/presence-memory.ts';
import type { Scope } from './scope.ts';
import type { Snapshot } from './snapshot.ts';
import type { Registration, SourceHandle, SourceIdentity, SourceReport } from './source.ts';
import { createSourceTable, type SourceRow, type SourceTable } from './source-table.ts';
import { isGranted, takeSnapshot } from './take-snapshot.ts';
import { lintTool } from './tool/lint-tool.ts';
import type { Tool } from './tool/tool.ts';
import { CORE_TOOLS } from './toolset/core-tools.data.ts';
import { type Grant, resolveToolsets } from './toolset/resolve-toolsets.ts';
import type { Toolset } from './toolset/toolset.ts';
import { createToolsetCatalog } from './toolset/toolset-catalog.ts';
import { TOOLSETS } from './toolset/toolsets.data.ts';

/** What a registry starts from. */
export interface RegistryOptions {
  /** @default the machine's clock */
  readonly clock?: Clock;
  /** Tools that are never deferred unless named in `defer`. @default the reference's core tools */
  readonly core?: readonly string[];
  /** Declared toolsets. @default the built-in ones */
  readonly toolsets?: readonly Toolset[];
  /** Told of a subscriber that throws. @default silent */
  readonly logger?: Logger;
}

/** All tools there are, by source. Sessions read it through snapshots. */
export interface Registry {
  /** Names that never defer by default. */
  readonly core: ReadonlySet<string>;
  /** Up by one at each change. Memos may be keyed by it. */
  readonly generation: number;
  /** Opens a source: a plugin, a server, the built-in set. */
  open(identity: SourceIdentity): SourceHandle;
  /**
   * Adds a host's own tools to the source `label`; a tool of the same name there is replaced. Never throws for a tool:
   * what was not taken is in `dropped`. Best handed over together: each call goes through all tools of its label.
   */
  register(tools: readonly Tool[], label?: string): Registration;
  /** What the scope may use right now. Asks each gate once. Never throws. */
  snapshot(scope: Scope, options?: { readonly signal?: AbortSignal }): Promise<Snapshot>;
  /** One tool by its exact name, for the scope; asks its gate and no other. Absent when no source holds the name. */
  find(scope: Scope, name: string, options?: { readonly signal?: AbortSignal }): Promise<FoundTool | undefined>;
  /** One tool by its exact name, when the scope's toolsets grant it. Asks no gate: for planning, not for running. */
  granted(scope: Scope, name: string): Tool | undefined;
  /** Whether the scope grants a toolset, whatever tools are in it just now. */
  grants(scope: Scope, toolset: string): boolean;
  /** Names of the tools whose toolset the scope grants, whatever their gates say. */
  namesInScope(scope: Scope): readonly string[];
  /** Resolves when no source (of those granted to `scope`) is starting, or when `signal` aborts. Never rejects. */
  settled(signal: AbortSignal, scope?: Scope): Promise<void>;
  /** Labels of the sources granted to the scope that are still starting. */
  starting(scope: Scope): readonly string[];
  /** Every source as it stands now, whoever it is granted to. */
  sources(): readonly SourceReport[];
  /** Calls `listener` after each change of tools or of a source's state; the returned function ends that. */
  subscribe(listener: () => void): () => void;
}

/** An empty registry. */
export function createRegistry(options: RegistryOptions = {}): Registry {
  const clock = options.clock ?? systemClock;
  const core = new Set(options.core ?? CORE_TOOLS);
  const table = createSourceTable(clock, options.logger ?? silentLogger);
  const memory = createPresenceMemory(clock);
  const toolsets = createToolsetCatalog({ declared: options.toolsets ?? TOOLSETS, core, registered: table.toolsets });
  const hosts = new Map<string, { readonly handle: SourceHandle; tools: readonly Tool[] }>();

  return {
    core,
    get generation() {
      return table.generation();
    },
    open: table.open,
    register(tools, label = 'host') {
      const host = hosts.get(label) ?? { handle: table.open({ kind: 'plugin', label }), tools: [] };
      hosts.set(label, host);
      const fresh = tools.map(asTaken);
      const names = new Set(fresh.map(nameOf));
      host.tools = [...host.tools.filter((tool) => !names.has(nameOf(tool))), ...fresh];
      return host.handle.replace(host.tools);
    },
    snapshot: (scope, { signal } = {}) =>
      takeSnapshot(scope, { rows: table.rows(), toolsets, gates: { scope, memory, clock, signal } }),
    async find(scope, name, { signal } = {}) {
      const held = table.find(name);
      return held && findTool(scope, held, { toolsets, gates: { scope, memory, clock, signal } });
    },
    granted(scope, name) {
      const tool = table.find(name)?.tool;
      return tool !== undefined && resolveToolsets(scope, toolsets).allows(tool) ? tool : undefined;
    },
    grants: (scope, toolset) =>
      resolveToolsets(scope, toolsets).allows({ name: '', toolset, source: { kind: 'other' } }),
    namesInScope(scope) {
      const grant = resolveToolsets(scope, toolsets);
      return table.rows().flatMap(({ tools }) => tools.filter(grant.allows).map((tool) => tool.name));
    },
    settled: (signal, scope) =>
      until(() => startingSources(table.rows(), scope && resolveToolsets(scope, toolsets)).length === 0, table, signal),
    starting: (scope) => startingSources(table.rows(), resolveToolsets(scope, toolsets)),
    sources: () => table.rows().map(({ report }) => report),
    subscribe: table.subscribe,
  };
}

/** As the registry will hold it, so that registering more does not look it over again; one it can't take, as it is. */
function asTaken(tool: Tool): Tool {
  const linted = lintTool(tool);
  return linted.ok ? linted.tool : tool;
}

/** Of a tool that can't be read, nothing. */
function nameOf(tool: Tool): unknown {
  try {
    return tool?.name;
  } catch {
    return undefined;
  }
}

function startingSources(rows: readonly SourceRow[], grant: Grant | undefined): readonly string[] {
  const starting = rows.filter(
    (row) => row.report.state === 'starting' && (grant === undefined || isGranted(row, grant)),
  );
  return starting.map(({ report }) => report.label);
}

function until(isSo: () => boolean, { subscribe }: Pick<SourceTable, 'subscribe'>, signal: AbortSignal): Promise<void> {
  if (isSo() || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      unsubscribe();
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const unsubscribe = subscribe(() => {
      if (isSo()) finish();
    });
    signal.addEventListener('abort', finish, { once: true });
  });
}
