import type { LabelledQuery } from '../../eval/evaluate.ts';
import { createGoldReader, type GoldName } from '../../eval/gold-names.ts';
import type { Snapshot } from '../../registry/snapshot.ts';
import { didYouMean } from '../session/near-names.ts';
import type { OpenCatalog } from './open-catalog.ts';
import type { WrittenQuery } from './query-file.ts';

/** A gold name that counts for nothing. */
export interface UnusedGold {
  readonly name: string;
  /** Where it is written: files with lines. */
  readonly places: readonly string[];
  readonly reason: string;
}

/** Labels as they are used. */
export interface GoldLabels {
  /** Queries with at least one gold tool that can be found, and only such tools. */
  readonly queries: readonly LabelledQuery[];
  /** How many queries have none, and are not asked. */
  readonly leftOut: number;
  readonly unused: readonly UnusedGold[];
}

/** Looking for near names takes long; more of them than this nobody reads. */
const MOST_GUESSED = 10;

/** Of the tools that one name fits, how many are named. */
const MOST_CANDIDATES = 3;

/** Finds the tools that gold names mean. A name that means none is no miss of the search: it is taken out and told. */
export function useLabels(written: readonly WrittenQuery[], { catalog, listed, snapshot }: OpenCatalog): GoldLabels {
  const hidden = [...snapshot.hidden, ...snapshot.leftOut.flatMap((group) => group.hidden)];
  const read = createGoldReader({ searched: catalog.tools, listed, hidden });
  const unused = new Map<string, { readonly places: string[]; readonly meaning: GoldName }>();
  const queries = written.flatMap(({ query, gold: names, place }) => {
    const gold = names.flatMap((name) => {
      const meaning = read(name);
      if (meaning.kind === 'found') return [meaning.tool.name];
      const known = unused.get(name) ?? { places: [], meaning };
      unused.set(name, known);
      known.places.push(place);
      return [];
    });
    return gold.length === 0 ? [] : [{ query, gold: [...new Set(gold)] }];
  });
  const published = catalog.tools.map(({ name }) => name);
  let guesses = 0;
  const guess = (name: string) => (guesses++ < MOST_GUESSED ? didYouMean(name, published) : undefined);
  const lost = lostEntries(snapshot);
  return {
    queries,
    leftOut: written.length - queries.length,
    unused: [...unused].map(([name, { places, meaning }]) => ({
      name,
      places,
      reason: reasonOf(name, meaning, lost, guess),
    })),
  };
}

/** Why entries of sources are no tools, by the entries' names. */
function lostEntries({ sources }: Snapshot): ReadonlyMap<string, string> {
  const dropped = sources.flatMap((source) => source.dropped.map((tool) => ({ label: source.label, ...tool })));
  return new Map(
    dropped.flatMap(({ label, name, reason }) =>
      [name, `${label}:${name}`].map((written) => [written, reason] as const),
    ),
  );
}

function reasonOf(
  name: string,
  meaning: GoldName,
  lost: ReadonlyMap<string, string>,
  guess: (name: string) => string | undefined,
): string {
  if (meaning.kind === 'ambiguous') {
    const { candidates } = meaning;
    const shown = candidates.slice(0, MOST_CANDIDATES).join(', ');
    const rest = candidates.length > MOST_CANDIDATES ? ` and ${candidates.length - MOST_CANDIDATES} more` : '';
    return `it fits several tools, ${shown}${rest}; write the whole name`;
  }
  if (meaning.kind === 'not-searched') {
    if (meaning.hidden === undefined) return 'it is listed directly, and never searched';
    const { reason, remedy } = meaning.hidden;
    return `it can't be used now: ${reason}${remedy === undefined ? '' : `; ${remedy}`}`;
  }
  const entry = lost.get(name);
  if (entry !== undefined) return `it was left out: ${entry}`;
  return ['no tool has this name', guess(name)].filter((part) => part !== undefined).join('; ');
}
