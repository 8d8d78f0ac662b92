import { recallAt } from '../../src/eval/measures.ts';
import { benchTools } from './catalogue.ts';
import { everyOther } from './halves.ts';
import { toolsOfSet, writtenQueries } from './labelled.ts';
import { mean, type Probe } from './probe.ts';
import { silentShare } from './silence-probe.ts';

const SENTENCE_ROW = 'short sentences, recall@5';
export const SILENT_SENTENCE_ROW = 'short sentences without an answer, silent';

/**
 * Short sentences as people say them ("what's it like outside", "turn the heating up"), some with an answer among the tools
 * they are put to: what is found, and how often nothing is shown where there is nothing.
 */
export async function sentenceProbe(half: 'training' | 'test'): Promise<Probe> {
  const tools = benchTools(await toolsOfSet('livemcpbench-steps'));
  const written = await writtenQueries('sentences');
  const answerable = everyOther(
    written.filter(({ gold }) => gold.length > 0),
    half,
  );
  const others = everyOther(
    written.filter(({ gold }) => gold.length === 0),
    half,
  );
  return {
    what: 'short sentences',
    async run({ open }) {
      const find = open(tools);
      const recalls: number[] = [];
      for (const { query, gold } of answerable) recalls.push(recallAt(5, await find(query, 10), new Set(gold)));
      const silent = await silentShare(
        find,
        others.map(({ query }) => query),
      );
      return new Map([
        [`${SENTENCE_ROW} (${answerable.length})`, mean(recalls)],
        [`${SILENT_SENTENCE_ROW} (${others.length})`, silent],
      ]);
    },
  };
}
