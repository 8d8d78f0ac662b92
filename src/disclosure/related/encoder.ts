import type { Clock } from '../../base/clock.ts';
import { withDeadline } from '../../base/deadline.ts';
import { messageOf } from '../../base/errors.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import { isIncluded } from '../catalog/catalog.ts';
import type { TermCorpus } from './corpus/term-corpus.ts';
import type { Embedder } from './embedder.ts';
import { type Embeddings, embeddingsOf } from './embeddings.ts';

/** How near each document of a catalogue is to a request, by the host's encoder. */
export interface Encoder {
  /**
   * For each document number how much nearer than the catalogue's mean it is, in standard deviations, at most 5; 0 for one
   * that is not included. `undefined` when the encoder failed, is not ready with the catalogue's tools in time, or finds
   * all equally near. What it is still doing goes on, for the next search.
   */
  compare(corpus: TermCorpus, request: string, signal: AbortSignal): Promise<Float64Array | undefined>;
}

/** Milliseconds for which a search waits for the encoder. */
const WAIT_MS = 2_000;

/** A single near document among thousands would count without bounds. */
const MOST_DEVIATIONS = 5;

/** Below, cosines differ by rounding only. */
const LEAST_DEVIATION = 1e-6;

/**
 * Each tool is encoded once. That the embedder fails is told once, and so is that it is slow; it is asked again at the next
 * search.
 *
 * @param warn gets one line.
 */
export function createEncoder(embedder: Embedder, clock: Clock, warn: (text: string) => void): Encoder {
  const embeddings = embeddingsOf(embedder);
  const { late, told } = embeddings;
  const tellOnce = (what: string, more: string) => {
    if (!told.has(what)) warn(`the embedder ${what}; searches go on without it: ${more}`);
    told.add(what);
  };
  return {
    async compare(corpus, request, signal) {
      const tellFailure = (error: unknown): undefined => {
        if (!signal.aborted) tellOnce('failed', messageOf(error));
      };
      const missing = toolsWithout(embeddings, corpus);
      const added = embeddings.addTools(missing, clock);
      added.catch(tellFailure);
      // A search has waited for it already.
      if (late.has('request') || (late.has('tools') && missing.length > 0)) return undefined;
      const asked = embeddings.ofRequest(request, clock, signal);
      const work = Promise.all([asked, added]).then(([vector]) => vector, tellFailure);
      try {
        const vector = await withDeadline(clock, WAIT_MS, signal, () => work);
        return vector && deviations(corpus, vector, embeddings);
      } catch {
        signal.throwIfAborted();
        tellOnce('is slow', `not ready within ${WAIT_MS} ms`);
        embeddings.markLate('request', asked);
        embeddings.markLate('tools', added);
        return undefined;
      }
    },
  };
}

function* documentsOf({ groups }: TermCorpus): Generator<readonly [document: number, tool: ToolDefinition]> {
  for (const group of groups) {
    for (const [place, tool] of group.definitions.entries()) {
      if (isIncluded(group, place)) yield [group.first + place, tool];
    }
  }
}

function toolsWithout(embeddings: Embeddings, corpus: TermCorpus): readonly ToolDefinition[] {
  return [...documentsOf(corpus)].map(([, tool]) => tool).filter((tool) => embeddings.ofTool(tool) === undefined);
}

/** Encoders differ in the range of their cosines, so they are measured by how they spread over the catalogue. */
function deviations(corpus: TermCorpus, request: Float32Array, { ofTool }: Embeddings): Float64Array | undefined {
  const found = new Float64Array(corpus.numbered);
  let sum = 0;
  let squares = 0;
  for (const [document, tool] of documentsOf(corpus)) {
    const vector = ofTool(tool);
    if (vector?.length !== request.length) return undefined;
    const cosine = dot(vector, request);
    found[document] = cosine;
    sum += cosine;
    squares += cosine * cosine;
  }
  const mean = sum / corpus.size;
  const deviation = Math.sqrt(Math.max(0, squares / corpus.size - mean * mean));
  if (!(deviation > LEAST_DEVIATION)) return undefined;
  for (const [document] of documentsOf(corpus)) {
    found[document] = Math.min(((found[document] as number) - mean) / deviation, MOST_DEVIATIONS);
  }
  return found;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += (a[k] as number) * (b[k] as number);
  return sum;
}
