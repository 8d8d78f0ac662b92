// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is the syntax under test
import { describe, expect, it } from 'vitest';
import { readServerEntries } from './server-entries.ts';

describe('readServerEntries', () => {
  it('reads a stdio and an HTTP server with defaults, in the order in which they are written', () => {
    const { servers, problems } = readServerEntries(
      {
        web: { url: 'https://example.org/mcp', headers: { 'X-A': '1' } },
        files: { command: 'node', args: ['a.js', 8080] },
      },
      {},
    );
    const defaults = {
      enabled: true,
      startTimeoutMs: 30_000,
      parallelCalls: false,
      alwaysLoad: false,
    };
    expect(servers).toEqual([
      {
        label: 'web',
        endpoint: { kind: 'http', url: 'https://example.org/mcp', headers: { 'X-A': '1' } },
        ...defaults,
      },
      { label: 'files', endpoint: { kind: 'stdio', command: 'node', args: ['a.js', '8080'], env: {} }, ...defaults },
    ]);
    expect(problems).toEqual([]);
  });

  it('reads every option, from texts too', () => {
    const entry = {
      command: '${RUN}',
      env: { PORT: 1, __proto__x: 'y' },
      cwd: '${DIR:-/tmp}',
      enabled: 'on',
      start_timeout: '${WAIT:-2.5}',
      call_timeout: 9,
      supports_parallel_tool_calls: 'true',
      always_load: ['a'],
    };
    expect(readServerEntries({ s: entry }, { RUN: 'run' }).servers[0]).toEqual({
      label: 's',
      endpoint: { kind: 'stdio', command: 'run', args: [], env: { PORT: '1', __proto__x: 'y' }, cwd: '/tmp' },
      enabled: true,
      startTimeoutMs: 2500,
      callTimeoutMs: 9000,
      parallelCalls: true,
      alwaysLoad: ['a'],
    });
  });

  it.each(['off', 'false', 'no', false])('takes %j as off', (enabled) => {
    expect(readServerEntries({ s: { command: 'x', enabled } }, {}).servers[0]?.enabled).toBe(false);
  });

  it('[CFG-06] an unset variable makes its own server misconfigured by name, and no other', () => {
    const { servers, problems } = readServerEntries(
      {
        first: { url: 'https://example.org/mcp', headers: { Authorization: 'Bearer ${UNSET_TOKEN}' } },
        second: { command: 'node' },
      },
      {},
    );
    expect(servers[0]?.endpoint).toEqual({
      kind: 'misconfigured',
      reason: expect.stringContaining('UNSET_TOKEN'),
      remedy: expect.stringContaining('UNSET_TOKEN'),
    });
    expect(servers[1]?.endpoint.kind).toBe('stdio');
    expect(problems).toEqual([
      {
        label: 'first',
        path: 'mcp_servers.first.headers',
        message: expect.stringContaining('UNSET_TOKEN'),
        remedy: expect.stringContaining('UNSET_TOKEN'),
        severity: 'error',
      },
    ]);
  });

  it('does not start itself as its own server, but a gateway over another configuration', () => {
    const own = { command: 'npx', args: ['-y', 'callslip@0.1.0', 'serve'] };
    const { servers, problems } = readServerEntries(
      {
        own,
        built: { command: 'node', args: ['/srv/callslip/dist/cli/main.js', 'serve'] },
        team: { ...own, args: [...own.args, '--config=team.yaml'] },
        theirs: { ...own, env: { CALLSLIP_HOME: '/srv/theirs' } },
      },
      {},
    );
    expect(servers.map(({ endpoint }) => endpoint.kind)).toEqual(['misconfigured', 'misconfigured', 'stdio', 'stdio']);
    expect(problems.map(({ message }) => message)).toEqual([
      'mcp_servers.own is Callslip itself, which would start itself without end',
      'mcp_servers.built is Callslip itself, which would start itself without end',
    ]);
  });

  it('does not mind what a server that is switched off lacks', () => {
    const { servers, problems } = readServerEntries({ s: { command: '${UNSET}', enabled: false } }, {});
    expect(servers[0]?.enabled).toBe(false);
    expect(problems.map(({ severity }) => severity)).toEqual(['warning']);
  });

  it('names an unknown key and ignores it', () => {
    const { servers, problems } = readServerEntries({ s: { command: 'x', comand: 'y' } }, {});
    expect(servers[0]?.endpoint.kind).toBe('stdio');
    expect(problems).toMatchObject([{ label: 's', path: 'mcp_servers.s.comand', severity: 'warning' }]);
  });

  it('falls back on the default of an option that can not be used, naming key, value and what is used', () => {
    const { servers, problems } = readServerEntries({ s: { command: 'x', start_timeout: -1, always_load: 7 } }, {});
    expect(servers[0]).toMatchObject({ startTimeoutMs: 30_000, alwaysLoad: false });
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(/start_timeout.*-1.*30/),
      expect.stringMatching(/always_load.*7.*false/),
    ]);
  });

  it.each([
    ['a list', []],
    ['a text', 'x'],
    ['neither command nor url', {}],
    ['both', { command: 'x', url: 'https://example.org' }],
    ['arguments that are no list', { command: 'x', args: 'a b' }],
    ['an empty command', { command: '' }],
    ['an address of another kind', { url: 'file:///etc/passwd' }],
    ['an address with a password', { url: 'https://user:pass@example.org/mcp' }],
    ['a header that HTTP does not allow', { url: 'https://example.org', headers: { 'a b': 'c' } }],
    ['a header value with a line break', { url: 'https://example.org', headers: { a: 'b\nc' } }],
  ])('makes a server misconfigured that is %s, and no other', (_what, entry) => {
    const { servers, problems } = readServerEntries({ bad: entry, good: { command: 'x' } }, {});
    expect(servers.map(({ endpoint }) => endpoint.kind)).toEqual(['misconfigured', 'stdio']);
    expect(problems.filter(({ severity }) => severity === 'error').map(({ label }) => label)).toEqual(['bad']);
  });

  it.each([
    [{ type: 'stdio', url: 'https://example.org' }, 'http'],
    [{ type: 'http', command: 'x' }, 'stdio'],
    [{ type: 'sse', command: 'x' }, 'stdio'],
  ])('says of %j that its type does not fit what is there, which counts', (entry, kind) => {
    const { servers, problems } = readServerEntries({ s: entry }, {});
    expect(servers[0]?.endpoint.kind).toBe(kind);
    expect(problems).toMatchObject([{ path: 'mcp_servers.s.type', severity: 'warning' }]);
    expect(problems[0]?.message).toContain(entry.type);
  });

  it('[CFG-14] names the scheme of an address that is of another kind', () => {
    const entry = { type: 'http', url: 'wss://a.test/mcp?key=hunter2' };
    const { servers, problems } = readServerEntries({ s: entry }, {});
    expect(servers[0]?.endpoint.kind).toBe('misconfigured');
    expect(problems).toMatchObject([{ path: 'mcp_servers.s.url', message: expect.stringContaining('wss://') }]);
    expect(JSON.stringify(problems)).not.toContain('hunter2');
  });

  it('says of the variables of other clients that they are not filled in here', () => {
    const entry = { command: 'x', env: { A: '${env:FOO}', B: '$${env:NO}', C: '${D:-d}' } };
    const { servers, problems } = readServerEntries({ s: entry }, {});
    expect(servers[0]?.endpoint).toMatchObject({ kind: 'stdio', env: { A: '${env:FOO}', B: '${env:NO}' } });
    expect(problems).toMatchObject([{ severity: 'warning', message: expect.stringContaining('${env:FOO}') }]);
  });

  it('never shows a value of env or headers', () => {
    const { problems } = readServerEntries({ s: { command: 'x', env: { KEY: ['hunter2'] } } }, {});
    expect(JSON.stringify(problems)).not.toContain('hunter2');
    expect(problems[0]?.message).toContain('mcp_servers.s.env.KEY');
  });

  it('takes nothing as no servers, and says what is wrong with anything but a mapping', () => {
    expect(readServerEntries(undefined, {})).toEqual({ servers: [], problems: [] });
    expect(readServerEntries(null, {})).toEqual({ servers: [], problems: [] });
    expect(readServerEntries(['x'], {}).problems).toMatchObject([
      { label: '', path: 'mcp_servers', severity: 'error' },
    ]);
  });

  it.each([
    [{ command: '' }, 's.command must not be empty', 'npx'],
    [{ command: ['x'] }, 's.command must be a text', 'npx'],
    [{ command: 'x', args: 'a b' }, 's.args must be a list', 'args: ['],
    [{ command: 'x', args: [{}] }, 's.args.0 must be a text, a number or a boolean', 'args: ['],
    [{ command: 'x', env: 'A=1' }, 's.env must be a mapping', 'env: {'],
  ])('says of %j in plain words what is wrong and how it is written', (entry, message, remedy) => {
    const { problems } = readServerEntries({ s: entry }, {});
    expect(problems).toMatchObject([{ message: `mcp_servers.${message}`, remedy: expect.stringContaining(remedy) }]);
  });

  it('tells nothing of what a variable holds when its key falls back', () => {
    const entry = { command: 'x', start_timeout: '${SECVAR}' };
    const { servers, problems } = readServerEntries({ s: entry }, { SECVAR: 'SECRETVAR1' });
    expect(problems).toHaveLength(1);
    expect(JSON.stringify(problems)).not.toContain('SECRETVAR1');
    expect(servers[0]?.secrets).toEqual(['SECRETVAR1']);
  });

  it('keeps what variables filled in as secrets, but no default, nothing short and no folder of the user', () => {
    const entry = { command: '${RUN}', args: ['${HOME}/x', '${SHORT}', '${NONE:-default-value}'] };
    const { servers } = readServerEntries({ s: entry }, { RUN: 'secret-run', HOME: '/home/me', SHORT: '12345' });
    expect(servers[0]?.secrets).toEqual(['secret-run']);
  });

  it.each(['', '  '])('does not start a server whose name is %j', (label) => {
    const { servers, problems } = readServerEntries({ [label]: { command: 'x' }, good: { command: 'x' } }, {});
    expect(servers.map((server) => server.label)).toEqual(['good']);
    expect(problems).toMatchObject([{ path: `mcp_servers.${JSON.stringify(label)}`, severity: 'error' }]);
  });

  it('takes odd labels and keys as plain texts', () => {
    const value = JSON.parse(
      '{"__proto__": {"command": "x", "__proto__": {"enabled": false}}, "constructor": {"command": "y"}}',
    );
    const { servers } = readServerEntries(value, {});
    expect(servers.map(({ label, enabled }) => [label, enabled])).toEqual([
      ['__proto__', true],
      ['constructor', true],
    ]);
  });

  it('reads what is taken of a server and how it is shown', () => {
    const tools = {
      include: 'get_*',
      exclude: ['get_secret*'],
      override: {
        get_a: { name: 'fetch_a', description: 'D', hide: { token: '${SECVAR}', debug: null, page: 1 } },
        get_b: { hide: ['debug'] },
        get_c: { hide: 'debug' },
      },
    };
    const entry = { command: 'x', tools, max_parallel_calls: '2', max_call_timeout: 90 };
    const { servers, problems } = readServerEntries({ s: entry }, { SECVAR: 'hunter22' });
    expect(problems).toEqual([]);
    expect(servers[0]).toMatchObject({ maxParallelCalls: 2, maxCallTimeoutMs: 90_000, secrets: ['hunter22'] });
    expect(servers[0]?.tools).toEqual({
      include: ['get_*'],
      exclude: ['get_secret*'],
      override: {
        get_a: { name: 'fetch_a', description: 'D', hide: { token: 'hunter22', debug: undefined, page: 1 } },
        get_b: { hide: { debug: undefined } },
        get_c: { hide: { debug: undefined } },
      },
    });
  });

  it.each([
    [7, 'tools must be a mapping'],
    [['get_*'], 'tools must be a mapping'],
    [{ exclude: 7 }, 'tools.exclude must be a list of texts, none of them empty'],
    [{ include: [''] }, 'tools.include.0 must not be empty'],
    [{ exlude: ['x'] }, 'tools has the unknown key "exlude"'],
    [{ override: ['x'] }, 'tools.override must be a mapping'],
    [{ override: { a: { hid: ['x'] } } }, 'tools.override.a has the unknown key "hid"'],
    [
      { override: { a: { hide: [7] } } },
      'tools.override.a.hide must be a list of names, or a mapping of names to values',
    ],
    [{ override: { a: { description: 7 } } }, 'tools.override.a.description must be a text'],
    [{ override: { a: { access: 'reed' } } }, 'tools.override.a.access must be read or write or destructive'],
  ])('[INV-5] does not start a server that might offer what %j was to leave out', (tools, message) => {
    const { servers, problems } = readServerEntries({ s: { command: 'x', tools } }, {});
    expect(servers[0]?.endpoint.kind).toBe('misconfigured');
    expect(problems).toMatchObject([
      { severity: 'error', message: `mcp_servers.s.${message}`, remedy: expect.stringContaining('tools: {') },
    ]);
  });

  it.each(['', 'a b', 'x'.repeat(65), 'tool_call', 'tool_call_write'])(
    'names %j as no name for a tool, which keeps its own',
    (name) => {
      const tools = { override: { a: { name, description: 'D' }, b: { name: 'fine' } } };
      const { servers, problems } = readServerEntries({ s: { command: 'x', tools } }, {});
      expect(servers[0]?.endpoint.kind).toBe('stdio');
      expect(servers[0]?.tools?.override).toEqual({
        a: { description: 'D', hide: {} },
        b: { name: 'fine', hide: {} },
      });
      expect(problems).toMatchObject([{ severity: 'warning', path: 'mcp_servers.s.tools.override.a.name' }]);
    },
  );
});
