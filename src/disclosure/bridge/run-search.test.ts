import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import type { Snapshot } from '../../registry/snapshot.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import { fakeCallContext } from '../../testing/fake-call-context.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { fakeSnapshot } from '../../testing/fake-snapshot.ts';
import { fakeTool } from '../../testing/fake-tool.ts';
import type { RemoteCatalog } from '../catalog/remote-catalog.ts';
import type { ToolSearchConfig } from '../policy/config.ts';
import { DEFAULT_TOOL_SEARCH } from '../policy/config-forms.ts';
import { createPolicy } from '../policy/policy.ts';
import type { BridgeContext } from './bridge-context.ts';
import { createBridge } from './create-bridge.ts';

const parameters = (...required: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(required.map((name) => [name, { type: 'string' }])),
  required,
});

const TEAM_TOOLS = [
  fakeTool({
    name: 'mcp__mq-linear__list_issues',
    description: 'List the issues assigned to a team',
    parameters: parameters('team'),
  }),
  fakeTool({
    name: 'mcp__mq-linear__create_issue',
    description: 'File a new issue for a team',
    parameters: parameters('title', 'team'),
  }),
  fakeTool({
    name: 'mcp__mq-slack__post_message',
    description: 'Post a message into a channel of the workspace',
    parameters: parameters('channel'),
  }),
];

/** The reference has no related tier: its rows are proven without ours. */
const REFERENCE = { ...DEFAULT_TOOL_SEARCH, related: 'off' } as const;

function bridgeOver(snapshot: () => Snapshot, context: Partial<BridgeContext> = {}) {
  return createBridge({
    snapshot: async () => snapshot(),
    isDeferred: createPolicy().isDeferred,
    config: REFERENCE,
    settled: async () => {},
    clock: createFakeClock(),
    ...context,
  });
}

async function search(tools: readonly ToolDefinition[], args: JsonObject, context: Partial<BridgeContext> = {}) {
  return bridgeOver(() => fakeSnapshot(tools), context).search.execute(args, fakeCallContext());
}

/** The answer, as a model reads it. */
async function answer(tools: readonly ToolDefinition[], args: JsonObject, context: Partial<BridgeContext> = {}) {
  const { ok, content } = await search(tools, args, context);
  expect(ok).toBe(true);
  return JSON.parse(content[0]?.['text'] as string);
}

describe('tool_search', () => {
  it.each([{}, { queries: [] }, { queries: ['  ', ''] }])('[TS-11.4.1] refuses %j', async (args) => {
    expect(await search(TEAM_TOOLS, args)).toMatchObject({ ok: false, error: { code: 'invalid-arguments' } });
  });

  it('[TS-11.4.2] takes seven queries and refuses eight, with the numbers', async () => {
    const queries = Array.from({ length: 8 }, (_, index) => `query ${index}`);
    const refused = await search(TEAM_TOOLS, { queries });
    expect(refused).toMatchObject({
      ok: false,
      error: {
        code: 'invalid-arguments',
        message: 'too many queries: 8, and at most 7 go into one call',
        hint: expect.stringContaining('retry with fewer'),
      },
    });
    expect((await answer(TEAM_TOOLS, { queries: queries.slice(1) })).results).toHaveLength(7);
  });

  it('[TS-11.4.3] says, of a query without a match, which sources there are and not to give up yet', async () => {
    const tools = [fakeTool({ name: 'mcp__recovery-catalog__restore', description: 'Restore a backup' })];
    expect(await answer(tools, { queries: ['unrelated vocabulary'] })).toEqual({
      queries: ['unrelated vocabulary'],
      total_available: 1,
      results: [
        {
          query: 'unrelated vocabulary',
          matches: [],
          available_sources: [{ name: 'recovery-catalog', tool_count: 1 }],
          hint: expect.stringMatching(/remain connected.*before concluding/),
        },
      ],
      tools: {},
    });
  });

  it('[TS-11.4.4] groups names by query and tells each tool once, keys in a fixed order', async () => {
    const queries = ['create linear issue', 'post slack message'];
    const { content } = await search(TEAM_TOOLS, { queries });
    expect(content[0]?.['text']).toBe(
      JSON.stringify({
        queries,
        total_available: 3,
        results: [
          { query: queries[0], matches: ['mcp__mq-linear__create_issue'] },
          { query: queries[1], matches: ['mcp__mq-slack__post_message'] },
        ],
        tools: {
          'mcp__mq-linear__create_issue': {
            source: 'mcp',
            source_name: 'mcp-mq-linear',
            description: 'File a new issue for a team',
            required: ['title', 'team'],
          },
          'mcp__mq-slack__post_message': {
            source: 'mcp',
            source_name: 'mcp-mq-slack',
            description: 'Post a message into a channel of the workspace',
            required: ['channel'],
          },
        },
      }),
    );
  });

  it('[TS-11.4.5] limits each query on its own, and reads the limit leniently', async () => {
    const tools = Array.from({ length: 40 }, (_, index) => fakeTool({ name: `mcp__kb__page_${index}` }));
    const count = async (limit: unknown, toolSearch: ToolSearchConfig = REFERENCE) => {
      const args = { queries: ['page'], ...(limit === undefined ? {} : { limit }) } as JsonObject;
      return (await answer(tools, args, { config: toolSearch })).results[0].matches.length;
    };
    const { results } = await answer(TEAM_TOOLS, { queries: ['issues', 'message'], limit: 1 });
    expect(results.map(({ matches }: { matches: string[] }) => matches.length)).toEqual([1, 1]);
    expect(await Promise.all([undefined, null, 'many', {}].map((limit) => count(limit)))).toEqual([5, 5, 5, 5]);
    expect(await Promise.all([0, -3, 3.9, '4', 999, true].map((limit) => count(limit)))).toEqual([1, 1, 3, 4, 25, 1]);
    expect(await count(999, { ...REFERENCE, maxSearchLimit: 30 })).toBe(30);
  });

  it('[TS-11.4.6] bounds what a definition can put into an answer', async () => {
    const required = Array.from({ length: 200 }, (_, index) => `${index}${'x'.repeat(5000)}`);
    const tools = [
      fakeTool({ name: 'mcp__a__many', description: '😀'.repeat(600), parameters: { type: 'object', required } }),
      fakeTool({ name: 'mcp__a__odd', parameters: { type: 'object', required: ['ok', 5, null, 'fine'] } }),
      fakeTool({ name: 'mcp__a__none', parameters: 'no schema' as unknown as JsonObject }),
      fakeTool({ name: 'mcp__a__text', parameters: { type: 'object', required: 'name' } }),
    ];
    const found = (await answer(tools, { queries: ['many', 'odd', 'none', 'text'] })).tools;
    expect(found['mcp__a__many'].required).toHaveLength(32);
    expect(Math.max(...found['mcp__a__many'].required.map((name: string) => name.length))).toBe(64);
    expect(found['mcp__a__many'].description).toBe(`${'😀'.repeat(500)}…`);
    expect(found['mcp__a__odd'].required).toEqual(['ok', 'fine']);
    expect([found['mcp__a__none'].required, found['mcp__a__text'].required]).toEqual([[], []]);
  });

  it('[TS-11.4.7] [SRC-12] hints only at the queries that found nothing, where mcp alone is none', async () => {
    const { results } = await answer(TEAM_TOOLS, { queries: ['issues', 'zzzz nonsense qqqq', 'mcp', 'linear'] });
    expect(Object.keys(results[0])).toEqual(['query', 'matches']);
    for (const index of [1, 2]) {
      expect(Object.keys(results[index])).toEqual(['query', 'matches', 'available_sources', 'hint']);
      expect(results[index].available_sources).toEqual([
        { name: 'mq-linear', tool_count: 2 },
        { name: 'mq-slack', tool_count: 1 },
      ]);
    }
    expect(results[3].matches).toEqual(['mcp__mq-linear__list_issues', 'mcp__mq-linear__create_issue']);
  });

  it('[TS-11.4.8] takes a single string for one query', async () => {
    expect(await answer(TEAM_TOOLS, { queries: 'post slack message' })).toMatchObject({
      queries: ['post slack message'],
      results: [{ matches: ['mcp__mq-slack__post_message'] }],
    });
  });

  it('[TS-11.4.10] [INV-4] counts and finds nothing but what the session has', async () => {
    const scoped = Array.from({ length: 12 }, (_, index) =>
      fakeTool({ name: `mcp__scoped-gh__mcp_scoped_gh_${index}`, description: 'One of twelve' }),
    );
    const elsewhere = fakeTool({ name: 'mcp_scoped_gh_plugin', source: { kind: 'plugin', label: 'elsewhere' } });
    const hidden = [{ tool: elsewhere, by: 'toolset', reason: 'not granted' }] as const;
    const bridge = bridgeOver(() => fakeSnapshot(scoped, { hidden }));
    const { content } = await bridge.search.execute({ queries: ['mcp_scoped_gh'], limit: 25 }, fakeCallContext());
    const found = JSON.parse(content[0]?.['text'] as string);
    expect(found.total_available).toBe(12);
    expect(Object.keys(found.tools)).toEqual(found.results[0].matches);
    expect(content[0]?.['text']).not.toContain('plugin');
  });

  it('tells each kind of source by its own word', async () => {
    const found = await answer(
      [
        fakeTool({ name: 'todo_list', toolset: 'todo', source: { kind: 'builtin', label: 'todo' } }),
        fakeTool({ name: 'song_play', source: { kind: 'plugin', label: 'spotify' } }),
        fakeTool({ name: 'loose_end' }),
      ],
      { queries: ['todo', 'song', 'loose', 'nothing at all'] },
    );
    expect(found.tools).toMatchObject({
      todo_list: { source: 'builtin', source_name: 'todo' },
      song_play: { source: 'plugin', source_name: 'spotify' },
      loose_end: { source: 'other', source_name: '' },
    });
    expect(found.results[3].available_sources.map(({ name }: { name: string }) => name)).toEqual([
      'other',
      'spotify',
      'todo',
    ]);
  });

  it('carries a name that means something to JavaScript as any other', async () => {
    const tools = [fakeTool({ name: '__proto__', description: 'Prototype' }), fakeTool({ name: 'constructor' })];
    const { content } = await search(tools, { queries: ['prototype', 'constructor'] });
    const found = JSON.parse(content[0]?.['text'] as string);
    expect(Object.getOwnPropertyNames(found.tools)).toEqual(['__proto__', 'constructor']);
  });

  it('[INV-8] gives the same bytes for the same input, also side by side', async () => {
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => search(TEAM_TOOLS, { queries: ['issues', 'nothing of the kind', 'message'] })),
    );
    expect(new Set(answers.map(({ content }) => content[0]?.['text'])).size).toBe(1);
  });

  it('[INV-1] finds a tool in the first search after it was registered, and no longer after it is gone', async () => {
    let tools = TEAM_TOOLS;
    const bridge = bridgeOver(() => fakeSnapshot(tools));
    const matches = async () => {
      const { structured } = await bridge.search.execute({ queries: ['deploy'] }, fakeCallContext());
      return (structured as { results: { matches: string[] }[] }).results[0]?.matches;
    };
    expect(await matches()).toEqual([]);
    tools = [...TEAM_TOOLS, fakeTool({ name: 'mcp__ci__deploy' })];
    expect(await matches()).toEqual(['mcp__ci__deploy']);
    tools = TEAM_TOOLS;
    expect(await matches()).toEqual([]);
  });

  it('waits for a source that is starting, at most two seconds, and says that it is', async () => {
    const clock = createFakeClock();
    let ready = false;
    let settle = () => {};
    const bridge = bridgeOver(
      () =>
        ready
          ? fakeSnapshot([fakeTool({ name: 'mcp__late__deploy' })])
          : fakeSnapshot(TEAM_TOOLS, { sources: [{ label: 'late', state: 'starting' }] }),
      {
        clock,
        settled: () =>
          new Promise((resolve) => {
            settle = resolve;
          }),
      },
    );
    const first = bridge.search.execute({ queries: ['deploy'] }, fakeCallContext());
    await clock.advance(1_999);
    ready = true;
    settle();
    expect((await first).structured).toMatchObject({ results: [{ matches: ['mcp__late__deploy'] }] });

    ready = false;
    const second = bridge.search.execute({ queries: ['deploy'] }, fakeCallContext());
    await clock.advance(2_000);
    expect((await second).structured).toMatchObject({
      results: [
        {
          matches: [],
          available_sources: [
            { name: 'late', tool_count: 0, unavailable: 'it is starting; search again shortly' },
            { name: 'mq-linear', tool_count: 2 },
            { name: 'mq-slack', tool_count: 1 },
          ],
        },
      ],
    });
  });

  it('does not wait for a source that the session was not granted', async () => {
    const sources = [{ label: 'late', state: 'starting', granted: false }] as const;
    const bridge = bridgeOver(() => fakeSnapshot(TEAM_TOOLS, { sources }), { settled: () => new Promise(() => {}) });
    const { structured } = await bridge.search.execute({ queries: ['deploy'] }, fakeCallContext());
    expect(JSON.stringify(structured)).not.toContain('late');
  });

  it('names a source that has given up, with the reason', async () => {
    const sources = [{ label: 'jira', state: 'failed', toolCount: 7, reason: 'exited with code 1' }] as const;
    const bridge = bridgeOver(() => fakeSnapshot(TEAM_TOOLS, { sources }));
    const { structured } = await bridge.search.execute({ queries: ['deploy'] }, fakeCallContext());
    expect(structured).toMatchObject({
      results: [{ available_sources: [{ name: 'jira', tool_count: 7, unavailable: 'exited with code 1' }, {}, {}] }],
    });
  });

  it('reaches nothing when it can not find out what the session has', async () => {
    const answered = await answer(
      [],
      { queries: ['issues'] },
      {
        snapshot: async () => {
          throw new Error('broken');
        },
      },
    );
    expect(answered).toEqual({
      queries: ['issues'],
      total_available: 0,
      results: [{ query: 'issues', matches: [], hint: expect.any(String) }],
      tools: {},
    });
  });

  it('says that it is switched off to a client that still knows it', async () => {
    const config = { ...REFERENCE, enabled: 'off' } as const;
    expect(await search(TEAM_TOOLS, { queries: ['issues'] }, { config })).toMatchObject({
      ok: false,
      error: { code: 'switched-off' },
    });
  });

  const gmail = fakeTool({
    name: 'connectors__gmail__SEND_EMAIL',
    description: 'Send an email',
    source: { kind: 'connectors', label: 'gmail', toolName: 'GMAIL_SEND_EMAIL' },
  });
  const remote: RemoteCatalog = {
    search: async (queries) => ({ found: queries.map((query) => (query.includes('email') ? [gmail] : [])) }),
    describe: async () => ({ found: new Map() }),
  };
  const granted = [...TEAM_TOOLS, fakeTool({ name: 'manage_connections', toolset: 'connections' })];

  it('adds what a remote catalogue finds, where the session manages connections', async () => {
    const queries = ['send email', 'issues'];
    const found = await answer(granted, { queries }, { remote });
    expect(found.total_available).toBe(4);
    expect(found.results[0].matches).toEqual(['connectors__gmail__SEND_EMAIL']);
    expect(found.tools['connectors__gmail__SEND_EMAIL']).toMatchObject({ source: 'connectors', source_name: 'gmail' });
    expect((await answer(TEAM_TOOLS, { queries }, { remote })).results[0].matches).toEqual([]);
  });

  it('says so, next to what it found here, when the remote catalogue can not be reached', async () => {
    const broken: RemoteCatalog = {
      ...remote,
      search: async () => {
        throw new Error('no route');
      },
    };
    const found = await answer(granted, { queries: ['issues'] }, { remote: broken });
    expect(Object.keys(found)).toEqual(['queries', 'total_available', 'results', 'tools', 'connectors']);
    expect(found.results[0].matches).toHaveLength(2);
    expect(found.connectors).toMatchObject({ status: 'unavailable', reason: 'unreachable' });
  });
});
