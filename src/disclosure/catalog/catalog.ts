import { concatenate } from '../../base/concatenate.ts';
import type { Snapshot, SnapshotGroup } from '../../registry/snapshot.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import type { Deferral } from '../policy/deferrable.ts';
import { isSameUse, splitSource } from '../policy/split-source.ts';

/** One source's definitions, and which of them are in the catalogue. */
export interface CatalogGroup {
  readonly definitions: readonly ToolDefinition[];
  /** For each definition 1 or 0; `all` when every one is in. */
  readonly included: 'all' | Uint8Array;
}

/** Whether one of a group's definitions is in the catalogue. */
export function isIncluded({ included }: CatalogGroup, document: number): boolean {
  return included === 'all' || included[document] === 1;
}

/** The tools of one session that are reached by searching. Derived from a snapshot whenever it is needed; never kept. */
export interface Catalog {
  /** How many tools there are. */
  readonly size: number;
  /** In catalogue order: that of the snapshot. Put together when first read. */
  readonly tools: readonly ToolDefinition[];
  /** The same tools by source; sources without any are left out. */
  readonly groups: readonly CatalogGroup[];
  /** The tools of each group: the same array while its source stays the same. */
  readonly toolsByGroup: readonly (readonly ToolDefinition[])[];
}

/**
 * How many catalogues are known again: sessions of several scopes take turns. They are held weakly, so that no source stays
 * because of them.
 */
const RECENT = 8;

let recent: readonly WeakRef<Catalog>[] = [];

/** What a catalogue was made of. */
interface Made {
  readonly groups: readonly SnapshotGroup[];
  readonly isDeferred: Deferral;
}

const madeOf = new WeakMap<Catalog, Made>();

/**
 * The deferred tools of a snapshot. Cheap: indexes are made when something is searched, and stay with the sources. A
 * catalogue depends on nothing but the sources' own arrays, so while these are the same it is the same object.
 */
export function buildCatalog({ groups }: Pick<Snapshot, 'groups'>, isDeferred: Deferral): Catalog {
  const made: Made = { groups, isDeferred };
  const known = recent.map((each) => each.deref()).find((catalog) => catalog !== undefined && isMadeOf(catalog, made));
  if (known !== undefined) return known;
  const sources = groups.filter(hasUsable).map((group) => ({ group, split: splitSource(group, isDeferred) }));
  const used = sources.filter(({ split }) => split.deferred.length > 0);
  const catalog = catalogOf(
    used.map(({ group: { definitions }, split: { included } }) => ({ definitions, included })),
    used.map(({ split }) => split.deferred),
  );
  if (groups.every(({ definitions }) => Object.isFrozen(definitions))) {
    madeOf.set(catalog, { groups: [...groups], isDeferred });
    recent = [new WeakRef(catalog), ...recent.filter((each) => each.deref() !== undefined)].slice(0, RECENT);
  }
  return catalog;
}

/** The same catalogue with more documents behind it: what a remote catalogue found for one query. */
export function withDocuments(catalog: Catalog, definitions: readonly ToolDefinition[]): Catalog {
  if (definitions.length === 0) return catalog;
  return catalogOf([...catalog.groups, { definitions, included: 'all' }], [...catalog.toolsByGroup, definitions]);
}

function catalogOf(groups: readonly CatalogGroup[], toolsByGroup: Catalog['toolsByGroup']): Catalog {
  let joined: readonly ToolDefinition[] | undefined;
  return Object.freeze({
    size: toolsByGroup.reduce((sum, { length }) => sum + length, 0),
    get tools() {
      joined ??= Object.freeze(concatenate(toolsByGroup));
      return joined;
    },
    groups: Object.freeze(groups),
    toolsByGroup: Object.freeze(toolsByGroup),
  });
}

/** Without one, the source needs no split; what is remembered of it for other scopes stays. */
function hasUsable({ usable }: SnapshotGroup): boolean {
  return usable === 'all' || usable.includes(true);
}

function isMadeOf(catalog: Catalog, { groups, isDeferred }: Made): boolean {
  const made = madeOf.get(catalog);
  if (made?.isDeferred !== isDeferred || made.groups.length !== groups.length) return false;
  return groups.every(({ definitions, usable }, i) => {
    const other = made.groups[i];
    return other?.definitions === definitions && isSameUse(other.usable, usable);
  });
}
