import { claimNames } from './claim-names.ts';
import type { DroppedTool, SourceIdentity } from './source.ts';
import type { Tool } from './tool/tool.ts';

/** A source, as far as names go. The table writes what it offers and what came of it. */
export interface Claimant {
  readonly identity: SourceIdentity;
  offered: readonly Tool[];
  /** The tools whose names it holds, in its order: frozen, and the same array while nothing changes. */
  held: readonly Tool[];
  /** What it offers under names that others hold. */
  lost: readonly DroppedTool[];
}

/** Who holds which name. */
export interface NameTable<C extends Claimant> {
  find(name: string): { readonly tool: Tool; readonly claimant: C } | undefined;
  /** Puts `tools` in the place of what a source offers. Gives back the sources whose `held` and `lost` were settled. */
  offer(claimant: C, tools: readonly Tool[]): readonly C[];
  /** Gives every name out anew, as after a change in the order of the sources. Gives back all of them. */
  settleAll(): readonly C[];
}

/**
 * An empty table.
 *
 * @param claimants all sources, in the order of configuration; read at each offer.
 */
export function createNameTable<C extends Claimant>(claimants: readonly C[]): NameTable<C> {
  /** How many sources offer a tool of a name. */
  const offers = new Map<string, number>();
  const holders = new Map<string, { readonly tool: Tool; readonly claimant: C }>();

  const settle = (some: readonly C[]): readonly C[] => {
    const { owners, lost } = claimNames(some.map(({ identity, offered }) => ({ identity, tools: offered })));
    some.forEach((claimant, claim) => {
      claimant.held = heldBy(claimant, owners);
      claimant.lost = lost[claim] ?? [];
      for (const tool of claimant.held) holders.set(tool.name, { tool, claimant });
    });
    return some;
  };

  const settleAll = () => {
    holders.clear();
    return settle(claimants);
  };

  return {
    find: (name) => holders.get(name),
    settleAll,
    offer(claimant, tools) {
      const before = namesOf(claimant.offered);
      const after = namesOf(tools);
      const sharedBefore = before.some((name) => (offers.get(name) ?? 0) > 1);
      for (const name of before) count(offers, name, -1);
      for (const name of after) count(offers, name, 1);
      claimant.offered = tools;
      // A source that shares no name with another settles alone: the others may hold thousands.
      if (!sharedBefore && after.every((name) => offers.get(name) === 1)) {
        for (const name of before) holders.delete(name);
        return settle([claimant]);
      }
      return settleAll();
    },
  };
}

function namesOf(tools: readonly Tool[]): readonly string[] {
  return [...new Set(tools.map(({ name }) => name))];
}

function count(offers: Map<string, number>, name: string, change: number): void {
  const now = (offers.get(name) ?? 0) + change;
  if (now === 0) offers.delete(name);
  else offers.set(name, now);
}

function heldBy({ offered, held }: Claimant, owners: ReturnType<typeof claimNames>['owners']): readonly Tool[] {
  // As a set: the same tool listed twice is one definition, held once.
  const fresh = [...new Set(offered.filter((tool) => owners.get(tool.name)?.tool === tool))];
  const isSame = held.length === fresh.length && fresh.every((tool, index) => tool === held[index]);
  return isSame ? held : Object.freeze(fresh);
}
