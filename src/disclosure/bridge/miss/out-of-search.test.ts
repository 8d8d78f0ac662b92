import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../base/json.ts';
import type { GateVerdict } from '../../../registry/gate/gate.ts';
import { createRegistry } from '../../../registry/registry.ts';
import type { SourceNotes, SourceState } from '../../../registry/source.ts';
import type { ToolDefinition } from '../../../registry/tool/tool.ts';
import { createFakeClock } from '../../../testing/fake-clock.ts';
import { fakeTool } from '../../../testing/fake-tool.ts';
import { type OpenSessionOptions, openSession, shown } from '../../../testing/open-session.ts';
import { sourceIndex } from '../../catalog/source-index.ts';
import { DEFAULT_TOOL_SEARCH } from '../../policy/config-forms.ts';
import { createPolicy } from '../../policy/policy.ts';

interface ServerOptions {
  readonly state?: SourceState;
  readonly detail?: { readonly reason?: string; readonly remedy?: string; readonly isRetried?: boolean };
  readonly notes?: SourceNotes;
}

/** A registry to fill, and searches of a session over it. */
function open(options: OpenSessionOptions = {}) {
  const clock = createFakeClock();
  const registry = createRegistry({ clock });
  const { call, session } = openSession([], { clock, ...options, registry });
  return {
    clock,
    registry,
    session,
    server(
      label: string,
      tools: readonly ToolDefinition[],
      { state = 'ready', detail = {}, notes }: ServerOptions = {},
    ) {
      const handle = registry.open({ kind: 'mcp', label });
      handle.replace(tools, notes);
      handle.setState(state, detail);
      return handle;
    },
    async search(query: string, limit = 5): Promise<JsonObject> {
      const text = shown(await call('tool_search', { queries: [query], limit }));
      const { results, tools } = JSON.parse(text);
      return { ...results[0], records: Object.keys(tools) };
    },
  };
}

const issue = fakeTool({ name: 'mcp__github__create_issue', description: 'Opens a new issue in a repository' });
const merge = fakeTool({ name: 'mcp__github__merge_pull', description: 'Merges a pull request' });
const note = fakeTool({ name: 'mcp__notes__create_note', description: 'Writes a note' });

describe('a query whose tools can\u2019t be used', () => {
  it('is told that their server is down, why, for how long, and what to do', async () => {
    const { server, search, clock } = open();
    server('notes', [note]);
    server('github', [issue, merge], {
      state: 'failed',
      detail: { reason: 'exited with code 1', remedy: 'run npx again' },
    });
    await clock.advance(700_000);
    expect(await search('create github issue')).toMatchObject({
      matches: [],
      unavailable: [
        {
          name: issue.name,
          reason: 'github is not running: exited with code 1 (for more than 10 minutes)',
          remedy: 'run npx again',
        },
      ],
      available_sources: [
        { name: 'github', tool_count: 2, unavailable: 'exited with code 1' },
        { name: 'notes', tool_count: 1 },
      ],
      hint: expect.stringMatching(/unavailable have those words.*can't be used now/),
    });
  });

  it('is told that waiting helps, where the server is tried again', async () => {
    const { server, search } = open();
    server('github', [issue], { state: 'failed', detail: { reason: 'HTTP 503', isRetried: true } });
    expect(await search('create issue')).toMatchObject({
      unavailable: [{ name: issue.name, remedy: expect.stringContaining('tried again by itself') }],
    });
  });

  it('is told what a gate says, and finds them as soon as it opens', async () => {
    const { registry, search } = open();
    let verdict: GateVerdict = { ok: false, reason: 'nobody is signed in', remedy: 'sign in to the account' };
    const gate = { kind: 'permission', name: 'account', check: () => verdict } as const;
    registry.register([fakeTool({ name: 'song_play', description: 'Plays a song', toolset: 'music', gate })], 'music');
    expect(await search('play song')).toMatchObject({
      matches: [],
      unavailable: [{ name: 'song_play', reason: 'nobody is signed in', remedy: 'sign in to the account' }],
    });
    verdict = { ok: true };
    const found = await search('play song');
    expect(found).toEqual({ query: 'play song', matches: ['song_play'], records: ['song_play'] });
  });

  it('is told which key of the configuration leaves them out', async () => {
    const { server, search } = open();
    const left = { reason: 'left out by mcp_servers.github.tools.exclude', remedy: 'change that key' };
    server('github', [merge], { notes: { leftOut: [{ tool: issue, ...left }] } });
    expect(await search('create issue')).toMatchObject({
      matches: [],
      unavailable: [{ name: issue.name, ...left }],
      records: [],
    });
    expect(await search(issue.name)).toMatchObject({ unavailable: [{ name: issue.name }] });
  });

  it('is not told of one that is left out under a name that another tool has', async () => {
    const { server, search } = open();
    const left = { reason: 'left out', remedy: 'change that' };
    const other = fakeTool({ name: issue.name, description: 'Something else' });
    const github = server('github', [other], { notes: { leftOut: [{ tool: issue, ...left }] } });
    expect(await search('new issue repository')).not.toHaveProperty('unavailable');
    github.setState('failed');
    expect(await search('new issue repository')).not.toHaveProperty('unavailable');
  });

  it('names as many as it may have matches, those that fit best', async () => {
    const { server, search } = open();
    const many = Array.from({ length: 40 }, (_, i) => fakeTool({ name: `mcp__kb__page_${i}`, description: 'A page' }));
    server('kb', many, { state: 'failed' });
    expect((await search('page', 3))['unavailable']).toHaveLength(3);
    expect(await search('page 17', 3)).toMatchObject({ unavailable: [{ name: 'mcp__kb__page_17' }] });
  });

  it('is told nothing more where something matches, or nothing would have', async () => {
    const { server, search } = open();
    server('notes', [note]);
    server('github', [issue], { state: 'failed' });
    expect(Object.keys(await search('create'))).toEqual(['query', 'matches', 'records']);
    const plain = ['query', 'matches', 'available_sources', 'hint', 'records'];
    expect(Object.keys(await search('zzzz nonsense qqqq'))).toEqual(plain);
  });

  it('is told nothing of it with related off', async () => {
    const { server, search } = open({
      policy: createPolicy({ toolSearch: { ...DEFAULT_TOOL_SEARCH, related: 'off' } }),
    });
    server('github', [issue], { state: 'failed' });
    expect(Object.keys(await search('create issue'))).toEqual([
      'query',
      'matches',
      'available_sources',
      'hint',
      'records',
    ]);
  });
});

describe('a query that only a directly listed tool answers', () => {
  it('is told to call it', async () => {
    const { registry, server, search } = open();
    server('notes', [note]);
    registry.register([fakeTool({ name: 'read_file', description: 'Reads a file', toolset: 'file' })]);
    expect(await search('read file')).toMatchObject({
      matches: [],
      directly_listed: ['read_file'],
      hint: expect.stringMatching(/your own list of tools: call them directly/),
      records: [],
    });
    expect(await search('note')).not.toHaveProperty('directly_listed');
  });

  it('is told so also where another tool of the same source can’t be used', async () => {
    const { registry, search } = open();
    const gate = { kind: 'permission', name: 'no', check: () => false } as const;
    registry.register([
      fakeTool({ name: 'read_file', description: 'Reads a file', toolset: 'file' }),
      fakeTool({ name: 'write_disk', description: 'Writes a disk', toolset: 'file', gate }),
    ]);
    expect(await search('read file')).toMatchObject({ directly_listed: ['read_file'] });
  });

  it('is not told that one behind the search is listed', async () => {
    const { registry, server, search } = open();
    server('diary', [fakeTool({ name: 'mcp__diary__keep', description: 'Keeps a diary' })]);
    registry.register(
      ['read_file', 'write_file'].map((name) => fakeTool({ name, description: 'For a file', toolset: 'file' })),
    );
    const found = await search('diary file');
    expect(found['matches']).toEqual([]);
    expect(found).not.toHaveProperty('directly_listed');
  });
});

describe('what is outside of the session\u2019s toolsets', () => {
  it('[INV-4] is never named, whatever else stands in its way', async () => {
    const { registry, server, search } = open({ scope: { disabled: ['mcp-github', 'music'] } });
    const gate = { kind: 'permission', name: 'no', check: () => false } as const;
    server('notes', [note]);
    const left = { reason: 'left out', remedy: 'change that' };
    server('github', [issue], { state: 'failed', notes: { leftOut: [{ tool: merge, ...left }] } });
    registry.register([fakeTool({ name: 'song_play', description: 'Plays a song', toolset: 'music', gate })]);
    for (const query of ['create github issue', 'merge pull request', merge.name, 'play song']) {
      const found = await search(query);
      expect(found['available_sources']).toEqual([{ name: 'notes', tool_count: 1 }]);
      for (const key of ['unavailable', 'directly_listed']) expect(found).not.toHaveProperty(key);
      const related = (found['related'] ?? []) as { readonly name: string }[];
      expect([note.name]).toEqual(expect.arrayContaining(related.map(({ name }) => name)));
    }
  });
});

describe('looking elsewhere', () => {
  it('indexes each source once, however often and by whom it is looked at', async () => {
    const { registry, server, search, session } = open();
    const left = { reason: 'left out', remedy: 'change that' };
    server('github', [issue, merge], { state: 'failed', notes: { leftOut: [{ tool: note, ...left }] } });
    registry.register([fakeTool({ name: 'read_file', description: 'Reads a file', toolset: 'file' })]);
    await search('create issue');
    const arrays = async () => {
      const { groups, leftOut } = await session.snapshot();
      return [...groups, ...leftOut].map(({ definitions }) => definitions);
    };
    const before = await arrays();
    const indexes = before.map(sourceIndex);
    await search('create issue');
    expect(before).toHaveLength(3);
    expect((await arrays()).map((each, i) => each === before[i])).toEqual([true, true, true]);
    expect((await arrays()).map(sourceIndex).map((each, i) => each === indexes[i])).toEqual([true, true, true]);
  });
});
