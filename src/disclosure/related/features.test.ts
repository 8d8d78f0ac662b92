import { describe, expect, it } from 'vitest';
import { fakeTool } from '../../testing/fake-tool.ts';
import { snapshotGroups } from '../../testing/snapshot-groups.ts';
import { buildCatalog } from '../catalog/catalog.ts';
import type { Evidence } from './features.ts';
import { scoreRelated } from './find-related.ts';

const TEXTS = {
  mcp__acme__zyxogram: 'Draws one. It needs a lamp.',
  mcp__acme__draw: 'Draws a zyxogram. It needs rain.',
  mcp__acme__sing: 'Sings. A zyxogram is not needed, but a timezone.',
  mcp__acme__list: 'Lists.',
};
const parameters = { type: 'object', properties: { weather: { description: 'of the zyxogram' } } };
const tools = Object.entries(TEXTS).map(([name, description]) =>
  fakeTool({ name, description, ...(description === 'Lists.' && { parameters }) }),
);
const catalog = buildCatalog({ groups: snapshotGroups(tools) }, () => true);

/** What speaks for each tool, in their order. */
async function evidence(request: string): Promise<readonly Evidence[]> {
  const { examine } = await scoreRelated(catalog, request);
  return examine(tools.map((_, document) => document));
}

describe('what speaks for a tool', () => {
  it('is told apart by where it has a word', async () => {
    const found = (await evidence('zyxogram')).map(({ features: { name, opening, source, named } }) => [
      name,
      opening,
      source,
      named,
    ]);
    expect(found).toEqual([
      [1, 0, 0, 1],
      [0, 1, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ]);
    const [first] = await evidence('acme');
    expect(first?.features).toMatchObject({ name: 0, opening: 0, source: 1 });
  });

  it('is more when a word is in its name than in its text, and there as much as in its parameters', async () => {
    const [name, opening, rest, parameter] = (await evidence('zyxogram')).map(({ features }) => features.words);
    expect(name).toBeGreaterThan(1.3 * (opening as number));
    for (const other of [opening, rest, parameter]) expect(other).toBeGreaterThan(0);
  });

  it('is of a name the more the more its word says of what the tool does', async () => {
    const listing = fakeTool({ name: 'list_weather' });
    const named = async (request: string) => {
      const { examine } = await scoreRelated(
        buildCatalog({ groups: snapshotGroups([listing]) }, () => true),
        request,
      );
      return examine([0])[0]?.features.named as number;
    };
    expect(await named('weather')).toBeGreaterThan(1.5 * (await named('list')));
  });

  it('is also a word near in meaning, but none that only its parameters have', async () => {
    const near = (await evidence('stormy')).map(({ features }) => features.near);
    expect(near[1]).toBeGreaterThan(0);
    expect(near[3]).toBe(0);
  });

  it('is one word of it for all words of the request that may mean it', async () => {
    const [, , both] = await evidence('time zone, timezone');
    expect(Array.from(both?.matches ?? [], (match) => match === 1)).toEqual([true, false, true]);
  });
});
