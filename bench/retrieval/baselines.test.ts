import { describe, expect, it } from 'vitest';
import { toolFromRecord } from '../../src/registry/tool/from-record.ts';
import { readRecord } from '../../src/registry/tool/read-record.ts';
import type { ToolDefinition } from '../../src/registry/tool/tool.ts';
import { miniSearchDefault, miniSearchTuned } from '../peers/minisearch-fields.ts';
import { oramaDefault, oramaTuned } from '../peers/orama-fields.ts';
import { plainBm25 } from '../peers/plain-bm25.ts';
import { tunedBm25 } from '../peers/tuned-bm25.ts';
import { benchTools } from './catalogue.ts';
import { contentTerms } from './content-terms.ts';
import { bothTiers, strictTier } from './ours.ts';
import { toolTexts } from './tool-texts.ts';
import { fixed, gridOf, type Tunable, tune } from './tunable.ts';

function toolOf(name: string, description: string, parameters: object = {}): ToolDefinition {
  const read = readRecord({ name, source: 'tracker', description, parameters });
  if (!read.ok) throw new Error(read.reason);
  return toolFromRecord(read.record, async () => ({ ok: true, content: [] })) as ToolDefinition;
}

const TOOLS = benchTools(
  [
    toolOf('create_issue', 'Opens a new issue'),
    toolOf('listBranches', 'Lists what branches a repository has', {
      properties: { filter: { type: 'object', properties: { prefix: { description: 'Letters to begin with' } } } },
    }),
    toolOf('get_forecast', '查询未来几天的天气'),
  ].map((tool) => ({ label: tool.source.toolName, tool })),
);

const CONTENDERS = [
  strictTier,
  bothTiers,
  plainBm25,
  miniSearchDefault,
  oramaDefault,
  fixed(tunedBm25, { k1: 1.2, b: 0.75, name: 3, parameters: 1 }),
  fixed(miniSearchTuned, { name: 1, parameters: 1, k: 1.2, b: 0.7 }),
  fixed(oramaTuned, { name: 1, parameters: 1, b: 0.75 }),
];

describe('every contender', () => {
  it.each(CONTENDERS)('$name answers with labels, best first, and never with more than asked for', async ({ open }) => {
    const find = open(TOOLS);
    expect((await find('create issue', 10))[0]).toBe('create_issue');
    expect((await find('tracker', 2)).length).toBeLessThanOrEqual(2);
    expect(await find('quokka', 10)).toEqual([]);
  });
});

describe('the tuned baselines', () => {
  it.each(CONTENDERS.slice(5))('$name: read compounds, nested parameters and Chinese, no filler', async ({ open }) => {
    const find = open(TOOLS);
    expect(await find('branches', 10)).toEqual(['listBranches']);
    expect(await find('letters', 10)).toEqual(['listBranches']);
    expect(await find('明天的天气', 10)).toEqual(['get_forecast']);
    expect(await find('could you please help me with this', 10)).toEqual([]);
  });

  it('take words apart without losing them', () => {
    expect(contentTerms('createPR for the HTTPServers of GitHub')).toEqual([
      'createpr',
      'creat',
      'pr',
      'httpserver',
      'http',
      'server',
      'github',
      'git',
      'hub',
    ]);
    expect(contentTerms('查天气')).toEqual(['查天', '天气']);
  });

  it('read parameters behind local references, and end where a schema refers to itself', () => {
    const tool = toolOf('move', 'Moves', {
      properties: { to: { $ref: '#/$defs/place' }, away: { $ref: 'https://example.com/schema' } },
      $defs: { place: { properties: { row: { description: 'Counted from one' }, next: { $ref: '#/$defs/place' } } } },
    });
    const { name, parameters } = toolTexts(tool);
    expect(name).toBe('tracker move');
    expect(parameters).toMatch(/^to row Counted from one next row /);
    expect(parameters).toMatch(/ away$/);
    expect(parameters.length).toBeLessThan(200);
  });
});

describe('choosing settings', () => {
  it('tries every combination, and keeps the best on the training queries, the first of equals', async () => {
    const tunable: Tunable<{ readonly first: string; readonly spare: number }> = {
      name: 'told what to say',
      grid: gridOf({ first: ['listBranches', 'create_issue'], spare: [1, 2] }),
      open:
        () =>
        async (_query, _limit, { first }) => [first],
    };
    expect(tunable.grid).toHaveLength(4);
    const { settings, open } = await tune(tunable, [
      { tools: TOOLS, queries: [{ query: 'q', gold: ['create_issue'] }] },
    ]);
    expect(settings).toEqual({ first: 'create_issue', spare: 1 });
    expect(await open(TOOLS)('anything', 10)).toEqual(['create_issue']);
  });
});
