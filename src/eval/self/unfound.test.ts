import { describe, expect, it } from 'vitest';
import { buildCatalog } from '../../disclosure/catalog/catalog.ts';
import { fakeSnapshot } from '../../testing/fake-snapshot.ts';
import { fakeTool } from '../../testing/fake-tool.ts';
import { findUnfound } from './unfound.ts';

const SEARCHES = Array.from({ length: 8 }, (_, index) =>
  fakeTool({ name: `mcp__engine${index}__search`, description: `Searches with engine${index}.` }),
);
const catalog = buildCatalog(
  fakeSnapshot([
    ...SEARCHES,
    fakeTool({ name: 'mcp__odd__fetchWebsite', description: 'Gets a page.' }),
    fakeTool({ name: 'mcp__odd__mute_everything' }),
  ]),
  () => true,
);

describe('findUnfound', () => {
  it('tells which tools their own words do not bring in front, where they come, and what comes instead', async () => {
    const { byName, bySentence, withoutDescription } = await findUnfound(catalog, 5, { related: 'off' });
    expect(byName).toEqual([
      // Nothing has the words of `fetchWebsite` one by one.
      { name: 'mcp__odd__fetchWebsite', query: 'fetch Website', tier: 'nothing', instead: [] },
      ...[8, 7, 6].map((rank) => ({
        name: `mcp__engine${rank - 1}__search`,
        query: 'search',
        tier: 'strict',
        rank,
        instead: ['mcp__engine0__search', 'mcp__engine1__search', 'mcp__engine2__search'],
      })),
    ]);
    expect(bySentence).toEqual([]);
    expect(withoutDescription).toEqual(['mcp__odd__mute_everything']);
  });

  it('puts the worst first of those that their first sentence does not bring in front, too', async () => {
    const tools = Array.from({ length: 4 }, (_, index) =>
      fakeTool({ name: `mcp__a__a${index}`, description: 'Searches.' }),
    );
    const alike = buildCatalog(fakeSnapshot(tools), () => true);
    const { bySentence } = await findUnfound(alike, 1, { related: 'off' });
    expect(bySentence.map(({ rank }) => rank)).toEqual([4, 3, 2]);
  });

  it('counts as found what is among as many as a model is shown', async () => {
    expect((await findUnfound(catalog, 8, { related: 'off' })).byName).toHaveLength(1);
    const { byName } = await findUnfound(catalog, 1, { related: 'off' });
    expect(byName).toHaveLength(8);
    expect(byName.filter(({ name, instead }) => instead.includes(name))).toEqual([]);
  });

  it('lets its caller in before each tool', async () => {
    const seen: number[] = [];
    await findUnfound(catalog, 5, { related: 'off', between: (done) => void seen.push(done) });
    expect(seen).toEqual(catalog.tools.map((_, index) => index));
  });
});
