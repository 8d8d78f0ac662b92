import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import { fakeCallContext } from '../../testing/fake-call-context.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { type FakeSnapshotOptions, fakeSnapshot } from '../../testing/fake-snapshot.ts';
import { fakeTool } from '../../testing/fake-tool.ts';
import type { RemoteCatalog } from '../catalog/remote-catalog.ts';
import { DEFAULT_TOOL_SEARCH } from '../policy/config-forms.ts';
import { createPolicy } from '../policy/policy.ts';
import { createBridge } from './create-bridge.ts';

const schema = {
  type: 'object',
  properties: { title: { $ref: '#/$defs/t' } },
  required: ['title', 'team'],
  $defs: { t: {} },
};
const CREATE = fakeTool({
  name: 'mcp__linear__create_issue',
  description: 'File an issue. '.repeat(60),
  parameters: schema,
});
const LIST = fakeTool({ name: 'mcp__linear__list_issues' });
const SEARCH_WEB = fakeTool({ name: 'web_search', toolset: 'web', source: { kind: 'builtin', label: 'web' } });
const PANE = fakeTool({
  name: 'react_to_message',
  toolset: 'desktop_ui',
  source: { kind: 'builtin', label: 'desktop_ui' },
});
const TOOLS = [CREATE, LIST, SEARCH_WEB, PANE];

async function run(
  args: JsonObject,
  tools: readonly ToolDefinition[] = TOOLS,
  options: FakeSnapshotOptions & { readonly remote?: RemoteCatalog } = {},
) {
  const { remote, ...snapshotOptions } = options;
  const bridge = createBridge({
    snapshot: async () => fakeSnapshot(tools, snapshotOptions),
    isDeferred: createPolicy().isDeferred,
    config: DEFAULT_TOOL_SEARCH,
    settled: async () => {},
    clock: createFakeClock(),
    ...(remote === undefined ? {} : { remote }),
  });
  return bridge.describe.execute(args, fakeCallContext());
}

async function described(
  names: unknown,
  ...rest: [tools?: readonly ToolDefinition[], options?: Parameters<typeof run>[2]]
) {
  const { ok, content } = await run({ names } as JsonObject, ...rest);
  expect(ok).toBe(true);
  return JSON.parse(content[0]?.['text'] as string);
}

describe('tool_describe', () => {
  it('[TS-11.6.1] gives what is in scope, whole, and lists the rest as not found in the order asked', async () => {
    const elsewhere = { tool: fakeTool({ name: 'mcp__other__thing' }), by: 'toolset', reason: 'not granted' } as const;
    const names = ['bogus', CREATE.name, 'mcp__other__thing', LIST.name];
    const answer = await described(names, TOOLS, { hidden: [elsewhere] });
    expect(answer).toEqual({
      tools: {
        [CREATE.name]: { description: CREATE.description, parameters: schema },
        [LIST.name]: { description: '', parameters: { type: 'object' } },
      },
      not_found: ['bogus', 'mcp__other__thing'],
      hint: expect.stringContaining('tool_search'),
    });
    expect(Object.keys(answer)).toEqual(['tools', 'not_found', 'hint']);
  });

  it('[TS-11.6.2] lets one bad name cost only itself', async () => {
    expect(await described([CREATE.name, 'nope', LIST.name])).toMatchObject({
      tools: { [CREATE.name]: {}, [LIST.name]: {} },
      not_found: ['nope'],
    });
  });

  it('[TS-11.6.3] does not find a core tool that is not registered', async () => {
    expect(await described(['terminal'])).toEqual({ tools: {}, not_found: ['terminal'], hint: expect.any(String) });
  });

  it('[TS-11.6.4] [LST-14] says of a tool that is listed directly to call it directly', async () => {
    expect(await described(['web_search', 'react_to_message', 'tool_call', LIST.name, 'nope'])).toEqual({
      tools: { [LIST.name]: { description: '', parameters: { type: 'object' } } },
      not_found: ['nope'],
      hint: expect.any(String),
      errors: {
        web_search:
          'web_search is a directly listed tool: you have its schema already. Call it directly, under this name.',
        react_to_message: expect.stringContaining('Call it directly'),
        tool_call: expect.stringContaining('Call it directly'),
      },
    });
  });

  it('[TS-11.6.5] finds nothing when it can not find out what the session has', async () => {
    const bridge = createBridge({
      snapshot: async () => {
        throw new Error('broken');
      },
      isDeferred: () => true,
      config: DEFAULT_TOOL_SEARCH,
      settled: async () => {},
      clock: createFakeClock(),
    });
    const { structured } = await bridge.describe.execute({ names: [CREATE.name] }, fakeCallContext());
    expect(structured).toMatchObject({ tools: {}, not_found: [CREATE.name] });
  });

  it('[TS-11.6.6] tells a name asked for twice once', async () => {
    const answer = await described([LIST.name, ` ${LIST.name} `, LIST.name]);
    expect(answer).toEqual({ tools: { [LIST.name]: { description: '', parameters: { type: 'object' } } } });
  });

  it('[TS-11.6.7] refuses no names, and more than ten', async () => {
    for (const args of [{}, { names: [] }]) {
      expect(await run(args)).toMatchObject({ ok: false, error: { code: 'invalid-arguments' } });
    }
    const names = Array.from({ length: 11 }, (_, index) => `n${index}`);
    expect(await run({ names })).toMatchObject({
      ok: false,
      error: { message: 'too many names: 11, and at most 10 go into one call' },
    });
    expect((await described(names.slice(1))).not_found).toHaveLength(10);
  });

  it('[TS-11.6.8] takes a bare string', async () => {
    expect(Object.keys((await described(LIST.name)).tools)).toEqual([LIST.name]);
  });

  it('reads a name as a call does, and answers under the real one', async () => {
    const answer = await described(['create_issue', 'mcp_linear_list_issues', 'WebSearchTool']);
    expect(Object.keys(answer.tools)).toEqual([CREATE.name, LIST.name]);
    expect(answer.errors).toEqual({ WebSearchTool: expect.stringMatching(/^web_search is a directly listed tool/) });
  });

  it('names the tools that an unclear name fits', async () => {
    const other = fakeTool({ name: 'mcp__jira__create_issue' });
    expect((await described(['create_issue'], [...TOOLS, other])).errors).toEqual({
      create_issue: expect.stringContaining('mcp__jira__create_issue, mcp__linear__create_issue'),
    });
  });

  it('says of a granted tool that can not be used now why, and what to do', async () => {
    const hidden = [
      { tool: fakeTool({ name: 'mcp__down__get' }), by: 'source', reason: 'down is not running', remedy: 'start it' },
    ] as const;
    expect((await described(['mcp__down__get'], TOOLS, { hidden })).errors).toEqual({
      mcp__down__get: "mcp__down__get can't be used now: down is not running. To change that: start it",
    });
  });

  it('carries any name as data', async () => {
    const answer = await described(['__proto__', 'constructor'], [fakeTool({ name: '__proto__' })]);
    expect(Object.getOwnPropertyNames(answer.tools)).toEqual(['__proto__']);
    expect(answer.not_found).toEqual(['constructor']);
  });

  it('asks the remote catalogue for connector names only, and tells which it could not reach', async () => {
    const asked: string[] = [];
    const mail = fakeTool({
      name: 'connectors__gmail__SEND',
      description: 'Send',
      source: { kind: 'connectors', label: 'gmail' },
    });
    const remote: RemoteCatalog = {
      search: async () => ({ found: [] }),
      describe: async (names) => {
        asked.push(...names);
        return { found: new Map([[mail.name, mail]]) };
      },
    };
    const granted = [...TOOLS, fakeTool({ name: 'manage_connections', toolset: 'connections' })];
    const names = [mail.name, 'connectors__gmail__NOPE', LIST.name];
    const answer = await described(names, granted, { remote });
    expect(asked).toEqual(['connectors__gmail__SEND', 'connectors__gmail__NOPE']);
    expect(Object.keys(answer.tools)).toEqual([mail.name, LIST.name]);
    expect(answer.not_found).toEqual(['connectors__gmail__NOPE']);
    const down: RemoteCatalog = {
      ...remote,
      describe: async () => ({ found: new Map(), failure: { status: 'not_set_up', hint: 'sign in first' } }),
    };
    expect(await described(names, granted, { remote: down })).toEqual({
      tools: { [LIST.name]: expect.anything() },
      connectors: { status: 'not_set_up', hint: 'sign in first', names: [mail.name, 'connectors__gmail__NOPE'] },
    });
    expect((await described([mail.name], TOOLS, { remote })).not_found).toEqual([mail.name]);
  });
});
