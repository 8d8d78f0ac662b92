import { describe, expect, it } from 'vitest';
import { budgetTokens } from '../base/budget-tokens.ts';
import { createRegistry } from '../registry/registry.ts';
import type { ToolDefinition } from '../registry/tool/tool.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { type FakeSnapshotOptions, fakeSnapshot } from '../testing/fake-snapshot.ts';
import { fakeTool } from '../testing/fake-tool.ts';
import { expose } from './expose.ts';
import type { Exposure } from './exposure.ts';
import { readToolSearchConfig } from './policy/config-forms.ts';
import { createPolicy } from './policy/policy.ts';

const builtin = (name: string, toolset = name) =>
  fakeTool({ name, toolset, source: { kind: 'builtin', label: toolset } });
const mcp = (server: string, count: number, name = (index: string) => `mcp__${server}__${index}`, description = '') =>
  Array.from({ length: count }, (_, index) =>
    fakeTool({ name: name(String(index).padStart(4, '0')), description, source: { kind: 'mcp', label: server } }),
  );

/** `toolSearch` as a user writes it. */
const exposed = (tools: readonly ToolDefinition[], toolSearch: unknown = {}, options: FakeSnapshotOptions = {}) =>
  expose(fakeSnapshot(tools, options), createPolicy({ toolSearch: readToolSearchConfig(toolSearch).config }));

const names = ({ tools }: Exposure) => tools.map(({ name }) => name);
const listing = ({ tools }: Exposure) => tools.find(({ name }) => name === 'tool_search')?.description ?? '';
const BRIDGE = ['tool_search', 'tool_describe', 'tool_call'];

describe('expose: what is deferred', () => {
  const gui = [
    builtin('read_window_below', 'desktop_ui'),
    builtin('apply_layout', 'desktop_ui'),
    builtin('project_list', 'project'),
  ];

  it('[TS-11.2.4] defers the desktop tools that the default list names', () => {
    const exposure = exposed(gui, { enabled: 'on' });
    expect(exposure.activated).toBe(true);
    expect(names(exposure)).toEqual(['project_list', ...BRIDGE]);
  });

  it('[TS-11.2.5] defers none of them when the list is empty', () => {
    const exposure = exposed(gui, { enabled: 'on', defer: [] });
    expect(exposure.activated).toBe(false);
    expect(names(exposure)).toEqual(['read_window_below', 'apply_layout', 'project_list']);
  });

  it('[TS-11.2.6] [TS-11.2.7] [INV-2] keeps core tools, in their order, before the bridge', () => {
    const exposure = exposed(
      [builtin('terminal'), builtin('memory'), builtin('clarify'), builtin('computer_use'), ...mcp('a', 1)],
      { enabled: 'on' },
    );
    expect(names(exposure)).toEqual(['terminal', 'memory', 'clarify', ...BRIDGE]);
    expect(exposure.deferred.map(({ name }) => name)).toEqual(['computer_use', 'mcp__a__0000']);
  });

  it('[TS-11.2.8] [INV-2] leaves a definition that nobody can place among the visible ones', () => {
    const odd = { ...fakeTool({ name: 'from_nowhere' }), toolset: undefined } as unknown as ToolDefinition;
    expect(names(exposed([odd]))).toEqual(['from_nowhere']);
    expect(names(exposed([odd, ...mcp('a', 1)]))).toEqual(['from_nowhere', ...BRIDGE]);
  });

  it('[TS-11.2.9] is active whenever something is deferred, unless it is off', () => {
    const active = (tools: readonly ToolDefinition[], enabled: string, contextLength?: number) =>
      exposed(tools, { enabled }, contextLength === undefined ? {} : { contextLength }).activated;
    expect(active(mcp('a', 100), 'off')).toBe(false);
    expect(active([builtin('terminal')], 'on')).toBe(false);
    expect(active(mcp('a', 1), 'on')).toBe(true);
    expect(active(mcp('a', 1), 'auto', 200_000)).toBe(true);
    expect(active(mcp('a', 1), 'auto', 0)).toBe(true);
  });

  it('warns of a tool that is deferred although it asks to be always loaded', () => {
    const pinned = fakeTool({ name: 'mcp__a__pinned', alwaysLoad: true });
    expect(exposed([pinned, ...mcp('b', 1)]).warnings).toEqual([]);
    const { warnings, deferred } = exposed([pinned], { defer: ['mcp__a__pinned'] });
    expect(deferred).toEqual([pinned]);
    expect(warnings).toEqual([
      'mcp__a__pinned asks to be always loaded, but tools.tool_search.defer names it; it is deferred',
    ]);
  });
});

describe('expose: assembly', () => {
  it('[TS-11.5.1] changes nothing where nothing is deferred', () => {
    const tools = [builtin('terminal'), builtin('read_file')];
    const exposure = exposed(tools, { enabled: 'on' });
    expect(exposure).toMatchObject({ activated: false, tier: 0, listingForm: 'none', deferred: [], warnings: [] });
    expect(exposure.tools.map(({ definition }) => definition)).toEqual(tools);
  });

  it('[TS-11.5.2] takes out a bridge tool that is there already, on and off', () => {
    const tools = [builtin('terminal'), builtin('tool_search')];
    expect(names(exposed(tools, { enabled: 'off' }))).toEqual(['terminal']);
    expect(names(exposed([...tools, ...mcp('a', 1)]))).toEqual(['terminal', ...BRIDGE]);
  });

  it('[TS-11.5.3] [LST-02] lists few tools in full in the description of tool_search', () => {
    const exposure = exposed(
      [builtin('terminal'), ...mcp('kb', 13, undefined, 'Gets a page. Slowly.')],
      {},
      {
        contextLength: 200_000,
      },
    );
    expect(exposure).toMatchObject({ activated: true, tier: 1, listingForm: 'full' });
    expect(names(exposure)).toEqual(['terminal', ...BRIDGE]);
    expect(listing(exposure)).toContain('kb tools (13):\n- mcp__kb__0000: Gets a page.\n');
  });

  it('[TS-11.5.4] names only the source when even the names are too long', () => {
    const long = (index: string) => `tiertest_tool_with_quite_a_long_name_${index}`;
    const exposure = exposed(mcp('tiertest', 400, long), { listing_max_tokens: 200 });
    expect(exposure).toMatchObject({ tier: 2, listingForm: 'groups' });
    expect(listing(exposure)).not.toContain(long('0000'));
    expect(listing(exposure)).toContain('tiertest (400 tools');
    expect(listing(exposure)).toContain('search here FIRST');
  });

  it('[TS-11.5.5] sums up the big server and keeps the names of the small one, in any order', () => {
    const tools = [
      ...mcp('bigsrv', 300, (index) => `bigsrv_tool_${index}`),
      ...['smallsrv_create_item', 'smallsrv_get_item'].map((name) =>
        fakeTool({ name, source: { kind: 'mcp', label: 'smallsrv' } }),
      ),
    ];
    const exposure = exposed(tools, { listing_max_tokens: 300 });
    expect(exposure).toMatchObject({ tier: 1, listingForm: 'mixed' });
    expect(listing(exposure)).toContain('smallsrv_create_item');
    expect(listing(exposure)).not.toContain('bigsrv_tool_0000');
    expect(listing(exposure)).toContain('bigsrv (300 tools');
    expect(listing(exposed([...tools].reverse(), { listing_max_tokens: 300 }))).toBe(listing(exposure));
  });

  it('[TS-11.5.6] stays under 4500 tokens with 500 tools and a million tokens of context', () => {
    const exposure = exposed(
      mcp('srv', 500, undefined, 'Does one of five hundred things, and says so.'),
      {},
      {
        contextLength: 1_000_000,
      },
    );
    expect(['names', 'groups', 'mixed']).toContain(exposure.listingForm);
    expect(budgetTokens(JSON.stringify(exposure.tools.find(({ name }) => name === 'tool_search')))).toBeLessThan(4500);
  });

  it('[TS-11.5.11] heads each source with its label and number', () => {
    expect(listing(exposed(mcp('listingtest', 30)))).toContain('listingtest tools (30):');
  });

  it('[TS-11.5.12] embeds nothing when the listing is off', () => {
    const exposure = exposed(mcp('kb', 30), { listing: 'off' }, { contextLength: 1000 });
    expect(exposure).toMatchObject({ activated: true, tier: 2, listingForm: 'none' });
    expect(exposure.deferred).toHaveLength(30);
    expect(JSON.stringify(exposure.tools)).not.toContain('mcp__kb__');
    expect(exposure.bill.listing).toBe(0);
  });

  it('[TS-11.5.15] has a bare bridge where connections are granted and nothing is deferred, and none when off', () => {
    const tools = [builtin('manage_connections', 'connections')];
    const exposure = exposed(tools);
    expect(exposure).toMatchObject({ activated: true, tier: 2, listingForm: 'none', deferred: [] });
    expect(names(exposure)).toEqual(['manage_connections', ...BRIDGE]);
    expect(listing(exposure)).toContain('Remote connector tools');
    expect(exposed(tools, { enabled: 'off' })).toMatchObject({ activated: false, tier: 0 });
    expect(listing(exposed(mcp('kb', 1)))).not.toContain('manage_connections');
  });

  it('carries titles, output schemas and annotations of visible tools', () => {
    const tool = fakeTool({
      name: 'mcp__a__pinned',
      alwaysLoad: true,
      title: 'Pinned',
      outputSchema: { type: 'object' },
      annotations: { readOnly: true },
    });
    expect(exposed([tool]).tools).toEqual([
      {
        name: 'mcp__a__pinned',
        title: 'Pinned',
        description: '',
        inputSchema: { type: 'object' },
        outputSchema: { type: 'object' },
        annotations: { readOnly: true },
        definition: tool,
      },
    ]);
  });

  it('[INV-5] declares everything, with a warning, when something goes wrong on the way', () => {
    const broken = { ...fakeTool({ name: 'mcp__a__x' }), source: undefined } as unknown as ToolDefinition;
    const snapshot = fakeSnapshot([]);
    const exposure = expose(
      { ...snapshot, tools: [broken], groups: [{ definitions: [broken], usable: 'all' }] },
      createPolicy(),
    );
    expect(names(exposure)).toEqual(['mcp__a__x']);
    expect(exposure).toMatchObject({ activated: false, tier: 0 });
    expect(exposure.warnings[0]).toMatch(/^tools could not be deferred \(.*\); all are declared$/);
  });

  it('counts a definition that is no JSON as good as it can', () => {
    const cyclic: Record<string, unknown> = { type: 'object' };
    cyclic['self'] = cyclic;
    const exposure = exposed([fakeTool({ name: 'odd', alwaysLoad: true, parameters: cyclic as never })]);
    expect(names(exposure)).toEqual(['odd']);
    expect(exposure.bill.shown.tools).toBe(1);
  });
});

describe('expose: sources that are not there yet, or no more', () => {
  it('has the bridge and a row for a server that is still starting, before any tool is known', () => {
    const exposure = exposed([builtin('terminal')], {}, { sources: [{ label: 'linear', state: 'starting' }] });
    expect(exposure).toMatchObject({ activated: true, tier: 2, listingForm: 'groups', deferred: [] });
    expect(names(exposure)).toEqual(['terminal', ...BRIDGE]);
    expect(listing(exposure)).toMatch(/\nlinear \(still starting: tool_search waits for it\)$/);
    const later = exposed(
      [builtin('terminal')],
      {},
      { sources: [{ label: 'linear', state: 'starting', since: 5000 }] },
    );
    expect(later.fingerprint).toBe(exposure.fingerprint);
  });

  it('keeps the bytes while a server restarts, and tells when it has given up', async () => {
    const clock = createFakeClock();
    const registry = createRegistry({ clock });
    const server = registry.open({ kind: 'mcp', label: 'kb' });
    server.replace([fakeTool({ name: 'mcp__kb__get' })]);
    server.setState('ready');
    const policy = createPolicy();
    const now = async () => expose(await registry.snapshot({ sessionId: 's', surface: 'test' }), policy);
    const ready = await now();
    server.setState('restarting', { reason: 'exited' });
    expect((await now()).fingerprint).toBe(ready.fingerprint);
    server.setState('failed', { reason: 'exited with code 1' });
    const failed = await now();
    expect(failed.deferred).toEqual([]);
    expect(listing(failed)).toContain('\nkb (1 tools unavailable: exited with code 1)');
    server.setState('disabled');
    expect((await now()).activated).toBe(false);
  });

  it('[INV-4] tells nothing of a server that the session was not granted', async () => {
    const registry = createRegistry();
    registry.open({ kind: 'mcp', label: 'secret-project' });
    registry.open({ kind: 'mcp', label: 'kb' });
    const scope = { sessionId: 's', surface: 'test', enabled: ['kb'] };
    const text = JSON.stringify(expose(await registry.snapshot(scope), createPolicy()));
    expect(text).toContain('kb (still starting');
    expect(text).not.toContain('secret-project');
  });
});

describe('expose: bill, caps, fingerprint', () => {
  it('bills the compact JSON of name, description and schema, rounded once', () => {
    const tools = [builtin('terminal'), fakeTool({ name: 'mcp__a__b', description: '查询天气' })];
    const { bill, tools: shown } = exposed(tools, {}, { contextLength: 64_000 });
    const json = (all: readonly Pick<ToolDefinition, 'name' | 'description' | 'inputSchema'>[]) =>
      all.map(({ name, description, inputSchema }) => JSON.stringify({ name, description, inputSchema })).join('');
    expect(bill.eager).toEqual({ tools: 2, tokens: budgetTokens(json(tools)) });
    expect(bill.shown).toEqual({ tools: 4, tokens: budgetTokens(json(shown)) });
    expect(bill.listingBudget).toBe(3200);
    expect(bill.listing).toBeGreaterThan(0);
  });

  it('[TS-11.2.10] bills ten large schemas more than ten times one tiny one', () => {
    const properties = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`field_${i}`, { type: 'string' }]));
    const large = Array.from({ length: 10 }, (_, index) =>
      fakeTool({ name: `mcp__a__${index}`, parameters: { type: 'object', properties } }),
    );
    expect(exposed(large).bill.eager.tokens).toBeGreaterThan(10 * exposed(mcp('a', 1)).bill.eager.tokens);
  });

  it('[LST-10] warns of what providers refuse when 400 tools are declared, with count, bytes and remedy', () => {
    const { warnings, tools } = exposed(mcp('a', 400), { enabled: 'off' });
    expect(tools).toHaveLength(400);
    const bytes = tools.reduce(
      (sum, { name, description, inputSchema }) =>
        sum + Buffer.byteLength(JSON.stringify({ name, description, inputSchema })),
      0,
    );
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(`400 tools with ${bytes} bytes`);
    expect(warnings[0]).toContain('tools.tool_search.enabled');
    expect(exposed(mcp('a', 400), { enabled: 'auto' }).warnings).toEqual([]);
  });

  it('[LST-12] needs three bridge tools and the core for 56 tools of 122 KB, and says the size without', () => {
    const tools = [builtin('terminal'), ...mcp('a', 56, undefined, 'é'.repeat(1_100))];
    const off = exposed(tools, { enabled: 'off' });
    expect(off.warnings[0]).toMatch(/57 tools with 1[23]\d{4} bytes/);
    const on = exposed(tools);
    expect(names(on)).toEqual(['terminal', ...BRIDGE]);
    expect(on.bill).toMatchObject({ eager: { tools: 57 }, shown: { tools: 4 } });
    expect(on.bill.shown.tokens).toBeLessThan(on.bill.eager.tokens / 10);
    expect(on.warnings).toEqual([]);
  });

  it('passes on what the snapshot warns of, whether anything is deferred or not', async () => {
    const registry = createRegistry();
    const check = () => {
      throw new Error('broken');
    };
    const gate = { kind: 'permission', name: 'odd', check } as const;
    registry.register([fakeTool({ name: 'guarded', gate }), fakeTool({ name: 'hosted' })]);
    const snapshot = await registry.snapshot({ sessionId: 's', surface: 'test', enabled: ['other', 'nope'] });
    for (const enabled of ['auto', 'off']) {
      const { warnings } = expose(snapshot, createPolicy({ toolSearch: readToolSearchConfig({ enabled }).config }));
      expect(warnings).toEqual([expect.stringContaining('"nope"'), expect.stringContaining('gate "odd" failed')]);
    }
  });

  it('gives no advice that would not help: many core tools are warned of without the switch', () => {
    const many = Array.from({ length: 130 }, (_, index) => fakeTool({ name: `pinned_${index}`, alwaysLoad: true }));
    const remedy = 'load fewer tools always, or grant fewer toolsets';
    expect(exposed(many).warnings).toEqual([expect.stringMatching(new RegExp(`^130 tools .*: ${remedy}$`))]);
    expect(exposed([...many, ...mcp('a', 1)]).warnings).toEqual([
      expect.stringMatching(new RegExp(`^133 tools .*: ${remedy}$`)),
    ]);
  });

  it('has a fingerprint that changes with any byte shown, and with nothing else', () => {
    const base = { name: 'pinned', alwaysLoad: true } as const;
    const print = (options: Parameters<typeof fakeTool>[0]) => exposed([fakeTool(options)]).fingerprint;
    expect(print(base)).toMatch(/^[0-9a-f]{16}$/);
    expect(print({ ...base, timeoutMs: 5 })).toBe(print(base));
    const prints = [
      print(base),
      print({ ...base, description: 'x' }),
      print({ ...base, title: 'x' }),
      print({ ...base, parameters: { type: 'object', properties: {} } }),
      print({ ...base, annotations: { readOnly: true } }),
      exposed([fakeTool(base), fakeTool({ ...base, name: 'other' })]).fingerprint,
      exposed([fakeTool({ ...base, name: 'other' }), fakeTool(base)]).fingerprint,
    ];
    expect(new Set(prints).size).toBe(prints.length);
  });
});
