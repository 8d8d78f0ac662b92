import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import type { Gate } from '../../registry/gate/gate.ts';
import { createRegistry } from '../../registry/registry.ts';
import type { Scope } from '../../registry/scope.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { fakeTool } from '../../testing/fake-tool.ts';
import { openSession, shown } from '../../testing/open-session.ts';

const LABELS = ['kb', 'github', 'linear', 'spotify'] as const;
const WORDS = ['create', 'issue', 'note', 'song', 'merge', 'play', 'repo', '天气'] as const;
/** Tools that a toolset grants by name, whatever toolset they are registered under. */
const PICKED = ['mcp__kb__create', 'mcp__github__issue', 'plain_linear_note'] as const;
const NO: Gate = { kind: 'permission', name: 'never', check: () => ({ ok: false, reason: 'not allowed' }) };

const tool = fc.record({
  own: fc.constantFrom(...WORDS.slice(0, -1)),
  description: fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }).map((words) => words.join(' ')),
  /** `plain` ones are the host's, and listed directly where they ask for it. */
  is: fc.constantFrom('open', 'open', 'gated', 'left-out', 'always'),
});
const source = fc.record({
  label: fc.constantFrom(...LABELS),
  kind: fc.constantFrom('mcp', 'plugin'),
  state: fc.constantFrom('ready', 'restarting', 'failed', 'disabled'),
  tools: fc.uniqueArray(tool, { selector: ({ own }) => own, maxLength: 5 }),
});
const toolset = fc.constantFrom('picked', ...LABELS.flatMap((label) => [`mcp-${label}`, `plain-${label}`]));
const world = fc.record({
  sources: fc.uniqueArray(source, { selector: ({ label, kind }) => `${kind} ${label}`, maxLength: 6 }),
  enabled: fc.option(fc.array(toolset, { maxLength: 4 }), { nil: undefined }),
  disabled: fc.array(toolset, { maxLength: 2 }),
  queries: fc.array(
    fc.oneof(
      fc.array(fc.constantFrom(...WORDS, ...LABELS), { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
      fc.constantFrom(...PICKED),
    ),
    { minLength: 1, maxLength: 5 },
  ),
  limit: fc.integer({ min: 1, max: 5 }),
});

type World = typeof world extends fc.Arbitrary<infer Value> ? Value : never;
type Source = World['sources'][number];

function definitionOf({ label, kind }: Source, { own, description, is }: Source['tools'][number]): ToolDefinition {
  const more = { description, alwaysLoad: is === 'always', ...(is === 'gated' ? { gate: NO } : {}) };
  if (kind === 'mcp') return fakeTool({ name: `mcp__${label}__${own}`, ...more });
  return fakeTool({ name: `plain_${label}_${own}`, toolset: `plain-${label}`, source: { kind, label }, ...more });
}

/** What the session may know of, said again in our own words. */
function isWithin({ enabled, disabled }: World, { name, toolset: own }: ToolDefinition): boolean {
  const has = (list: readonly string[]) =>
    list.includes(own) || (list.includes('picked') && (PICKED as readonly string[]).includes(name));
  return (enabled === undefined || has(enabled)) && !has(disabled);
}

/** The answer in a world, with everything in it or only what the session may know of. */
async function answerIn(all: World, only: 'everything' | 'within'): Promise<string> {
  const { sources, enabled, disabled, queries, limit } = all;
  const registry = createRegistry({
    clock: createFakeClock(),
    toolsets: [{ name: 'picked', tools: PICKED }],
  });
  sources.forEach((each, order) => {
    const tools = each.tools
      .map((made) => ({ is: made.is, definition: definitionOf(each, made) }))
      .filter(({ definition }) => only === 'everything' || isWithin(all, definition));
    const isGranted = each.kind !== 'mcp' || isWithin(all, fakeTool({ name: `mcp__${each.label}__any` }));
    if (only === 'within' && tools.length === 0 && !isGranted) return;
    const handle = registry.open({ kind: each.kind, label: each.label, order });
    handle.replace(
      tools.flatMap(({ is, definition }) => (is === 'left-out' ? [] : [definition])),
      {
        leftOut: tools.flatMap(({ is, definition }) =>
          is === 'left-out' ? [{ tool: definition, reason: 'left out', remedy: 'change that' }] : [],
        ),
      },
    );
    handle.setState(each.state, { reason: 'it went away' });
  });
  const scope: Partial<Scope> = { disabled, ...(enabled === undefined ? {} : { enabled }) };
  const { call } = openSession([], { registry, scope, clock: createFakeClock() });
  return shown(await call('tool_search', { queries, limit }));
}

describe('an answer of tool_search', () => {
  test.prop([world], { numRuns: 300 })(
    '[INV-4] is to the byte what it would be if there were nothing outside of the session\u2019s toolsets',
    async (all) => {
      expect(await answerIn(all, 'everything')).toBe(await answerIn(all, 'within'));
    },
  );

  it('does tell of what is within them', async () => {
    const make = (own: 'note' | 'song' | 'merge', is: 'gated' | 'left-out' | 'always') => ({
      own,
      description: '',
      is,
    });
    const sources: Source[] = [
      { label: 'kb', kind: 'mcp', state: 'failed', tools: [{ own: 'create', description: '', is: 'open' }] },
      {
        label: 'linear',
        kind: 'plugin',
        state: 'ready',
        tools: [make('note', 'gated'), make('song', 'left-out'), make('merge', 'always')],
      },
    ];
    const all: World = {
      sources,
      enabled: ['picked', 'plain-linear'],
      disabled: [],
      queries: WORDS.slice(0, 5),
      limit: 5,
    };
    const { results } = JSON.parse(await answerIn(all, 'everything'));
    expect(results).toMatchObject([
      { unavailable: [{ name: 'mcp__kb__create' }] },
      {},
      { unavailable: [{ name: 'plain_linear_note', reason: 'not allowed' }] },
      { unavailable: [{ name: 'plain_linear_song', reason: 'left out' }] },
      { directly_listed: ['plain_linear_merge'] },
    ]);
  });
});
