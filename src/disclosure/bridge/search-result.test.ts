import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { fakeSnapshot } from '../../testing/fake-snapshot.ts';
import { fakeTool } from '../../testing/fake-tool.ts';
import { buildCatalog } from '../catalog/catalog.ts';
import { type QueryAnswer, type SearchFindings, searchResult } from './search-result.ts';

const forecast = fakeTool({ name: 'mcp__weather__forecast', description: 'Forecasts rain and sun' });
const alerts = fakeTool({ name: 'mcp__weather__alerts', description: 'Warns of storms' });
const gmail = fakeTool({
  name: 'connectors__gmail__SEND_EMAIL',
  source: { kind: 'connectors', label: 'gmail', toolName: 'GMAIL_SEND_EMAIL' },
});

const snapshot = fakeSnapshot([forecast, alerts]);
const catalog = buildCatalog(snapshot, () => true);

function resultOf(answers: readonly QueryAnswer[], more: Partial<SearchFindings> = {}) {
  return searchResult({ answers, catalog, snapshot, now: 0, ...more }) as JsonObject & {
    readonly results: readonly (JsonObject & { readonly hint?: string })[];
  };
}

describe('a group with related tools', () => {
  const outside: QueryAnswer = {
    query: "what's it like outside",
    matches: [],
    related: [
      { tool: forecast, reason: 'outside: rain, sun' },
      { tool: alerts, reason: 'outside: storms' },
    ],
  };

  it('names them with a reason, says that they are not exact, and tells what they are in the shared map', () => {
    const { results, tools } = resultOf([outside]);
    expect(results).toEqual([
      {
        query: outside.query,
        matches: [],
        related: [
          { name: forecast.name, reason: 'outside: rain, sun' },
          { name: alerts.name, reason: 'outside: storms' },
        ],
        available_sources: [{ name: 'weather', tool_count: 2 }],
        hint: expect.stringMatching(/not exact.*tool_describe before you call.*search again.*service.*action/),
      },
    ]);
    expect(Object.keys(results[0] as JsonObject)).toEqual(['query', 'matches', 'related', 'available_sources', 'hint']);
    expect(tools).toEqual({
      [forecast.name]: { source: 'mcp', source_name: 'mcp-weather', description: forecast.description, required: [] },
      [alerts.name]: { source: 'mcp', source_name: 'mcp-weather', description: alerts.description, required: [] },
    });
  });

  it('leaves its neighbours alone, and tells a tool once that two groups name', () => {
    const exact: QueryAnswer = { query: 'storms', matches: [alerts], related: [] };
    const inVain: QueryAnswer = { query: 'nothing of the kind', matches: [], related: [] };
    const { results, tools } = resultOf([exact, outside, inVain]);
    expect(results[0]).toEqual({ query: 'storms', matches: [alerts.name] });
    expect(Object.keys(results[2] as JsonObject)).toEqual(['query', 'matches', 'available_sources', 'hint']);
    expect(results[2]?.hint).toContain('no proof that nothing can do it');
    expect(Object.keys(tools as JsonObject)).toEqual([alerts.name, forecast.name]);
  });

  it('counts remote tools as it does where they match, each once', () => {
    const related = [{ tool: gmail, reason: 'near' }];
    const answers = ['post a letter', 'write to mum'].map((query) => ({ query, matches: [], related }));
    expect(resultOf(answers).total_available).toBe(3);
    expect(resultOf([{ query: 'email', matches: [gmail], related: [] }, ...answers]).total_available).toBe(3);
  });

  it('makes one short line of a reason, whatever words it holds', () => {
    const reason = `bad\u202e words\n\n${'long '.repeat(100)}`;
    const { results } = resultOf([{ ...outside, related: [{ tool: forecast, reason }] }]);
    const shown = JSON.stringify(results[0]?.['related']);
    expect(shown).toMatch(/"bad words long long [^"]*…"/u);
    expect(shown.length).toBeLessThan(220);
  });

  it('says with what each is called, where calls are split', () => {
    const { tools } = resultOf([outside], { view: { callTools: 'split' } });
    expect(tools).toMatchObject({ [forecast.name]: { call_with: 'tool_call_write' } });
  });
});

describe('a group with tools from elsewhere', () => {
  const hidden = { tool: forecast, by: 'gate', reason: 'no key', remedy: 'set WEATHER_KEY' } as const;
  const hintOf = (answer: Partial<QueryAnswer>) =>
    resultOf([{ query: 'q', matches: [], related: [], ...answer }]).results[0]?.hint;
  const near = [{ tool: alerts, reason: 'near' }];

  it('says which have the words of the query, and which only come near', () => {
    const found = { listed: [alerts], unavailable: [hidden] };
    expect(hintOf({ elsewhere: { isExact: true, ...found } })).toMatch(
      /directly_listed have those words.*call them directly.*unavailable have those words.*can't be used now/,
    );
    expect(hintOf({ elsewhere: { isExact: false, ...found } })).toMatch(
      /directly_listed come near.*unavailable come near/,
    );
  });

  it('advises to search on, unless something that can be used was found', () => {
    const on = expect.stringContaining('another service');
    expect(hintOf({ elsewhere: { isExact: true, listed: [], unavailable: [hidden] } })).toEqual(on);
    expect(hintOf({ elsewhere: { isExact: false, listed: [alerts], unavailable: [] } })).toEqual(on);
    expect(hintOf({ elsewhere: { isExact: true, listed: [alerts], unavailable: [hidden] } })).not.toEqual(on);
    expect(hintOf({ related: near, elsewhere: { isExact: true, listed: [], unavailable: [hidden] } })).not.toEqual(on);
  });

  it('puts their records nowhere', () => {
    const elsewhere = { isExact: true, listed: [alerts], unavailable: [hidden] };
    const { results, tools } = resultOf([{ query: 'q', matches: [], related: [], elsewhere }]);
    expect(tools).toEqual({});
    expect(Object.keys(results[0] as JsonObject)).toEqual([
      'query',
      'matches',
      'directly_listed',
      'unavailable',
      'available_sources',
      'hint',
    ]);
  });
});
