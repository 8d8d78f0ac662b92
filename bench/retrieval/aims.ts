import { tunedBm25 } from '../peers/tuned-bm25.ts';
import { type Aim, atLeast, atMost } from '../report.ts';
import { CHINESE_ROW } from './chinese-probe.ts';
import type { Contenders } from './contenders.ts';
import { MADE_ROW, WRITTEN_ROW } from './keyword-probe.ts';
import { LABELLED_SETS } from './labelled.ts';
import { MEASURES, rowOf } from './labelled-probe.ts';
import { bothTiers, strictTier } from './ours.ts';
import { type Board, figureOf } from './probe.ts';
import { OTHER_DOMAIN_ROW, UNANSWERABLE_ROW } from './silence-probe.ts';

/** What was to be reached: on requests that were never learned from, on keywords, and on what nobody can answer. */
export function retrievalAims(board: Board, { all, tuned }: Contenders): readonly Aim[] {
  const ours = (row: string) => figureOf(board, row, bothTiers.name);
  const best = (row: string, names: readonly { readonly name: string }[]) =>
    Math.max(...names.map(({ name }) => figureOf(board, row, name)));
  const baselines = all.filter(({ isOurs }) => !isOurs);
  const ahead = Object.keys(MEASURES).map((measure) => {
    const row = rowOf(measure);
    return atLeast(`${row}, ahead of the best tuned baseline`, 0.03, ours(row) - best(row, tuned), '');
  });
  const [lowest = Number.NaN, set = ''] =
    LABELLED_SETS.map((each): [number, string] => {
      const row = rowOf('nDCG@10', each);
      return [ours(row) - best(row, baselines), each];
    }).sort(([a], [b]) => a - b)[0] ?? [];
  const pairs = rowOf('nDCG@10', 'acebench-zh');
  return [
    ...ahead,
    atLeast(`nDCG@10, ahead of the best baseline where that is least (${set})`, -0.01, lowest, ''),
    atLeast(`${pairs}, ahead of BM25 over pairs of characters`, 0, ours(pairs) - best(pairs, [tunedBm25]), ''),
    atLeast(CHINESE_ROW, 0.06, ours(CHINESE_ROW), ''),
    atLeast(WRITTEN_ROW, 1, ours(WRITTEN_ROW), ''),
    atLeast(MADE_ROW, 0.97, ours(MADE_ROW), ''),
    atLeast(UNANSWERABLE_ROW, 0.9, ours(UNANSWERABLE_ROW), ''),
    atLeast(OTHER_DOMAIN_ROW, 0.9, ours(OTHER_DOMAIN_ROW), ''),
    atMost(
      'requests of another domain, not silent, strict tier',
      0,
      1 - figureOf(board, OTHER_DOMAIN_ROW, strictTier.name),
      '',
    ),
  ];
}
