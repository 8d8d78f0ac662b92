import { describe, expect, it } from 'vitest';
import { oddServer } from '../../../test/fixtures/odd-server/odd-server-config.ts';
import { textResult } from '../../base/call/tool-result.ts';
import type { Json } from '../../base/json.ts';
import { asCached, toTools } from './to-tool.ts';

const execute = async () => textResult('ran');
const made = (entries: readonly Json[], label = 'srv', changes = {}) =>
  toTools(entries, oddServer(label, {}, changes), () => execute);

describe('toTools', () => {
  it('gives a call its server’s times, where the entry sets them', () => {
    const times = (changes: object) => {
      const [tool] = made([{ name: 'echo' }], 'srv', changes).tools;
      return [tool?.timeoutMs, tool?.maxTimeoutMs];
    };
    expect(times({ callTimeoutMs: 9000, maxCallTimeoutMs: 90_000 })).toEqual([9000, 90_000]);
    expect(times({})).toEqual([undefined, undefined]);
  });

  it('makes a tool of an entry and keeps the entry as it came', () => {
    const entry = {
      name: 'read',
      title: 'Read a file',
      description: 'Reads.',
      inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
      outputSchema: { type: 'object' },
      annotations: { readOnlyHint: true, openWorldHint: false },
      futureField: { kept: [1] },
    };
    expect(made([entry])).toEqual({
      tools: [
        {
          name: 'mcp__srv__read',
          title: 'Read a file',
          description: 'Reads.',
          inputSchema: entry.inputSchema,
          outputSchema: { type: 'object' },
          toolset: 'mcp-srv',
          source: { kind: 'mcp', label: 'srv', toolName: 'read', provenance: 'live' },
          annotations: { readOnly: true, openWorld: false },
          concurrency: 'exclusive',
          wire: entry,
          execute,
        },
      ],
      notes: { dropped: [], warnings: [] },
      leftOut: [],
    });
  });

  it('drops a tool over HTTP whose headers are declared as the protocol does not allow, by its name', () => {
    const odd = { name: 'odd', inputSchema: { properties: { a: { type: 'array', 'x-mcp-header': 'A' } } } };
    const fine = { name: 'fine', inputSchema: { properties: { a: { type: 'string', 'x-mcp-header': 'A' } } } };
    const endpoint = { kind: 'http', url: 'http://127.0.0.1:9/mcp', headers: {} };
    const { tools, notes } = made([odd, fine], 'srv', { endpoint });
    expect(tools.map(({ name }) => name)).toEqual(['mcp__srv__fine']);
    expect(notes.dropped).toEqual([{ name: 'odd', reason: expect.stringContaining('x-mcp-header "A"') }]);
    expect(made([odd, fine]).tools).toHaveLength(2);
  });

  it('[SCH-24] takes null hints, and null annotations, as absent', () => {
    const { tools, notes } = made([
      { name: 'a', annotations: { readOnlyHint: null, destructiveHint: 'no', title: null } },
      { name: 'b', annotations: null, title: null, description: null, outputSchema: null },
    ]);
    expect(tools.map(({ annotations, description }) => [annotations, description])).toEqual([
      [{}, ''],
      [{}, ''],
    ]);
    expect(tools.some((tool) => 'title' in tool || 'outputSchema' in tool)).toBe(false);
    expect(notes).toEqual({ dropped: [], warnings: [] });
  });

  it('takes the title among the annotations when there is no other', () => {
    expect(made([{ name: 'a', annotations: { title: 'A' } }]).tools[0]?.title).toBe('A');
  });

  it('drops an entry without a usable name by its place, and no other', () => {
    const { tools, notes } = made([null, 'x', [], { title: 'Nameless' }, { name: 7 }, { name: '' }, { name: 'good' }]);
    expect(tools.map(({ name }) => name)).toEqual(['mcp__srv__good']);
    expect(notes.dropped).toEqual([
      { name: 'entry 1', reason: 'the entry is null, not an object' },
      { name: 'entry 2', reason: 'the entry is a string, not an object' },
      { name: 'entry 3', reason: 'the entry is a list, not an object' },
      { name: 'entry 4 (Nameless)', reason: 'the entry has no name' },
      { name: 'entry 5', reason: 'its name is a number' },
      { name: 'entry 6', reason: 'its name is empty' },
    ]);
  });

  it('accepts any arguments where the schema is none, and says so unless it is missing', () => {
    const { tools, notes } = made([
      { name: 'a', inputSchema: 'string' },
      { name: 'b' },
      { name: 'c', inputSchema: [] },
    ]);
    expect(tools.map(({ inputSchema }) => inputSchema)).toEqual([
      { type: 'object' },
      { type: 'object' },
      { type: 'object' },
    ]);
    expect(notes.warnings).toEqual([expect.stringMatching(/^a: .*a string/), expect.stringMatching(/^c: .*a list/)]);
  });

  it('[SCH-20] publishes a name with spaces under a plain one, and keeps the own name for the wire', () => {
    const { tools } = made([{ name: 'Create CIFS Share' }, { name: 'List Volumes' }]);
    for (const { name } of tools) expect(name).toMatch(/^mcp__srv__(Create_CIFS_Share|List_Volumes)_[0-9a-f]{8}$/);
    expect(tools.map(({ source }) => source.toolName)).toEqual(['Create CIFS Share', 'List Volumes']);
  });

  it('[SCH-22] keeps published names within 64 characters and apart, however long the own names are', () => {
    const label = 'my-aitk-mcp-server-playwright-nightly-build';
    const names = [
      'browser_generate_playwright_test_from_recording',
      'browser_generate_playwright_test_from_recording_2',
    ];
    const { tools } = made(
      names.map((name) => ({ name })),
      label,
    );
    const published = tools.map(({ name }) => name);
    expect(new Set(published).size).toBe(2);
    for (const name of published) expect(name.length).toBeLessThanOrEqual(64);
    expect(tools.map(({ source }) => source.toolName)).toEqual(names);
  });

  it('publishes names with invisible characters as plain ASCII, apart from those they look like', () => {
    const names = ['delete\u202eelif', 'a\u2028b', 'read\u200b_file', 'read_file', 'readb_file'];
    const published = made(names.map((name) => ({ name }))).tools.map(({ name }) => name);
    for (const name of published) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    expect(new Set(published).size).toBe(names.length);
    expect(published[3]).toBe('mcp__srv__read_file');
  });

  it('[SEC-14] gives tools of one name on two servers different names', () => {
    expect(made([{ name: 'x' }], 'a').tools[0]?.name).toBe('mcp__a__x');
    expect(made([{ name: 'x' }], 'b').tools[0]?.name).toBe('mcp__b__x');
  });

  it('marks tools as always loaded: all, or those named by own or published name', () => {
    const entries = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];
    const loaded = (alwaysLoad: boolean | string[]) =>
      made(entries, 'srv', { alwaysLoad }).tools.map((tool) => tool.alwaysLoad);
    expect(loaded(true)).toEqual([true, true, true]);
    expect(loaded(false)).toEqual([undefined, undefined, undefined]);
    expect(loaded(['b', 'mcp__srv__c'])).toEqual([undefined, true, true]);
  });

  it('names an always_load that the server does not list', () => {
    expect(made([{ name: 'a' }], 'srv', { alwaysLoad: ['a', 'z'] }).notes.warnings).toEqual([
      expect.stringContaining('z'),
    ]);
  });

  it('lets calls of one batch run side by side only where the server is said to stand it', () => {
    expect(made([{ name: 'a' }], 'srv', { parallelCalls: true }).tools[0]?.concurrency).toBe('parallel');
  });
});

describe('asCached', () => {
  it('changes nothing but the provenance', () => {
    const { tools } = made([{ name: 'a', description: 'd' }]);
    const [cached] = asCached(tools);
    expect(cached).toEqual({ ...tools[0], source: { ...tools[0]?.source, provenance: 'cached' } });
  });
});
