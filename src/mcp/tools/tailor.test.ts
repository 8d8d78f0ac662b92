import { describe, expect, it } from 'vitest';
import { oddServer } from '../../../test/fixtures/odd-server/odd-server-config.ts';
import { textResult } from '../../base/call/tool-result.ts';
import type { Json } from '../../base/json.ts';
import type { ToolTailoring } from '../config.ts';
import { readServerEntries } from '../entries/server-entries.ts';
import { toTools } from './to-tool.ts';

const execute = async () => textResult('ran');

/** The tools of a list, under an entry as a person writes it. */
function tailored(entries: readonly Json[], tools: Json, more: object = {}) {
  const { servers } = readServerEntries({ srv: { command: 'x', tools } }, {});
  const read = servers[0]?.tools as ToolTailoring;
  return toTools(entries, oddServer('srv', {}, { tools: read, ...more }), () => execute);
}
const named = (...names: string[]) => names.map((name) => ({ name }));
const ownNames = (list: ReturnType<typeof toTools>) => list.tools.map(({ source }) => source.toolName);

describe('include and exclude', () => {
  it('[CFG-16] take what fits a glob, without what fits one of the others', () => {
    const list = tailored(named('get_a', 'get_secret_x', 'list_apps', 'delete_a'), {
      include: ['get_*', 'list_apps'],
      exclude: ['get_secret*'],
    });
    expect(ownNames(list)).toEqual(['get_a', 'list_apps']);
    expect(list.notes).toEqual({ dropped: [], warnings: [] });
    expect(list.leftOut.map(({ tool, reason, remedy }) => [tool.name, reason, remedy])).toEqual([
      [
        'mcp__srv__get_secret_x',
        'left out by mcp_servers.srv.tools.exclude',
        'take what fits get_secret_x out of mcp_servers.srv.tools.exclude',
      ],
      [
        'mcp__srv__delete_a',
        'left out by mcp_servers.srv.tools.include',
        'add delete_a to mcp_servers.srv.tools.include',
      ],
    ]);
  });

  it.each<[Json, string[]]>([
    [{ exclude: 'get_b' }, ['get_a', 'GET_B']],
    [{ include: 'get_?' }, ['get_a', 'get_b']],
    [{ include: [] }, []],
    [{ include: ['*'], exclude: ['*'] }, []],
    [{}, ['get_a', 'get_b', 'GET_B']],
  ])('%j', (tools, taken) => expect(ownNames(tailored(named('get_a', 'get_b', 'GET_B'), tools))).toEqual(taken));

  it('go by the own name, whatever a tool is called here', () => {
    const tools = { exclude: ['shown'], override: { own: { name: 'shown' } } };
    expect(tailored(named('own', 'shown'), tools).tools.map(({ name }) => name)).toEqual(['shown']);
  });
});

describe('an override', () => {
  const entry = {
    name: 'get_a',
    description: 'Gets.',
    inputSchema: { type: 'object', properties: { owner: {}, id: {} }, required: ['owner', 'id'] },
  };

  it('changes name and description, and hides parameters; the own name stays for the wire', () => {
    const override = { get_a: { name: 'fetch', description: 'Fetches an A.', hide: { owner: 'acme' } } };
    const { tools, notes } = tailored([entry, { name: 'get_b' }], { override });
    expect(tools).toMatchObject([
      { name: 'fetch', description: 'Fetches an A.', source: { toolName: 'get_a' } },
      { name: 'mcp__srv__get_b' },
    ]);
    expect(tools[0]?.inputSchema).toEqual({ type: 'object', properties: { id: {} }, required: ['id'] });
    expect(notes).toEqual({ dropped: [], warnings: [] });
  });

  it('says which tool the server does not list, and which parameter a schema does not declare', () => {
    const override = { get_z: { name: 'z' }, get_a: { hide: ['owner', 'nobody'] }, get_b: { name: 'b' } };
    const { notes } = tailored([entry, { name: 'get_b' }], { override, exclude: ['get_b'] });
    expect(notes.warnings).toEqual([
      expect.stringMatching(/^get_a: .*no parameter nobody/),
      expect.stringContaining('get_z'),
    ]);
  });

  it('is found by any of a tool\u2019s three names in always_load', () => {
    const override = { a: { name: 'first' }, b: { name: 'second' }, c: { name: 'third' } };
    const list = tailored(named('a', 'b', 'c', 'd'), { override }, { alwaysLoad: ['a', 'second', 'mcp__srv__c'] });
    expect(list.tools.map(({ alwaysLoad }) => alwaysLoad)).toEqual([true, true, true, undefined]);
    expect(list.notes.warnings).toEqual([]);
  });

  it('knows tools by their own names only', () => {
    expect(tailored(named('constructor', '__proto__'), { override: {} }).tools.map(({ name }) => name)).toEqual([
      'mcp__srv__constructor',
      expect.stringMatching(/^mcp__srv____proto__/),
    ]);
  });
});
