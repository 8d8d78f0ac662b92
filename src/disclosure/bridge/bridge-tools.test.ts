import { estimateTokenCount } from 'tokenx';
import { describe, expect, it } from 'vitest';
import { budgetTokens } from '../../base/budget-tokens.ts';
import type { ListingForm } from '../exposure.ts';
import { DEFAULT_TOOL_SEARCH } from '../policy/config-forms.ts';
import { bridgeTools } from './bridge-tools.ts';
import { CALL_SCHEMA } from './call-schema.ts';

const withListing = (form: ListingForm, text = 'THE LISTING', count = 5, connectors = false) =>
  bridgeTools({ count, listing: { form, text }, connectors }, DEFAULT_TOOL_SEARCH);
const searchText = (...args: Parameters<typeof withListing>) => withListing(...args)[0]?.description ?? '';

describe('bridgeTools', () => {
  it('are three, in the order in which they are used', () => {
    expect(withListing('none', '').map(({ name }) => name)).toEqual(['tool_search', 'tool_describe', 'tool_call']);
  });

  it('[TS-11.5.10] puts the listing into tool_search alone', () => {
    const [search, ...others] = withListing('full');
    const [bare, ...bareOthers] = withListing('none', '');
    expect(search?.description).toContain('THE LISTING');
    expect(search?.description).toContain('Never say that a tool listed below is unavailable');
    expect(search?.inputSchema).toEqual(bare?.inputSchema);
    expect(others).toEqual(bareOthers);
  });

  it('says of each form what it means', () => {
    for (const form of ['full', 'names'] as const) {
      expect(searchText(form)).toContain('Every one is listed below.');
      expect(searchText(form)).toContain('skip tool_search and load it with tool_describe');
    }
    expect(searchText('mixed')).toContain('Sources marked "names not listed" have tools as well');
    expect(searchText('mixed')).not.toContain('Every one');
    expect(searchText('groups')).toContain('search here FIRST');
    expect(searchText('groups')).toContain('never put a general tool in its place');
    expect(searchText('none', '')).not.toMatch(/below|FIRST/);
  });

  it('begins by saying what it is not, and counts what waits behind it', () => {
    expect(searchText('none', '')).toMatch(/^Searches the tools of this session, not the web\./);
    expect(searchText('none', '', 12)).toContain('12 more tools');
    expect(searchText('none', '', 1)).toContain('1 more tool is');
    expect(searchText('none', '', 0, true)).toContain('Remote connector tools');
  });

  it('[TS-11.5.15] mentions manage_connections and connectors__ only where that tool is', () => {
    expect(searchText('none', '', 5, true)).toMatch(/connectors__.*manage_connections/);
    expect(searchText('none', '', 5, false)).not.toMatch(/connectors__|manage_connections/);
  });

  it('[TS-11.5.14] takes lists, says that a single string will do, and how many matches there are', () => {
    const [search, describe] = withListing('none', '').map(({ inputSchema }) => inputSchema as Record<string, never>);
    expect(search).toMatchObject({
      required: ['queries'],
      properties: { queries: { type: 'array', items: { type: 'string' } }, limit: { type: 'integer' } },
    });
    expect(describe).toMatchObject({
      required: ['names'],
      properties: { names: { type: 'array', items: { type: 'string' } } },
    });
    const text = JSON.stringify([search, describe]);
    expect(text.match(/A single string is accepted as one (query|name)/g)).toHaveLength(2);
    expect(text).toContain('Matches per query: 5 when left out, at most the configured maximum (25)');
    expect(text).not.toMatch(/m(ax|in)Items/);
  });

  it('[BRG-22] leaves the arguments of a call open for decoders that only write what a schema allows', () => {
    const { calls } = CALL_SCHEMA['properties'] as Record<string, { items: Record<string, never> }>;
    expect(calls?.items).toMatchObject({
      properties: { name: { type: 'string' }, arguments: { type: 'object', additionalProperties: true } },
      required: ['name', 'arguments'],
    });
    expect(JSON.stringify(withListing('full'))).not.toContain('strict');
  });

  it('costs less than 700 tokens without a listing, by either count', () => {
    for (const framing of [false, true]) {
      const declared = bridgeTools(
        { count: 5000, listing: { form: 'none', text: '' }, connectors: framing },
        DEFAULT_TOOL_SEARCH,
      )
        .map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
        .map((tool) => JSON.stringify(tool))
        .join('');
      expect(budgetTokens(declared)).toBeLessThan(700);
      expect(estimateTokenCount(declared)).toBeLessThan(700);
    }
  });
});
