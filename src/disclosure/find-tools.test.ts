import { describe, expect, it } from 'vitest';
import { fakeTool } from '../testing/fake-tool.ts';
import { snapshotGroups } from '../testing/snapshot-groups.ts';
import { buildCatalog } from './catalog/catalog.ts';
import { findTools } from './find-tools.ts';

const catalog = buildCatalog(
  { groups: snapshotGroups([fakeTool({ name: 'get_weather', description: 'The weather forecast of a city' })]) },
  () => true,
);
const REQUEST = 'would you tell me the weather forecast of my city';

describe('findTools', () => {
  it('[INV-5] goes on without the related tier when that fails, and says so to the operator', async () => {
    const warnings: string[] = [];
    const encoder = { compare: () => Promise.reject(new Error('the table is broken')) };
    const found = await findTools(catalog, REQUEST, {
      limit: 5,
      related: 'on',
      encoder,
      warn: (text) => warnings.push(text),
    });
    expect(found).toEqual({ matches: [], related: [] });
    expect(warnings).toEqual([expect.stringContaining('the table is broken')]);
  });

  it('stops when it is told to', async () => {
    const stopped = new AbortController();
    const encoder = {
      compare: async () => {
        stopped.abort(new Error('enough'));
        throw new Error('aborted');
      },
    };
    await expect(
      findTools(catalog, REQUEST, { limit: 5, related: 'on', encoder, signal: stopped.signal }),
    ).rejects.toThrow('enough');
  });

  it('stops while it reads tools for the first time', async () => {
    const many = Array.from({ length: 400 }, (_, i) =>
      fakeTool({ name: `t${i}`, description: `Tells of the weather ${i} times. `.repeat(60) }),
    );
    const large = buildCatalog({ groups: snapshotGroups(many) }, () => true);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(findTools(large, REQUEST, { limit: 5, related: 'on', signal })).rejects.toThrow('enough');
  });
});
