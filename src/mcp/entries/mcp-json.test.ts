// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is the syntax under test
import { describe, expect, it } from 'vitest';
import { readMcpJson } from './mcp-json.ts';

describe('readMcpJson', () => {
  it('reads servers with comments, trailing commas and a byte order mark', () => {
    const content = '\uFEFF{\n  // mine\n  "mcpServers": { "files": { "command": "node", "args": ["a.js",], }, },\n}';
    expect(readMcpJson(content, {})).toMatchObject({
      servers: [{ label: 'files', endpoint: { kind: 'stdio', command: 'node', args: ['a.js'] } }],
      problems: [],
    });
  });

  it('reads "servers" with a type and "disabled"', () => {
    const content = JSON.stringify({
      servers: {
        a: { type: 'http', url: 'https://example.org/mcp' },
        b: { type: 'stdio', command: 'x', disabled: true },
      },
    });
    const { servers, problems } = readMcpJson(content, {});
    expect(servers.map(({ endpoint, enabled }) => [endpoint.kind, enabled])).toEqual([
      ['http', true],
      ['stdio', false],
    ]);
    expect(problems).toEqual([]);
  });

  it.each([
    ['sse', 'sse'],
    ['http', undefined],
    ['streamableHttp', undefined],
    ['stdio', undefined],
  ])('takes the type %j of an address; only SSE is settled by it', (type, transport) => {
    const { servers, problems } = readMcpJson(
      JSON.stringify({ mcpServers: { a: { type, url: 'https://a.example/x' } } }),
      {},
    );
    expect(servers[0]?.endpoint).toEqual({
      kind: 'http',
      url: 'https://a.example/x',
      headers: {},
      ...(transport && { transport }),
    });
    expect(problems).toEqual([]);
  });

  it.each(['ws', 7])('says that the transport %j is not supported, of that server only', (type) => {
    const content = JSON.stringify({
      mcpServers: { a: { type, url: 'https://example.org/sse' }, b: { command: 'x' } },
    });
    const { servers, problems } = readMcpJson(content, {}, 'my.json');
    expect(servers.map(({ endpoint }) => endpoint.kind)).toEqual(['misconfigured', 'stdio']);
    expect(problems).toMatchObject([{ label: 'a', path: 'my.json: mcpServers.a.type', severity: 'error' }]);
  });

  it('expands variables', () => {
    expect(
      readMcpJson('{"mcpServers": {"a": {"command": "${RUN}"}}}', { RUN: 'x' }).servers[0]?.endpoint,
    ).toMatchObject({
      command: 'x',
    });
  });

  it.each([
    ['no JSON', '{"mcpServers":\n {"a": }', /^my\.json:2:8 is not JSON: a value is missing$/],
    ['a text without an end', '{"mcpServers": "', /a text is not closed/],
    ['nothing', '', /JSON/],
    ['without servers', '{}', /mcpServers/],
    ['a list', '[]', /mcpServers/],
    ['nested without end', '['.repeat(200_000), /^my\.json nests deeper than 200 levels$/],
  ])('says what is wrong with a file that is %s', (_what, content, message) => {
    const { servers, problems } = readMcpJson(content, {}, 'my.json');
    expect(servers).toEqual([]);
    expect(problems).toMatchObject([{ path: 'my.json', severity: 'error' }]);
    expect(problems[0]?.message).toMatch(message);
  });

  it('says that a label is written twice, and which one counts', () => {
    const content =
      '{"mcpServers": {"a": {"command": "x"}, "b": {"env": {"a": "1"}, "command": "z"}, "a": {"command": "y"}}}';
    const { servers, problems } = readMcpJson(content, {}, 'my.json');
    expect(servers).toMatchObject([{ endpoint: { command: 'y' } }, { label: 'b' }]);
    expect(problems).toMatchObject([{ path: 'my.json: mcpServers.a', severity: 'warning' }]);
    expect(problems[0]?.message).toContain('more than once');
  });

  it('names the variables of other clients, which are not filled in', () => {
    const env = { A: '${env:FOO}', B: '${input:bar} ${env:FOO}', C: '$${env:NO}', D: '${E:-d}' };
    const content = JSON.stringify({ mcpServers: { a: { command: 'x', env } } });
    const { servers, problems } = readMcpJson(content, {});
    expect(servers[0]?.endpoint).toMatchObject({ kind: 'stdio', env: { A: '${env:FOO}', C: '${env:NO}' } });
    expect(problems.map(({ severity, message }) => [severity, /\$\{[^}]*\}/.exec(message)?.[0]])).toEqual([
      ['warning', '${env:FOO}'],
      ['warning', '${input:bar}'],
    ]);
  });

  it.each([
    [{ includeTools: ['get_*', 'list_apps'], excludeTools: ['get_secret*'] }, ['get_*', 'list_apps'], ['get_secret*']],
    [{ enabled_tools: ['a'], disabled_tools: ['b'], exclude_tools: ['c'] }, ['a'], ['c', 'b']],
    [{ tools: ['*'] }, ['*'], []],
    [{ tools: { include: ['a'], exclude: ['b'] }, enabledTools: ['c'], disabledTools: ['d'] }, ['a'], ['b', 'd']],
    [{ disabledTools: [] }, undefined, []],
    [{ includeTools: null }, undefined, undefined],
  ])('[CFG-16] reads the filters of other clients: %j', (filters, include, exclude) => {
    const { servers, problems } = readMcpJson(JSON.stringify({ mcpServers: { a: { command: 'x', ...filters } } }), {});
    expect(problems).toEqual([]);
    expect(servers[0]?.tools?.include).toEqual(include);
    expect(servers[0]?.tools?.exclude).toEqual(exclude);
  });

  it.each([{ disabledTools: { a: true } }, { includeTools: 7 }, { tools: 'x', excludeTools: ['a'] }])(
    '[INV-5] does not start a server whose filter can not be read: %j',
    (filter) => {
      const { servers } = readMcpJson(JSON.stringify({ mcpServers: { a: { command: 'x', ...filter } } }), {});
      expect(servers[0]?.endpoint.kind).toBe('misconfigured');
    },
  );

  it.each([{ autoApprove: ['search'] }, { alwaysAllow: ['*'] }, { autoApprove: true }])(
    'allows nothing because another client’s file does, and says so: %j',
    (approval) => {
      const entry = { command: 'x', disabledTools: [], ...approval };
      const { problems } = readMcpJson(JSON.stringify({ mcpServers: { a: entry } }), {}, 'my.json');
      expect(problems).toMatchObject([{ severity: 'warning', message: expect.stringMatching(/is not a known key/) }]);
    },
  );
});
