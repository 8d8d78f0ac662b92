import { type Matrix, normalise } from './word-bag.ts';
import type { WordEmbeddings } from './word-embeddings.ts';

/** Stems, and a row of numbers for each, as the sources have it: wide and unlearned. */
export interface StemEmbeddings {
  readonly stems: readonly string[];
  readonly matrix: Matrix;
}

/** How much the GloVe part counts beside the encoder's. */
const GLOVE_SHARE = 0.7;

/**
 * Both sources' vectors of each word, centred, each brought to one length, side by side; a stem is the mean of its words,
 * the longer the more important it is.
 */
export async function embedStems(
  wordsOfStems: ReadonlyMap<string, readonly string[]>,
  importance: (stem: string) => number,
  source: WordEmbeddings,
): Promise<StemEmbeddings> {
  const words = [...wordsOfStems.values()].flat();
  const encoded = centred(await source.encode(words), 1);
  const glove = centred(source.glove(words), GLOVE_SHARE);
  const width = widthOf(encoded) + widthOf(glove);
  const values = new Float32Array(wordsOfStems.size * width);
  let word = 0;
  [...wordsOfStems].forEach(([stem, own], row) => {
    const factor = importance(stem) / own.length;
    for (let i = 0; i < own.length; i++, word++) {
      addTo(values, row * width, encoded[word], factor);
      addTo(values, row * width + widthOf(encoded), glove[word], factor);
    }
  });
  return { stems: [...wordsOfStems.keys()], matrix: { width, values } };
}

type Vectors = readonly (Float32Array | undefined)[];

function widthOf(vectors: Vectors): number {
  return vectors.find((vector) => vector !== undefined)?.length ?? 0;
}

/** Less their mean, then all of one length. */
function centred(vectors: Vectors, length: number): Vectors {
  const known = vectors.filter((vector) => vector !== undefined);
  const mean = new Float64Array(widthOf(vectors));
  for (const vector of known) {
    for (let i = 0; i < mean.length; i++) mean[i] = (mean[i] as number) + (vector[i] as number) / known.length;
  }
  return vectors.map((vector) => {
    const moved = vector?.map((value, i) => value - (mean[i] as number));
    if (moved !== undefined) normalise(moved);
    return moved?.map((value) => value * length);
  });
}

function addTo(values: Float32Array, start: number, vector: Float32Array | undefined, factor: number): void {
  vector?.forEach((value, i) => {
    values[start + i] = (values[start + i] as number) + value * factor;
  });
}
