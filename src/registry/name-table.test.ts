import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fakeTool } from '../testing/fake-tool.ts';
import { claimNames } from './claim-names.ts';
import { type Claimant, createNameTable } from './name-table.ts';
import type { Tool } from './tool/tool.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e'];

interface Step {
  readonly source: number;
  readonly names: readonly string[];
}

const step: fc.Arbitrary<Step> = fc.record({
  source: fc.nat({ max: 3 }),
  names: fc.array(fc.constantFrom(...NAMES), { maxLength: 4 }),
});

function createSources(): Claimant[] {
  return ['one', 'two', 'three', 'four'].map((label) => ({
    identity: { kind: 'plugin', label, mayOverride: label === 'three' },
    offered: [],
    held: [],
    lost: [],
  }));
}

it('[SEC-14] settles each offer as if every source had been gone through', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const sources = createSources();
      const table = createNameTable(sources);
      for (const { source, names } of steps) {
        const tools: readonly Tool[] = names.map((name) => fakeTool({ name }));
        table.offer(sources[source] as Claimant, tools);
        const claims = sources.map(({ identity, offered }) => ({ identity, tools: offered }));
        const { owners, lost } = claimNames(claims);
        expect(sources.map((each) => each.lost)).toEqual(lost);
        for (const name of NAMES) {
          const owner = owners.get(name);
          expect(table.find(name)?.tool).toBe(owner?.tool);
          expect(table.find(name)?.claimant).toBe(owner && sources[owner.claim]);
        }
        expect(sources.flatMap(({ held }) => held)).toHaveLength(owners.size);
      }
    }),
    { seed: 5 },
  );
});

it('keeps the array of a source that holds the same tools as before', () => {
  const sources = createSources();
  const table = createNameTable(sources);
  const [one, two] = sources as [Claimant, Claimant];
  const tools = [fakeTool({ name: 'a' }), fakeTool({ name: 'b' })];
  table.offer(one, tools);
  const { held } = one;
  table.offer(one, [...tools]);
  table.offer(two, [fakeTool({ name: 'a' })]);
  expect(one.held).toBe(held);
  expect(Object.isFrozen(held)).toBe(true);
});
