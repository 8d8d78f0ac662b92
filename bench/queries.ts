import type { BenchCatalogue } from './catalogues.ts';

const HOW_MANY = 20;

/**
 * Queries of so many different words, each the first words of the description of a real tool, evenly spread over the
 * catalogue. So every word is in the catalogue (common ones, whose lists are long, as well), and every query has an
 * answer.
 */
export function queriesOf({ sources }: BenchCatalogue, words: number): readonly string[] {
  const records = sources.flatMap((source) => source.records);
  const queries = records.flatMap(({ description }) => {
    const distinct = new Set((description.match(/[A-Za-z0-9]+/g) ?? []).map((word) => word.toLowerCase()));
    return distinct.size < words ? [] : [[...distinct].slice(0, words).join(' ')];
  });
  if (queries.length < HOW_MANY) throw new Error(`only ${queries.length} descriptions have ${words} different words`);
  const step = queries.length / HOW_MANY;
  return Array.from({ length: HOW_MANY }, (_, index) => queries[Math.floor(index * step)] as string);
}
