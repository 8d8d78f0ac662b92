// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is the syntax under test
import { describe, expect, it } from 'vitest';
import { readMcpJson } from './mcp-json.ts';

describe('readMcpJson', () => {
  it('[CFG-02] reads servers with comments, trailing commas and a byte order mark', () => {
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

  it('[CFG-10] reads any client’s file, by its name', () => {
    const toml = '[mcp_servers.apps]\nstartup_timeout_sec = 60\n[mcp_servers.good]\ncommand = "x"\n';
    const { servers, problems } = readMcpJson(toml, {}, '/home/me/.codex/config.toml');
    expect(servers.map(({ label, endpoint }) => [label, endpoint.kind])).toEqual([
      ['apps', 'misconfigured'],
      ['good', 'stdio'],
    ]);
    expect(problems).toMatchObject([
      { label: 'apps', path: '/home/me/.codex/config.toml: mcp_servers.apps', severity: 'error' },
    ]);
  });

  it('shows a server that only its client can run as switched off, with the reason', () => {
    const content = JSON.stringify({ mcpServers: { a: { url: 'https://a.test', auth: { CLIENT_ID: 'x' } } } });
    const { servers, problems } = readMcpJson(content, {}, '/home/me/.cursor/mcp.json');
    expect(servers).toMatchObject([
      {
        label: 'a',
        enabled: false,
        offBecause: { reason: expect.stringContaining('signs in'), remedy: 'use it in Cursor' },
      },
    ]);
    expect(problems).toMatchObject([{ label: 'a', severity: 'warning', remedy: 'use it in Cursor' }]);
  });

  it('says under which key of the file the variable stands that nobody has set', () => {
    const toml =
      '[mcp_servers.a]\nurl = "https://a.test"\nhttp_headers = { A = "1" }\nbearer_token_env_var = "TOKEN"\n';
    const { servers, problems } = readMcpJson(toml, {}, '/home/me/.codex/config.toml');
    const path = '/home/me/.codex/config.toml: mcp_servers.a.bearer_token_env_var';
    expect(problems).toMatchObject([{ path, message: `${path} needs the variable TOKEN, which is not set` }]);
    expect(servers[0]?.endpoint).toMatchObject({ kind: 'misconfigured', reason: problems[0]?.message });
  });

  it('leaves out what is a part of its client, without a word', () => {
    const { servers, problems } = readMcpJson('extensions: {a: {type: builtin}, b: {cmd: x}}', {}, 'goose/config.yaml');
    expect(servers.map(({ label }) => label)).toEqual(['b']);
    expect(problems).toEqual([]);
  });

  it('leaves out the entry under which the client starts us, or we would start ourselves without end', () => {
    const servers = { callslip: { command: 'npx' }, tools: { command: 'npx', args: ['-y', 'callslip', 'serve'] } };
    const content = JSON.stringify({ mcpServers: { ...servers, b: { command: 'x' } } });
    expect(readMcpJson(content, {})).toMatchObject({ servers: [{ label: 'b' }], problems: [] });
  });

  it.each([
    ['sse', 'sse'],
    ['http', 'http'],
    ['streamableHttp', 'http'],
    ['remote', undefined],
  ])('[CFG-12] takes the type %j of an address', (type, transport) => {
    const content = JSON.stringify({ mcpServers: { a: { type, url: 'https://a.example/x' } } });
    const { servers, problems } = readMcpJson(content, {});
    const expected = { kind: 'http', url: 'https://a.example/x', headers: {}, ...(transport && { transport }) };
    expect(servers[0]?.endpoint).toEqual(expected);
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

  it('expands variables, of other clients too', () => {
    const content = JSON.stringify({
      inputs: [{ id: 'key', description: 'The key' }],
      servers: { a: { command: '${RUN}', args: ['${env:A}', '${B:-b}', '$${C}', '${input:key}'] } },
    });
    const { servers, problems } = readMcpJson(content, { RUN: 'x', A: 'secret-a', KEY: 'secret-key' });
    expect(servers[0]?.endpoint).toMatchObject({ command: 'x', args: ['secret-a', 'b', '${C}', 'secret-key'] });
    expect(servers[0]?.secrets).toEqual(['secret-a', 'secret-key']);
    expect(problems).toEqual([]);
  });

  it('[CFG-06] makes the server misconfigured, and no other, whose variable nobody has set', () => {
    const first = { url: 'https://a.example', headers: { Authorization: 'Bearer ${env:UNSET_TOKEN}' } };
    const content = JSON.stringify({ mcpServers: { first, second: { command: 'x' } } });
    const { servers, problems } = readMcpJson(content, {}, 'my.json');
    expect(servers[0]?.endpoint).toMatchObject({
      kind: 'misconfigured',
      reason: expect.stringContaining('UNSET_TOKEN'),
      remedy: expect.stringContaining('UNSET_TOKEN'),
    });
    expect(servers[1]?.endpoint.kind).toBe('stdio');
    expect(problems).toMatchObject([{ label: 'first', path: 'my.json: mcpServers.first.headers', severity: 'error' }]);
  });

  it('says of each thing once what is wrong with it', () => {
    const { servers, problems } = readMcpJson('{"mcpServers": {"a": {"command": "x", "call_timeout": -1}}}', {}, 'f');
    expect(servers[0]?.endpoint.kind).toBe('stdio');
    expect(problems).toMatchObject([{ label: 'a', path: 'f: mcpServers.a.call_timeout', severity: 'warning' }]);
  });

  it.each([
    ['no JSON', '{"mcpServers":\n {"a": }', /^my\.json:2:8 is not JSON: a value is missing$/],
    ['a text without an end', '{"mcpServers": "', /a text is not closed/],
    ['nothing', '', /mcpServers/],
    ['without servers', '{}', /mcpServers/],
    ['a list', '[]', /must be a mapping/],
    ['nested without end', '['.repeat(200_000), /^my\.json: it nests deeper than 200 levels$/],
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

  it.each([
    [{ includeTools: ['get_*', 'list_apps'], excludeTools: ['get_secret*'] }, ['get_*', 'list_apps'], ['get_secret*']],
    [{ tools: { include: ['a'], exclude: ['b'] }, disabledTools: ['d'] }, ['a'], ['b', 'd']],
  ])('[CFG-16] reads the filters of other clients: %j', (filters, include, exclude) => {
    const { servers, problems } = readMcpJson(JSON.stringify({ mcpServers: { a: { command: 'x', ...filters } } }), {});
    expect(problems).toEqual([]);
    expect(servers[0]?.tools).toMatchObject({ include, exclude });
  });

  it.each([{ disabledTools: { a: true } }, { includeTools: 7 }, { tools: 'x', excludeTools: ['a'] }])(
    '[INV-5] does not start a server whose filter can not be read: %j',
    (filter) => {
      const { servers } = readMcpJson(JSON.stringify({ mcpServers: { a: { command: 'x', ...filter } } }), {});
      expect(servers[0]?.endpoint.kind).toBe('misconfigured');
    },
  );

  it.each([
    [{ autoApprove: ['search'] }, []],
    [{ alwaysAllow: ['*'] }, ['warning']],
    [{ autoApprove: true }, ['warning']],
  ])('[CFG-18] allows nothing because another client’s file does, and says so where that was all: %j', (keys, told) => {
    const entry = { command: 'x', disabledTools: [], ...keys };
    const { servers, problems } = readMcpJson(JSON.stringify({ mcpServers: { a: entry } }), {}, 'my.json');
    expect(servers[0]).toMatchObject({ tools: { exclude: [] }, alwaysLoad: false });
    expect(problems.map(({ severity }) => severity)).toEqual(told);
  });
});
