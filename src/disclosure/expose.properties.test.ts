import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { budgetTokens } from '../base/budget-tokens.ts';
import type { Gate } from '../registry/gate/gate.ts';
import { createRegistry } from '../registry/registry.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { fakeTool } from '../testing/fake-tool.ts';
import { expose } from './expose.ts';
import { readToolSearchConfig } from './policy/config-forms.ts';
import { createPolicy } from './policy/policy.ts';

const NO: Gate = { kind: 'permission', name: 'never', check: () => ({ ok: false, reason: 'not allowed' }) };
const LABELS = ['kb', 'github', 'linear', 'spotify'] as const;
const CORE = ['terminal', 'read_file', 'todo_list', 'computer_use', 'manage_connections'] as const;

const toolOptions = fc.record({
  name: fc.stringMatching(/^[a-z0-9_-]{1,20}$/),
  description: fc.string({ unit: 'grapheme', maxLength: 80 }),
  alwaysLoad: fc.boolean(),
  denied: fc.boolean(),
});
const source = fc.record({
  label: fc.constantFrom(...LABELS),
  kind: fc.constantFrom('mcp', 'plugin'),
  state: fc.constantFrom('ready', 'starting', 'restarting', 'failed', 'disabled'),
  tools: fc.uniqueArray(toolOptions, { selector: ({ name }) => name, maxLength: 12 }),
});
const world = fc.record({
  sources: fc.uniqueArray(source, { selector: ({ label, kind }) => `${kind} ${label}`, maxLength: 5 }),
  core: fc.subarray([...CORE]),
  enabled: fc.option(fc.subarray(['kb', 'github', 'spotify', 'terminal', 'file']), { nil: undefined }),
  disabled: fc.subarray(['linear', 'kb', 'terminal']),
  contextLength: fc.constantFrom(0, 1_000, 8_000, 64_000, 200_000),
  toolSearch: fc.record({
    enabled: fc.constantFrom('auto', 'on', 'off'),
    listing: fc.constantFrom('auto', 'off'),
    listing_max_tokens: fc.constantFrom(200, 300, 4000),
    defer: fc.subarray([...CORE, 'mcp__kb__a']),
  }),
});

type World = typeof world extends fc.Arbitrary<infer Value> ? Value : never;

/** A registry of a world, with sources opened and filled in the order that `place` gives. */
function registryOf({ sources, core }: World, order: readonly number[] = sources.map((_, index) => index)) {
  const registry = createRegistry({ clock: createFakeClock() });
  registry
    .open({ kind: 'builtin', label: 'built-in' })
    .replace(core.map((name) => fakeTool({ name, toolset: name, source: { kind: 'builtin', label: name } })));
  for (const index of order) {
    const { label, kind, state, tools } = sources[index] as World['sources'][number];
    const handle = registry.open({ kind, label, order: index });
    const prefix = kind === 'mcp' ? `mcp__${label}__` : '';
    handle.replace(
      tools.map(({ name, description, alwaysLoad, denied }) =>
        fakeTool({
          name: `${prefix}${name}`,
          description,
          alwaysLoad,
          source: { kind, label },
          ...(denied ? { gate: NO } : {}),
        }),
      ),
    );
    handle.setState(state, { reason: 'it went away' });
  }
  return registry;
}

async function exposeWorld(all: World, order?: readonly number[]) {
  const { enabled, disabled, contextLength, toolSearch } = all;
  const scope = {
    sessionId: 's',
    surface: 'test',
    disabled,
    contextLength,
    ...(enabled === undefined ? {} : { enabled }),
  };
  const snapshot = await registryOf(all, order).snapshot(scope);
  return {
    snapshot,
    exposure: expose(snapshot, createPolicy({ toolSearch: readToolSearchConfig(toolSearch).config })),
  };
}

describe('properties of expose', () => {
  test.prop([world], { numRuns: 60 })(
    '[INV-2] shows, defers or hides with a reason whatever is registered, and each once',
    async (all) => {
      const { snapshot, exposure } = await exposeWorld(all);
      const visible = exposure.tools.flatMap(({ definition }) => definition ?? []);
      const everywhere = [...visible, ...exposure.deferred, ...snapshot.hidden.map(({ tool }) => tool)];
      const registered = snapshot.groups.flatMap(({ definitions }) => definitions);
      expect(everywhere.map(({ name }) => name).sort()).toEqual(registered.map(({ name }) => name).sort());
      expect(snapshot.hidden.every(({ reason }) => reason !== '')).toBe(true);
    },
  );

  test.prop([world], { numRuns: 60 })('keeps its listing within the budget, and its bill true', async (all) => {
    const { bill, tools, listingForm, activated, tier } = (await exposeWorld(all)).exposure;
    expect(bill.listing).toBeLessThanOrEqual(bill.listingBudget);
    expect(bill.listing === 0).toBe(listingForm === 'none');
    const search = tools.find(({ name }) => name === 'tool_search');
    expect(search !== undefined).toBe(activated);
    expect(tier > 0).toBe(activated);
    if (listingForm !== 'none') {
      expect(budgetTokens(search?.description.split('\n\n').slice(1).join('\n\n') ?? '')).toBe(bill.listing);
    }
  });

  test.prop([world, fc.func(fc.integer())], { numRuns: 60 })(
    '[INV-8] gives the same bytes for the same input, whichever source came first',
    async (all, place) => {
      const order = all.sources.map((_, index) => index).sort((a, b) => place(a) - place(b));
      const [first, second] = [(await exposeWorld(all)).exposure, (await exposeWorld(all, order)).exposure];
      expect(JSON.stringify(second.tools)).toBe(JSON.stringify(first.tools));
      expect(second.fingerprint).toBe(first.fingerprint);
    },
  );
});
