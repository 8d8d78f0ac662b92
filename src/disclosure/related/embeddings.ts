import type { Clock } from '../../base/clock.ts';
import { withDeadline } from '../../base/deadline.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import { documentText } from '../catalog/document-text.ts';
import type { Embedder } from './embedder.ts';

type Work = 'request' | 'tools';

/** What an embedder made of tools and requests. All sessions with that embedder share it. */
export interface Embeddings {
  /** A tool's vector, of length 1 or zero; `undefined` while there is none. A changed tool is another object. */
  ofTool(tool: ToolDefinition): Float32Array | undefined;
  /**
   * Encodes tools that have no vector yet, one batch at a time for all callers together. Resolves when none waits any more;
   * rejects when a batch failed, and keeps what came before.
   */
  addTools(tools: readonly ToolDefinition[], clock: Clock): Promise<void>;
  /** A request's vector, of length 1; rejects when there is none. The last ones are remembered. */
  ofRequest(request: string, clock: Clock, signal: AbortSignal): Promise<Float32Array>;
  /** What is still under way, though a search gave up waiting for it. */
  readonly late: ReadonlySet<Work>;
  /** Something is late until it is settled. */
  markLate(what: Work, work: Promise<unknown>): void;
  /** What the host was told already. */
  readonly told: Set<string>;
}

/** Texts that an embedder is given at once. */
const BATCH = 32;
/** Milliseconds after which a batch is given up. */
const BATCH_MS = 30_000;
const MOST_CHARACTERS = 2_000;
const REMEMBERED = 32;

const known = new WeakMap<Embedder, Embeddings>();

/** What there is of an embedder; as long as it lives. */
export function embeddingsOf(embedder: Embedder): Embeddings {
  const embeddings = known.get(embedder) ?? createEmbeddings(embedder);
  known.set(embedder, embeddings);
  return embeddings;
}

function createEmbeddings(embedder: Embedder): Embeddings {
  let tools = new WeakMap<ToolDefinition, Float32Array>();
  const requests = new Map<string, Float32Array>();
  const waiting = new Set<ToolDefinition>();
  const late = new Set<Work>();
  let adding: Promise<void> | undefined;
  let numbers: number | undefined;

  const encode = async (texts: readonly string[], clock: Clock, signal?: AbortSignal) => {
    const made = await withDeadline(clock, BATCH_MS, signal, (inTime) =>
      embedder.embed(texts.map(presentable), inTime),
    );
    if (made.length !== texts.length) throw new Error(`${texts.length} texts gave ${made.length} vectors`);
    const vectors = Array.from(made, inLengthOne);
    for (const { length } of vectors) {
      numbers ??= length;
      if (length === numbers) continue;
      const message = `vectors of ${numbers} and of ${length} numbers`;
      // Nobody can say which are right: all are made anew.
      tools = new WeakMap();
      requests.clear();
      numbers = undefined;
      throw new Error(message);
    }
    return vectors;
  };
  const addWaiting = async (clock: Clock) => {
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, BATCH);
      const vectors = await encode(batch.map(documentText), clock);
      for (const [at, tool] of batch.entries()) {
        tools.set(tool, vectors[at] as Float32Array);
        waiting.delete(tool);
      }
    }
  };
  return {
    late,
    markLate(what, work) {
      late.add(what);
      const settle = () => late.delete(what);
      work.then(settle, settle);
    },
    told: new Set(),
    ofTool: (tool) => tools.get(tool),
    async addTools(added, clock) {
      const fresh = added.filter((tool) => !tools.has(tool));
      if (fresh.length === 0) return;
      for (const tool of fresh) waiting.add(tool);
      adding ??= addWaiting(clock).finally(() => {
        waiting.clear();
        adding = undefined;
      });
      await adding;
    },
    async ofRequest(request, clock, signal) {
      const held = requests.get(request);
      if (held !== undefined) return held;
      const vector = (await encode([request], clock, signal))[0] as Float32Array;
      if (vector.every((value) => value === 0)) throw new Error('the vector of a request is zero');
      if (requests.size >= REMEMBERED) requests.clear();
      requests.set(request, vector);
      return vector;
    },
  };
}

/** No longer than an encoder reads with profit, and nothing that is half a character. */
function presentable(text: string): string {
  return text.slice(0, MOST_CHARACTERS).replace(/\p{Surrogate}/gu, ' ');
}

/** A vector of zeros stays one. */
function inLengthOne(vector: ArrayLike<number>): Float32Array {
  const copy = Float64Array.from(vector);
  const length = Math.sqrt(copy.reduce((sum, value) => sum + value * value, 0));
  if (!Number.isFinite(length)) throw new Error('a vector has something that is no finite number');
  if (copy.length === 0) throw new Error('a vector has no numbers');
  return Float32Array.from(copy, (value) => (length === 0 ? 0 : value / length));
}
