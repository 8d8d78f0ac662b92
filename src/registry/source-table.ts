import type { Clock } from '../base/clock.ts';
import { messageOf } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import { collapseWhitespace, firstCodePoints } from '../base/text.ts';
import { removeHiddenCharacters } from '../guard/hidden-characters.ts';
import { NOTHING_LEFT_OUT, takeLeftOut } from './left-out.ts';
import { type Claimant, createNameTable } from './name-table.ts';
import type { LeftOutGroup } from './snapshot.ts';
import type { DroppedTool, Registration, SourceHandle, SourceIdentity, SourceReport, SourceState } from './source.ts';
import { lintTool } from './tool/lint-tool.ts';
import { keepKnown } from './tool/same-tool.ts';
import type { Tool, ToolOrigin } from './tool/tool.ts';
import { traitsOf } from './tool-traits.ts';

/** One source as the registry holds it. */
export interface SourceRow {
  readonly report: SourceReport;
  /** The tools whose names the source holds, in its order: frozen, and the same array while nothing changes. */
  readonly tools: readonly Tool[];
  readonly leftOut: LeftOutGroup;
}

/** All sources, in the order of configuration. */
export interface SourceTable {
  open(identity: SourceIdentity): SourceHandle;
  rows(): readonly SourceRow[];
  find(name: string): { readonly tool: Tool; readonly row: SourceRow } | undefined;
  /** Toolsets under which a tool is registered, or whose source is open. */
  toolsets(): ReadonlySet<string>;
  /** Up by one at each change of tools or of a source's state. */
  generation(): number;
  /** Calls `listener` after each change; the returned function ends that. */
  subscribe(listener: () => void): () => void;
}

interface Entry extends Claimant {
  identity: SourceIdentity;
  readonly opened: number;
  state: SourceState;
  since: number;
  reason: string | undefined;
  remedy: string | undefined;
  isRetried: boolean;
  /** What did not pass the lint. */
  unusable: readonly DroppedTool[];
  warnings: readonly string[];
  leftOut: LeftOutGroup;
  /** Absent after a change, until it is asked for. */
  row: SourceRow | undefined;
}

/** Characters of a reason or remedy. */
const MAX_REASON_CHARS = 1_000;

const KINDS: readonly ToolOrigin['kind'][] = ['builtin', 'plugin', 'mcp', 'connectors', 'other'];

/** An empty table. */
export function createSourceTable(clock: Clock, logger: Logger): SourceTable {
  const entries: Entry[] = [];
  const listeners = new Set<() => void>();
  let opened = 0;
  let generation = 0;
  let toolsets: ReadonlySet<string> | undefined;
  const names = createNameTable(entries);

  const changed = (...touched: readonly Entry[]) => {
    generation++;
    toolsets = undefined;
    for (const entry of touched) entry.row = undefined;
    for (const listener of [...listeners]) tell(listener, logger);
  };

  return {
    open(identity) {
      const entry = newEntry(identity, opened++, clock.now());
      entries.push(entry);
      entries.sort(byConfiguration);
      changed();
      return handleFor(entry, clock, {
        changed: () => changed(entry),
        reorder(order) {
          if (!entries.includes(entry) || entry.identity.order === order) return;
          entry.identity = { ...entry.identity, order };
          entries.sort(byConfiguration);
          changed(...names.settleAll());
        },
        offer(tools) {
          // A server may list its tools once more while it is being closed.
          if (entries.includes(entry)) changed(entry, ...names.offer(entry, tools));
        },
        remove() {
          if (!entries.includes(entry)) return;
          const settled = names.offer(entry, []);
          entries.splice(entries.indexOf(entry), 1);
          changed(...settled);
        },
      });
    },
    rows: () => entries.map(rowOf),
    find(name) {
      const holder = names.find(name);
      return holder && { tool: holder.tool, row: rowOf(holder.claimant) };
    },
    toolsets() {
      toolsets ??= new Set(entries.flatMap(toolsetsOf));
      return toolsets;
    },
    generation: () => generation,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A listener that fails costs itself, not the source whose change it was told of. */
function tell(listener: () => void, logger: Logger): void {
  try {
    listener();
  } catch (error) {
    logger.error('a subscriber of the registry failed', { error: messageOf(error) });
  }
}

function newEntry(identity: SourceIdentity, opened: number, since: number): Entry {
  return {
    identity,
    opened,
    state: identity.kind === 'mcp' ? 'starting' : 'ready',
    since,
    reason: undefined,
    remedy: undefined,
    isRetried: false,
    offered: [],
    held: [],
    lost: [],
    unusable: [],
    warnings: [],
    leftOut: NOTHING_LEFT_OUT,
    row: undefined,
  };
}

function byConfiguration(a: Entry, b: Entry): number {
  return (
    KINDS.indexOf(a.identity.kind) - KINDS.indexOf(b.identity.kind) ||
    (a.identity.order ?? 0) - (b.identity.order ?? 0) ||
    a.opened - b.opened
  );
}

/** What a handle does to the table. */
interface Hand {
  /** Its report changed. */
  changed(): void;
  reorder(order: number): void;
  offer(tools: readonly Tool[]): void;
  remove(): void;
}

function handleFor(entry: Entry, clock: Clock, hand: Hand): SourceHandle {
  return {
    get identity() {
      return entry.identity;
    },
    replace(tools, notes = {}) {
      const known = new Map(entry.offered.map((tool) => [tool.name, tool]));
      const results = tools.map((tool) => lintTool(tool));
      entry.unusable = [...(notes.dropped ?? []), ...results.flatMap((result) => (result.ok ? [] : [result.dropped]))];
      entry.warnings = [...(notes.warnings ?? []), ...results.flatMap((result) => (result.ok ? result.warnings : []))];
      entry.leftOut = takeLeftOut(notes.leftOut ?? [], entry.leftOut);
      hand.offer(results.flatMap((result) => (result.ok ? [keepKnown(known, result.tool)] : [])));
      return registrationOf(entry);
    },
    setState(state, detail = {}) {
      if (entry.state !== state) entry.since = clock.now();
      entry.state = state;
      entry.reason = oneLine(detail.reason);
      entry.remedy = oneLine(detail.remedy);
      entry.isRetried = detail.isRetried === true;
      hand.changed();
    },
    reorder: hand.reorder,
    close: hand.remove,
  };
}

/** A server's own words may be part of it, and a model may read it. */
function oneLine(said: string | undefined): string | undefined {
  if (said === undefined) return undefined;
  const { text, cut } = firstCodePoints(said, MAX_REASON_CHARS);
  return `${collapseWhitespace(removeHiddenCharacters(text).text)}${cut ? '…' : ''}`;
}

function registrationOf(entry: Entry): Registration {
  const row = rowOf(entry);
  return { registered: row.tools.map((tool) => tool.name), dropped: row.report.dropped };
}

function rowOf(entry: Entry): SourceRow {
  entry.row ??= { tools: entry.held, leftOut: entry.leftOut, report: reportOf(entry) };
  return entry.row;
}

function toolsetsOf({ identity, held }: Entry): readonly string[] {
  return [...traitsOf(held).toolsets, ...(identity.kind === 'mcp' ? [`mcp-${identity.label}`] : [])];
}

function reportOf(entry: Entry): SourceReport {
  const known = entry.state === 'ready' || entry.offered.length > 0;
  return {
    label: entry.identity.label,
    kind: entry.identity.kind,
    state: entry.state,
    since: entry.since,
    ...(known ? { toolCount: entry.held.length } : {}),
    dropped: [...entry.unusable, ...entry.lost],
    warnings: entry.warnings,
    ...(entry.reason === undefined ? {} : { reason: entry.reason }),
    ...(entry.remedy === undefined ? {} : { remedy: entry.remedy }),
    ...(entry.isRetried ? { isRetried: true } : {}),
  };
}
