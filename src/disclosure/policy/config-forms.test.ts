import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { TOOL_SEARCH_RANGES, type ToolSearchConfig, toolSearchFragment } from './config.ts';
import { DEFAULT_TOOL_SEARCH, readToolSearchConfig } from './config-forms.ts';
import { DEFER_LIST } from './defer-list.data.ts';

const read = (value: unknown) => readToolSearchConfig(value).config;
const warnings = (value: unknown) => readToolSearchConfig(value).warnings;

describe('readToolSearchConfig', () => {
  it('[TS-11.1.1] uses the defaults, without a warning, where nothing is written', () => {
    for (const value of [null, undefined, {}, { enabled: null, defer: null, max_search_limit: null }]) {
      expect(readToolSearchConfig(value)).toEqual({ config: DEFAULT_TOOL_SEARCH, warnings: [] });
    }
    expect(DEFAULT_TOOL_SEARCH).toEqual({
      enabled: 'auto',
      thresholdPct: 5,
      searchDefaultLimit: 5,
      maxSearchLimit: 25,
      listing: 'auto',
      listingMaxTokens: 4000,
      defer: DEFER_LIST,
      related: 'on',
    });
    expect(DEFER_LIST).toHaveLength(18);
  });

  it('[TS-11.1.2] takes only false alone for off, and reads the three states in every spelling', () => {
    expect(readToolSearchConfig(true)).toEqual({ config: DEFAULT_TOOL_SEARCH, warnings: [] });
    expect(readToolSearchConfig(false)).toEqual({ config: { ...DEFAULT_TOOL_SEARCH, enabled: 'off' }, warnings: [] });
    for (const word of ['on', ' ON ', 'true', 'Yes', '1', true, 1]) expect(read({ enabled: word }).enabled).toBe('on');
    for (const word of ['off', 'False', 'no', '0', false, 0]) expect(read({ enabled: word }).enabled).toBe('off');
    for (const word of ['auto', 'AUTO', null]) {
      expect(readToolSearchConfig({ enabled: word, listing: word })).toEqual({
        config: DEFAULT_TOOL_SEARCH,
        warnings: [],
      });
    }
    expect(readToolSearchConfig({ enabled: 'maybe' })).toEqual({
      config: DEFAULT_TOOL_SEARCH,
      warnings: [`tools.tool_search.enabled is "maybe", which can't be used; "auto" is used`],
    });
    expect(read({ enabled: ['on'] }).enabled).toBe('auto');
  });

  it.each([['off'], ['No'], [0]])('switches off for %j alone, as YAML 1.1 readers do', (value) => {
    expect(readToolSearchConfig(value)).toEqual({ config: { ...DEFAULT_TOOL_SEARCH, enabled: 'off' }, warnings: [] });
  });

  it('takes "on" alone for the defaults', () => {
    expect(readToolSearchConfig('on')).toEqual({ config: DEFAULT_TOOL_SEARCH, warnings: [] });
  });

  it.each([['maybe'], [7], [['enabled']]])('takes %j alone for the defaults, with a warning', (value) => {
    expect(read(value)).toEqual(DEFAULT_TOOL_SEARCH);
    expect(warnings(value)).toEqual([
      `tools.tool_search is ${JSON.stringify(value)}, which can't be used; {"enabled":"auto"} is used`,
    ]);
  });

  it('[TS-11.1.3] moves a percentage out of range to its nearest end', () => {
    expect(read({ threshold_pct: 150 }).thresholdPct).toBe(100);
    expect(read({ threshold_pct: -5 }).thresholdPct).toBe(0);
    expect(read({ threshold_pct: '7.5' }).thresholdPct).toBe(7.5);
    for (const value of ['lots', true, [], Number.NaN, null])
      expect(read({ threshold_pct: value }).thresholdPct).toBe(5);
    expect(warnings({ threshold_pct: 150 })).toEqual([
      "tools.tool_search.threshold_pct is 150, which can't be used; 100 is used",
    ]);
    expect(warnings({ threshold_pct: Number.NaN })).toEqual([
      "tools.tool_search.threshold_pct is NaN, which can't be used; 5 is used",
    ]);
  });

  it('[TS-11.1.4] keeps the default limit within the greatest one', () => {
    const both = read({ search_default_limit: 999, max_search_limit: 999 });
    expect([both.searchDefaultLimit, both.maxSearchLimit]).toEqual([50, 50]);
    expect(readToolSearchConfig({ max_search_limit: 3 })).toEqual({
      config: { ...DEFAULT_TOOL_SEARCH, maxSearchLimit: 3, searchDefaultLimit: 3 },
      warnings: [],
    });
    expect(read({ search_default_limit: 0, max_search_limit: '0' })).toMatchObject({
      searchDefaultLimit: 1,
      maxSearchLimit: 1,
    });
  });

  it('reads whole numbers from fractions, texts and booleans', () => {
    expect(readToolSearchConfig({ search_default_limit: 7.9, max_search_limit: ' 12 ' })).toEqual({
      config: { ...DEFAULT_TOOL_SEARCH, searchDefaultLimit: 7, maxSearchLimit: 12 },
      warnings: [],
    });
    expect(read({ search_default_limit: true }).searchDefaultLimit).toBe(1);
    expect(readToolSearchConfig({ max_search_limit: 'many' })).toEqual({
      config: DEFAULT_TOOL_SEARCH,
      warnings: [`tools.tool_search.max_search_limit is "many", which can't be used; 25 is used`],
    });
  });

  it('[TS-11.1.5] lets a list of names replace the default list whole', () => {
    expect(read({ defer: ['terminal'] }).defer).toEqual(['terminal']);
    expect(read({ defer: [] }).defer).toEqual([]);
    expect(read({ defer: new Set([' a ', '', 'a', 5]) }).defer).toEqual(['a', '5']);
    expect(readToolSearchConfig({ defer: ['a', { b: 1 }, null] })).toEqual({
      config: { ...DEFAULT_TOOL_SEARCH, defer: ['a'] },
      warnings: ['tools.tool_search.defer holds {"b":1}, null, which is no name; the others are used'],
    });
  });

  it.each(['todo_list', 5, true, { todo_list: true }])('[TS-11.1.6] keeps the default list for defer: %j', (value) => {
    expect(readToolSearchConfig({ defer: value })).toEqual({
      config: DEFAULT_TOOL_SEARCH,
      warnings: [
        `tools.tool_search.defer is ${JSON.stringify(value)}; expected a YAML list of names; the default list is used`,
      ],
    });
  });

  it('[TS-11.1.7] reads the listing keys the same way', () => {
    expect(read({ listing: 'off', listing_max_tokens: 999_999 })).toMatchObject({
      listing: 'off',
      listingMaxTokens: 60_000,
    });
    expect(read({ listing: 'garbage', listing_max_tokens: -5 })).toMatchObject({
      listing: 'auto',
      listingMaxTokens: 200,
    });
    expect(warnings({ listing: 'garbage', listing_max_tokens: -5 })).toHaveLength(2);
  });

  it('reads related in every spelling of on and off, and takes anything else for on, with a warning', () => {
    for (const word of ['off', ' No ', 'FALSE', '0', 0, false]) {
      expect(readToolSearchConfig({ related: word })).toEqual({
        config: { ...DEFAULT_TOOL_SEARCH, related: 'off' },
        warnings: [],
      });
    }
    for (const word of ['on', 'Yes', 'true', 1, true, null]) {
      expect(readToolSearchConfig({ related: word })).toEqual({ config: DEFAULT_TOOL_SEARCH, warnings: [] });
    }
    for (const word of ['auto', 'maybe', 2, ['off']]) {
      expect(readToolSearchConfig({ related: word })).toEqual({
        config: DEFAULT_TOOL_SEARCH,
        warnings: [`tools.tool_search.related is ${JSON.stringify(word)}, which can't be used; "on" is used`],
      });
    }
  });

  it('names an unknown key and never its value', () => {
    expect(warnings({ enabled: 'on', threshhold_pct: 'sk-secret' })).toEqual([
      'tools.tool_search.threshhold_pct is no known key and is ignored; known are enabled, listing, defer, threshold_pct, search_default_limit, max_search_limit, listing_max_tokens, related',
    ]);
    expect(warnings(JSON.parse('{"__proto__": {"enabled": "off"}, "constructor": 1}'))).toHaveLength(2);
  });

  it('[TS-11.1.8] has defaults that agree with the published schema and its ranges', () => {
    const parsed = z.toJSONSchema(toolSearchFragment) as { properties: Record<string, Record<string, unknown>> };
    for (const [key, { fallback, min, max }] of Object.entries(TOOL_SEARCH_RANGES)) {
      expect(parsed.properties[key]).toMatchObject({ default: fallback, minimum: min, maximum: max });
    }
    expect(readToolSearchConfig(toolSearchFragment.parse({}))).toEqual({ config: DEFAULT_TOOL_SEARCH, warnings: [] });
    expect(Object.keys(parsed.properties)).toHaveLength(Object.keys(DEFAULT_TOOL_SEARCH).length);
    for (const property of Object.values(parsed.properties)) expect(property['description']).toBeTypeOf('string');
  });

  const inRange = (config: ToolSearchConfig) =>
    config.searchDefaultLimit >= 1 &&
    config.searchDefaultLimit <= config.maxSearchLimit &&
    config.maxSearchLimit <= 50 &&
    config.thresholdPct >= 0 &&
    config.thresholdPct <= 100 &&
    config.listingMaxTokens >= 200 &&
    config.listingMaxTokens <= 60_000 &&
    ['on', 'off'].includes(config.related) &&
    config.defer.every((name) => name !== '' && name === name.trim());

  test.prop([
    fc.oneof(
      fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true }),
      fc.record(
        Object.fromEntries(
          ['enabled', 'listing', 'defer', 'related', ...Object.keys(TOOL_SEARCH_RANGES)].map((key) => [
            key,
            fc.anything(),
          ]),
        ),
        { requiredKeys: [] },
      ),
    ),
  ])('[TS-11.1.8] never throws and always gives values in range', (value) => {
    expect(inRange(read(value))).toBe(true);
  });

  it('falls back on a value that can not even be looked at', () => {
    const hostile = {
      get enabled(): never {
        throw new Error('no');
      },
    };
    expect(readToolSearchConfig(hostile)).toEqual({
      config: DEFAULT_TOOL_SEARCH,
      warnings: ["tools.tool_search can't be read; the defaults are used"],
    });
  });
});
