import type { Clock } from '../../base/clock.ts';
import { withDeadline } from '../../base/deadline.ts';
import { messageOf } from '../../base/errors.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import { isIncluded } from '../catalog/catalog.ts';
import { documentText } from '../catalog/document-text.ts';
import type { TermCorpus } from './corpus/term-corpus.ts';

/** A sentence encoder of the host's own: it orders what the related tier finds, and finds more for it to look at. */
export interface Embedder {
  /** One vector for each text, in their order, all of one length; the same text gets the same vector. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly ArrayLike<number>[]>;
}

/** How near each document of a catalogue is to a request, by the host's encoder. */
export interface Encoder {
  /**
   * The cosine for each document number, 0 for one that is not included; `undefined` when the encoder failed or is not
   * ready with the catalogue's tools in time. What it is still doing goes on, for the next search.
   */
  compare(corpus: TermCorpus, request: string, signal: AbortSignal): Promise<Float64Array | undefined>;
}

/** Milliseconds for which a search waits for the encoder. */
const WAIT_MS = 2_000;
const BATCH = 64;
const MOST_CHARACTERS = 2_000;

type Vectors = readonly Float64Array[];

/** A source's tools, encoded or on the way. */
interface EncodedSource {
  readonly vectors: Promise<Vectors>;
  isReady: boolean;
}

/** What there is of each source; as long as encoder and source live. */
const encoded = new WeakMap<Embedder, WeakMap<readonly ToolDefinition[], EncodedSource>>();

/**
 * Each tool is encoded once. A failure is told to `warn`, once, and is tried again at the next search.
 *
 * @param warn gets one line.
 */
export function createEncoder(embedder: Embedder, clock: Clock, warn: (text: string) => void): Encoder {
  let hasWarned = false;
  const sources = encoded.get(embedder) ?? new WeakMap<readonly ToolDefinition[], EncodedSource>();
  encoded.set(embedder, sources);
  const begin = (definitions: readonly ToolDefinition[]): EncodedSource => {
    const made: EncodedSource = { vectors: encodeAll(embedder, definitions), isReady: false };
    sources.set(definitions, made);
    made.vectors.then(
      () => {
        made.isReady = true;
      },
      () => sources.delete(definitions),
    );
    return made;
  };
  return {
    async compare(corpus, request, signal) {
      const known = corpus.groups.map(({ definitions }) => sources.get(definitions));
      // An earlier search has waited for it already.
      if (known.some((source) => source?.isReady === false)) return undefined;
      try {
        return await withDeadline(clock, WAIT_MS, signal, async (inTime) => {
          const [query] = await encode(embedder, [request], inTime);
          const all = corpus.groups.map(({ definitions }, place) => known[place] ?? begin(definitions));
          const vectors = await Promise.all(all.map((source) => source.vectors));
          return query === undefined ? undefined : cosines(corpus, query, vectors);
        });
      } catch (error) {
        signal.throwIfAborted();
        if (!hasWarned) warn(`the embedder was left out of a search: ${messageOf(error)}`);
        hasWarned = true;
        return undefined;
      }
    },
  };
}

async function encodeAll(embedder: Embedder, definitions: readonly ToolDefinition[]): Promise<Vectors> {
  const texts = definitions.map((tool) => documentText(tool).slice(0, MOST_CHARACTERS));
  const vectors: Float64Array[] = [];
  for (let at = 0; at < texts.length; at += BATCH) {
    vectors.push(...(await encode(embedder, texts.slice(at, at + BATCH), new AbortController().signal)));
  }
  return vectors;
}

/** Vectors of length 1; a vector of zeros stays one. */
async function encode(embedder: Embedder, texts: readonly string[], signal: AbortSignal): Promise<Vectors> {
  const vectors = await embedder.embed(texts, signal);
  if (vectors.length !== texts.length) throw new Error(`${texts.length} texts gave ${vectors.length} vectors`);
  return vectors.map((vector) => {
    const copy = Float64Array.from(vector);
    const length = Math.sqrt(copy.reduce((sum, value) => sum + value * value, 0));
    if (!Number.isFinite(length)) throw new Error('a vector has a number that is none');
    return length === 0 ? copy : copy.map((value) => value / length);
  });
}

function cosines(corpus: TermCorpus, query: Float64Array, vectors: readonly Vectors[]): Float64Array {
  const found = new Float64Array(corpus.numbered);
  corpus.groups.forEach((group, place) => {
    vectors[place]?.forEach((vector, document) => {
      if (vector.length !== query.length) throw new Error(`vectors of ${vector.length} and ${query.length} numbers`);
      if (!isIncluded(group, document)) return;
      found[group.first + document] = vector.reduce((sum, value, k) => sum + value * (query[k] as number), 0);
    });
  });
  return found;
}
