import { expect, it } from 'vitest';
import { buildCatalog } from '../../disclosure/catalog/catalog.ts';
import { fakeSnapshot } from '../../testing/fake-snapshot.ts';
import { fakeTool } from '../../testing/fake-tool.ts';
import { selfCheck } from './self-check.ts';

it('looks at every tool, tells what it is doing, and compares the words of those behind the search', async () => {
  const tools = ['a', 'b'].map((server) => fakeTool({ name: `mcp__${server}__read`, description: 'Reads a page.' }));
  const steps: unknown[] = [];
  const checked = await selfCheck(
    buildCatalog(fakeSnapshot(tools), () => true),
    {
      top: 5,
      related: 'off',
      between: (...step) => void steps.push(step),
    },
  );
  expect(checked).toMatchObject({ tools: 2, top: 5, unfound: { byName: [] }, alike: { count: 1 } });
  // The two have the same words, so there is one to compare.
  expect(steps).toEqual([
    ['finding', 0],
    ['finding', 1],
    ['comparing', 0],
  ]);
});
