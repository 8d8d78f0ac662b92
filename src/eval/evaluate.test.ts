import { describe, expect, it } from 'vitest';
import { buildCatalog, type Catalog } from '../disclosure/catalog/catalog.ts';
import type { findTools } from '../disclosure/find-tools.ts';
import { fakeSnapshot } from '../testing/fake-snapshot.ts';
import { fakeTool } from '../testing/fake-tool.ts';
import { measureAbstention } from './abstention.ts';
import { evaluate } from './evaluate.ts';

const catalog: Catalog = buildCatalog(
  fakeSnapshot([
    fakeTool({ name: 'mcp__tracker__create_issue', description: 'Opens an issue.' }),
    fakeTool({ name: 'mcp__tracker__list_issues', description: 'Lists the issues of a project.' }),
    fakeTool({ name: 'mcp__chat__send_message', description: 'Sends a message to a channel.' }),
  ]),
  () => true,
);
const byName = (name: string) => catalog.tools.find((tool) => tool.name === name)!;

/** A search that has a related tool for everything it has no match for. */
const findRelated: typeof findTools = async (_, query, { related }) => ({
  matches: query === 'create issue' ? [byName('mcp__tracker__create_issue')] : [],
  related: related === 'on' ? [{ tool: byName('mcp__chat__send_message'), reason: 'near' }] : [],
});

const still = { now: () => 0 };

describe('evaluate', () => {
  it('means the measures over all queries, a query without an answer counting as nothing', async () => {
    const queries = [
      { query: 'create issue', gold: ['mcp__tracker__create_issue'] },
      { query: 'issue', gold: ['mcp__tracker__list_issues'] },
      { query: 'weather', gold: ['mcp__chat__send_message'] },
      { query: 'message', gold: ['mcp__chat__send_message', 'mcp__tracker__list_issues'] },
    ];
    const { measures, answered, results } = await evaluate(catalog, queries, { related: 'off', ...still });
    expect(results.map(({ rank, tier }) => [rank, tier])).toEqual([
      [1, 'strict'],
      [2, 'strict'],
      [undefined, 'nothing'],
      [1, 'strict'],
    ]);
    expect(answered).toEqual({ strict: 3, related: 0, nothing: 1 });
    expect(measures).toMatchObject({ recallAt1: 0.375, recallAt5: 0.625, recallAt10: 0.625, mrr: 0.625 });
    const second = 1 / Math.log2(3);
    expect(measures.ndcgAt10).toBeCloseTo((1 + second + 0 + 1 / (1 + second)) / 4, 6);
  });

  it('takes related tools for the answer only where nothing matches, and only when they are asked for', async () => {
    const queries = [
      { query: 'create issue', gold: ['mcp__chat__send_message'] },
      { query: 'tell them', gold: ['mcp__chat__send_message'] },
    ];
    const on = await evaluate(catalog, queries, { related: 'on', find: findRelated, ...still });
    expect(on.answered).toEqual({ strict: 1, related: 1, nothing: 0 });
    expect(on.measures.recallAt1).toBe(0.5);
    const off = await evaluate(catalog, queries, { related: 'off', find: findRelated, ...still });
    expect(off.answered).toEqual({ strict: 1, related: 0, nothing: 1 });
    expect(off.measures.recallAt1).toBe(0);
  });

  it('times each query, the very first apart from the others', async () => {
    // Each look at the clock is later by one: 0 and 1, 2 and 3, ...; what happens between queries adds to no time.
    let time = 0;
    let asked = 0;
    const find: typeof findTools = async (...args) => {
      time += asked++ === 0 ? 100 : asked;
      return findRelated(...args);
    };
    const queries = Array.from({ length: 20 }, () => ({ query: 'x', gold: ['mcp__chat__send_message'] }));
    const between = () => {
      time += 1000;
    };
    const { latency } = await evaluate(catalog, queries, { related: 'on', find, between, now: () => time });
    expect(latency).toEqual({ first: 100, p50: 11, p95: 20 });
  });

  it('looks at the first ten of an answer', async () => {
    const tools = Array.from({ length: 12 }, (_, n) =>
      fakeTool({ name: `mcp__kb__page_${n}`, description: 'A page.' }),
    );
    const many = buildCatalog(fakeSnapshot(tools), () => true);
    const queries = [9, 10].map((n) => ({ query: 'page', gold: [`mcp__kb__page_${n}`] }));
    const { results, measures } = await evaluate(many, queries, { related: 'off', ...still });
    expect(results.map(({ rank, found }) => [rank, found.length])).toEqual([
      [10, 10],
      [undefined, 10],
    ]);
    expect(measures.recallAt10).toBe(0.5);
  });

  it('can be ended between two queries', async () => {
    const queries = ['a', 'b', 'c'].map((query) => ({ query, gold: ['x'] }));
    const seen: number[] = [];
    const between = (answered: number) => {
      seen.push(answered);
      if (answered === 1) throw new Error('enough');
    };
    await expect(evaluate(catalog, queries, { related: 'off', between, ...still })).rejects.toThrow('enough');
    expect(seen).toEqual([0, 1]);
  });
});

describe('measureAbstention', () => {
  it('counts the queries that nothing should be found for, by what was found', async () => {
    const seen: number[] = [];
    const abstention = await measureAbstention(catalog, ['create issue', 'weather'], {
      related: 'on',
      find: findRelated,
      between: (answered) => void seen.push(answered),
    });
    expect(seen).toEqual([0, 1]);
    expect(abstention.answered).toEqual({ strict: 1, related: 1, nothing: 0 });
    expect(abstention.results).toEqual([
      { query: 'create issue', tier: 'strict', found: ['mcp__tracker__create_issue'] },
      { query: 'weather', tier: 'related', found: ['mcp__chat__send_message'] },
    ]);
    expect((await measureAbstention(catalog, ['weather'], { related: 'off' })).answered.nothing).toBe(1);
  });
});
