import { LABELLED_SETS } from '../../bench/retrieval/labelled.ts';
import { scoreRelated } from '../../src/disclosure/related/find-related.ts';
import { ENGLISH_SETS } from '../vocabulary/catalogue-texts.ts';
import { confidenceTrials, openSet, rankingExamples, unanswerableTrials } from './examples.ts';
import { fitConfidence } from './fit-confidence.ts';
import { fitRanking, qualityOf } from './fit-ranking.ts';

/** Of the requests that were written to have no answer. */
const MOST_UNANSWERABLE = 5;

/**
 * Fits the weights of the related tier on training halves and prints them, for `weights.data.ts`; ranking first: confidence
 * is fitted to the scores of the weights that are in that file. Test halves are not read.
 */
async function main(): Promise<void> {
  const examples = await rankingExamples();
  const ranking = fitRanking(examples);
  print('ranking', ranking);
  print('nDCG@10 where a right tool was looked at', Object.fromEntries(qualityOf(ranking, examples)));
  const unseen = LABELLED_SETS.map((set) => {
    const weights = fitRanking(examples.filter((example) => example.set !== set));
    return [set, qualityOf(weights, examples).get(set) ?? Number.NaN] as const;
  });
  print('the same, each set with weights fitted without it', Object.fromEntries(unseen));
  const corpora = new Map(
    await Promise.all(
      ENGLISH_SETS.map(async (set) => [set, (await scoreRelated((await openSet(set)).catalog, '')).corpus] as const),
    ),
  );
  const unanswerable = { trials: await unanswerableTrials(), mayBeAnswered: MOST_UNANSWERABLE };
  print('confidence', fitConfidence(await confidenceTrials(), unanswerable, corpora));
}

function print(what: string, values: Readonly<Record<string, number>>): void {
  console.log(
    `${what}: ${Object.entries(values)
      .map(([name, value]) => `${name} ${value.toPrecision(3)}`)
      .join(', ')}`,
  );
}

await main();
