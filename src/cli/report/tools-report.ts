import { sourceLabel } from '../../disclosure/catalog/source-label.ts';
import type { Exposure } from '../../disclosure/exposure.ts';
import type { Snapshot } from '../../registry/snapshot.ts';
import type { SourceState } from '../../registry/source.ts';
import type { ServerStatus } from '../../runtime/create-runtime.ts';

/** A source whose tools wait behind the bridge, in the order of the catalogue. */
interface DeferredSource {
  readonly source: string;
  readonly tools: readonly string[];
}

/** A tool that can't be used now. */
interface HiddenReport {
  readonly name: string;
  readonly source: string;
  readonly reason: string;
  readonly remedy?: string;
}

/** A source that is not there, or not whole. */
export interface SourceTrouble {
  readonly source: string;
  readonly state: SourceState;
  readonly reason?: string;
  readonly remedy?: string;
  readonly dropped?: readonly { readonly name: string; readonly reason: string }[];
}

/** What a session has: each registered tool is visible, deferred or hidden. */
export interface ToolsReport {
  readonly visible: readonly string[];
  readonly bridge: readonly string[];
  readonly deferred: readonly DeferredSource[];
  readonly hidden: readonly HiddenReport[];
  readonly troubles: readonly SourceTrouble[];
  readonly tier: Exposure['tier'];
  readonly listing: Exposure['listingForm'];
  readonly fingerprint: string;
  readonly warnings: readonly string[];
}

/** Gathers what a session has. `servers` adds those that are not in the snapshot, because they were held back. */
export function toolsReport(snapshot: Snapshot, exposure: Exposure, servers: readonly ServerStatus[]): ToolsReport {
  return {
    visible: exposure.tools.flatMap(({ name, definition }) => (definition === undefined ? [] : [name])),
    bridge: exposure.tools.flatMap(({ name, definition }) => (definition === undefined ? [name] : [])),
    deferred: bySource(exposure),
    hidden: snapshot.hidden.map(({ tool, reason, remedy }) => ({
      name: tool.name,
      source: sourceLabel(tool),
      reason,
      ...(remedy === undefined ? {} : { remedy }),
    })),
    troubles: [...sourceTroubles(snapshot), ...heldBack(snapshot, servers)],
    tier: exposure.tier,
    listing: exposure.listingForm,
    fingerprint: exposure.fingerprint,
    warnings: exposure.warnings,
  };
}

function bySource({ deferred }: Exposure): readonly DeferredSource[] {
  const groups = new Map<string, string[]>();
  for (const tool of deferred) {
    const label = sourceLabel(tool);
    const names = groups.get(label) ?? [];
    groups.set(label, names);
    names.push(tool.name);
  }
  return [...groups].map(([source, tools]) => ({ source, tools }));
}

function sourceTroubles({ sources }: Snapshot): readonly SourceTrouble[] {
  return sources
    .filter(({ state, dropped }) => state !== 'ready' || dropped.length > 0)
    .map(({ label, state, reason, remedy, dropped }) => ({
      source: label === '' ? 'other' : label,
      state,
      ...(reason === undefined ? {} : { reason }),
      ...(remedy === undefined ? {} : { remedy }),
      ...(dropped.length === 0 ? {} : { dropped }),
    }));
}

function heldBack({ sources }: Snapshot, servers: readonly ServerStatus[]): readonly SourceTrouble[] {
  const known = new Set(sources.map(({ label }) => label));
  return servers
    .filter(({ label, state }) => state === 'disabled' && !known.has(label))
    .map(({ label, state, reason, remedy }) => ({
      source: label,
      state,
      ...(reason === undefined ? {} : { reason }),
      ...(remedy === undefined ? {} : { remedy }),
    }));
}
