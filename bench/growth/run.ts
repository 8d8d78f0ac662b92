import { buildCatalog, type Catalog } from '../../src/disclosure/catalog/catalog.ts';
import { type FindOptions, findTools } from '../../src/disclosure/find-tools.ts';
import { createPolicy } from '../../src/disclosure/policy/policy.ts';
import { createRegistry, type Registry } from '../../src/registry/registry.ts';
import type { SourceHandle } from '../../src/registry/source.ts';
import { type BenchSource, toolsOf } from '../catalogues.ts';
import type { Timing } from '../measure.ts';
import { type Budget, timeWithin } from './budgeted.ts';
import { growthQueries } from './growth-queries.ts';
import { type GrowthCatalogue, growthCatalogue } from './repeated.ts';

/** What a catalogue of one size costs. */
export interface GrowthRun {
  readonly size: number;
  readonly sources: number;
  /** Registering all tools; in memory, their definitions. */
  readonly registered: Once;
  /** The first keywords: the index of the strict tier. */
  readonly strictIndex: Once;
  /** The first sentence: what the related tier has besides. */
  readonly relatedIndex: Once;
  /** Snapshot and catalogue, as every search takes them anew. */
  readonly turn: Timing;
  /** A search in such a catalogue, by {@link queryKey}. */
  readonly queries: Readonly<Record<string, Timing>>;
  /** One server listed again with one new tool, until a sentence is answered. */
  readonly changed: Timing;
}

/** Something done once: how long it took, and how much memory it left taken. */
interface Once {
  readonly ms: number;
  readonly bytesPerTool: number;
}

type Related = FindOptions['related'];

const KINDS = ['keywords', 'sentences'] as const;
const RELATED: readonly Related[] = ['off', 'on'];

/** The name of a kind of search. */
export function queryKey(kind: (typeof KINDS)[number], related: Related): string {
  return `${kind}, related ${related}`;
}

const { isDeferred } = createPolicy();

async function catalogOf(registry: Registry): Promise<Catalog> {
  return buildCatalog(await registry.snapshot({ sessionId: 'growth', surface: 'library' }), isDeferred);
}

/** Measures one size, in a process of its own that was started with `--expose-gc`. */
export async function runGrowth(size: number, budget: Budget): Promise<GrowthRun> {
  const catalogue = await growthCatalogue(size);
  const queries = await growthQueries();
  const registry = createRegistry();
  const fresh = () => catalogOf(registry);
  const find = async (query: string, related: Related) => findTools(await fresh(), query, { limit: 5, related });
  const handles: SourceHandle[] = [];
  const registered = await once(
    size,
    // Servers share no texts, repeated ones neither.
    () => catalogue.sources.map((source) => structuredClone(source)),
    async (sources) => {
      for (const source of sources) handles.push(register(registry, source));
      await fresh();
    },
  );
  const strictIndex = await once(size, nothing, () => find(queries.keywords[0] as string, 'off'));
  const relatedIndex = await once(size, nothing, () => find(queries.sentences[0] as string, 'on'));
  const timings: Record<string, Timing> = {};
  for (const kind of KINDS) {
    for (const related of RELATED) {
      const texts = queries[kind];
      const prepare = async (run: number) => ({ catalog: await fresh(), query: texts[run % texts.length] as string });
      timings[queryKey(kind, related)] = await timeWithin(budget, prepare, ({ catalog, query }) =>
        findTools(catalog, query, { limit: 5, related }),
      );
    }
  }
  return {
    size,
    sources: catalogue.sources.length,
    registered,
    strictIndex,
    relatedIndex,
    turn: await timeWithin(budget, nothing, fresh),
    queries: timings,
    changed: await timeWithin(budget, versions(catalogue), async (tools) => {
      handles.at(-1)?.replace(tools);
      await find(queries.sentences[0] as string, 'on');
    }),
  };
}

function register(registry: Registry, source: BenchSource): SourceHandle {
  const handle = registry.open({ kind: 'mcp', label: source.label });
  handle.replace(toolsOf(source));
  handle.setState('ready');
  return handle;
}

/** What the changing server lists at each run: its tools but for the last, and one never seen before. */
function versions({ changing, spare }: GrowthCatalogue): (run: number) => ReturnType<typeof toolsOf> {
  const kept = changing.records.slice(0, -1);
  return (run) => {
    const records = [...kept, ...spare.slice(run % spare.length).slice(0, 1)];
    return toolsOf(structuredClone({ label: changing.label, records }));
  };
}

/** What `prepare` does takes memory that counts, and no time. */
async function once<T>(size: number, prepare: () => T, work: (prepared: T) => unknown): Promise<Once> {
  const before = memoryTaken();
  const prepared = prepare();
  const start = performance.now();
  await work(prepared);
  const ms = performance.now() - start;
  return { ms, bytesPerTool: (memoryTaken() - before) / size };
}

function nothing(): void {}

function memoryTaken(): number {
  if (globalThis.gc === undefined) throw new Error('memory is measured with --expose-gc only');
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
