import { ENGLISH_SETS, textsOfSet } from './catalogue-texts.ts';
import { learnProjection } from './learn-projection.ts';
import type { StemVector } from './pack-vectors.ts';
import { principalAxes } from './principal-axes.ts';
import { createRandom } from './random.ts';
import { embedStems } from './stem-embeddings.ts';
import { stemUse } from './stem-use.ts';
import { pairsOf } from './tool-pairs.ts';
import { chooseStems } from './vocabulary-words.ts';
import { timesMatrix } from './word-bag.ts';
import type { WordEmbeddings } from './word-embeddings.ts';

/** More fit into the size of the package no better than they help: what is rarer hardly comes in any request. */
const STEMS = 21_000;
const DIMENSIONS = 64;
const SEED = 12_345;

/**
 * The vectors of all stems, learned from the texts of the English catalogues, without any query. What a stem says is in
 * its vector's length, so that a text's meaning is the plain sum of its stems' vectors.
 *
 * @param without sets of which nothing is to be learned, not even their words.
 */
export async function learnVectors(source: WordEmbeddings, without: readonly string[]): Promise<readonly StemVector[]> {
  const sets = ENGLISH_SETS.filter((set) => !without.includes(set));
  const catalogues = await Promise.all(sets.map(textsOfSet));
  const { share, importance } = stemUse(catalogues);
  const words = chooseStems(catalogues.flat(), source.general, STEMS);
  const { stems, matrix } = await embedStems(words, importance, source);
  const rows = new Map(stems.map((stem, row) => [stem, row]));
  const pairs = catalogues.map((tools) => pairsOf(tools, (stem) => rows.get(stem)));
  const random = createRandom(SEED);
  const projection = learnProjection(pairs, matrix, principalAxes(matrix, DIMENSIONS, random), random);
  return stems.map((stem, row) => ({
    stem,
    vector: timesMatrix(matrix.values.subarray(row * matrix.width, (row + 1) * matrix.width), projection),
    share: share(stem),
  }));
}
