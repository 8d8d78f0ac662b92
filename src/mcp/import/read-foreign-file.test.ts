// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is the syntax under test
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { type ForeignFileOptions, readForeignFile } from './read-foreign-file.ts';

/** A file with one server, `a`, in the form that no one client owns. */
function readOne(entry: unknown, options: Partial<ForeignFileOptions> = {}, more: JsonObject = {}) {
  const text = JSON.stringify({ mcpServers: { a: entry }, ...more });
  const [server] = readForeignFile(text, { file: 'f.json', ...options }).servers;
  if (server === undefined) throw new Error('no server');
  return server;
}

/** The ends of the remarks' paths, by severity. */
function told({ remarks }: ReturnType<typeof readOne>) {
  return remarks.map(({ severity, path }) => [severity, path.replace(/^f\.json: (?:mcpServers|servers)\./, '')]);
}

describe('a foreign entry', () => {
  it.each([
    ['{"mcpServers":{"a":{"command":"foo","args":["x",],},},}'],
    ['// note\n{"mcpServers":{"a":{"command":"foo", // note\n"args":["x"]}}}\n// note'],
    ['\uFEFF{"a": {"command": "foo", "args": ["x"]}}'],
    ['{"servers": {"a": {"command": "foo", "args": ["x"]}}}'],
  ])('[CFG-02] is read from %j', (text) => {
    const { servers, remarks } = readForeignFile(text, { file: 'f.json' });
    expect(servers).toMatchObject([{ label: 'a', entry: { command: 'foo', args: ['x'] }, remarks: [] }]);
    expect(remarks).toEqual([]);
  });

  it.each([
    {
      transport: { type: 'http', url: 'http://127.0.0.1:8002', headers: { 'x-mcp-token': '${MCP_TOKEN}' } },
    },
    {
      type: 'streamable-http',
      transport: { url: 'http://127.0.0.1:8002' },
      headers: { 'x-mcp-token': '${env:MCP_TOKEN}' },
    },
  ])('[CFG-04] has its nested transport understood in full: %j', (entry) => {
    const server = readOne(entry);
    expect(server.entry).toEqual({
      type: 'http',
      url: 'http://127.0.0.1:8002',
      headers: { 'x-mcp-token': '${MCP_TOKEN}' },
    });
    expect(server.remarks).toEqual([]);
  });

  it('[CFG-04] has what nobody knows in a nested transport told with its path', () => {
    const server = readOne({ transport: { type: 'http', url: 'http://a.example', reconnect: true } });
    expect(told(server)).toEqual([['warning', 'a.transport.reconnect']]);
  });

  it.each([
    'http',
    'streamable-http',
    'streamable_http',
    'streamableHttp',
    'streamableHTTP',
    'streamablehttp',
    'http-stream',
  ])('[CFG-12] [CFG-14] is reached over Streamable HTTP when it says %s, wherever it says so', (word) => {
    const expected = { url: 'https://a.test/mcp', type: 'http' };
    for (const key of ['type', 'transport', 'transportType']) {
      expect(readOne({ url: 'https://a.test/mcp', [key]: word }).entry).toEqual(expected);
    }
    expect(readOne({ transport: { type: word, url: 'https://a.test/mcp' } }).entry).toEqual(expected);
  });

  it('[CFG-12] is reached over SSE, as a program, or in whichever way works, when it says so', () => {
    expect(readOne({ url: 'https://a.test', type: 'SSE' }).entry).toEqual({ url: 'https://a.test', type: 'sse' });
    expect(readOne({ url: 'https://a.test', type: 'remote' }).entry).toEqual({ url: 'https://a.test' });
    for (const type of ['stdio', 'local']) expect(readOne({ command: 'x', type }).entry).toEqual({ command: 'x' });
    expect(told(readOne({ url: 'https://a.test', type: 'stdio' }))).toEqual([['warning', 'a.type']]);
  });

  it.each([
    [{ type: 'http', url: 'wss://a.test/mcp' }, 'a.url', 'wss://'],
    [{ url: 'ws://a.test/mcp' }, 'a.url', 'ws://'],
    [{ url: 'a.test/mcp' }, 'a.url', 'not an http'],
    [{ type: 'ws', url: 'https://a.test' }, 'a.type', '"ws"'],
    [{ type: 7, command: 'x' }, 'a.type', '7'],
    [{ startup_timeout_sec: 60 }, 'a', 'neither a command nor a url'],
    [{ command: 'x', url: 'https://a.test' }, 'a', 'both'],
    [{ command: 7 }, 'a.command', 'a text'],
    [{ command: [] }, 'a.command', 'a text'],
    [{ command: 'x', args: 'y z' }, 'a.args', 'a list'],
    [{ command: 'x', environment: ['A=1'] }, 'a.environment', 'a mapping'],
    [{ command: 'x', env: { A: '1' }, environment: 5 }, 'a.environment', 'a mapping'],
    [{ command: 'x', env: { A: '1' }, environment: { B: [] } }, 'a.environment.B', 'a text'],
    [{ command: ['npx', {}] }, 'a.command.1', 'a text'],
    [{ command: ['npx', '-y'], args: ['srv', null] }, 'a.args.1', 'a text'],
    [{ command: ['npx'], args: 'srv' }, 'a.args', 'a list'],
    [{ command: { path: 5 } }, 'a.command.path', 'a text'],
    [{ serverUrl: 'ws://a.test' }, 'a.serverUrl', 'ws://'],
    [{ transport: { type: 'http', url: 5 } }, 'a.transport.url', 'a text'],
    [{ command: 'x', tools: { exclude: ['a'] }, disabledTools: [5] }, 'a.disabledTools', 'a list'],
    [{ command: 'x\0y' }, 'a.command', 'NUL'],
    [{ cmd: 'x', args: ['a', 'b\0c'] }, 'a.args.1', 'NUL'],
    [{ command: 'x', envs: { A: '\0' } }, 'a.envs.A', 'NUL'],
    [{ command: 'x', env: { 'A\0': '' } }, 'a.env.A\\u0000', 'NUL'],
    [{ command: 'x', cwd: '\0' }, 'a.cwd', 'NUL'],
    [{ command: 'x', environment: { A: '${file:/key}' } }, 'a.environment', '${file:…}'],
    ['npx -y server', 'a', 'a mapping'],
    [null, 'a', 'a mapping'],
  ])('[CFG-10] [CFG-14] costs only itself when it is %j', (entry, place, words) => {
    const text = JSON.stringify({ mcpServers: { a: entry, good: { command: 'x' } } });
    const [server, good] = readForeignFile(text, { file: 'f.json' }).servers;
    expect(server?.entry).toBeUndefined();
    const error = server?.remarks.find(({ severity }) => severity === 'error');
    expect(error?.path).toBe(`f.json: mcpServers.${place}`);
    expect(error?.message).toContain(words);
    expect(good).toMatchObject({ entry: { command: 'x' }, remarks: [] });
  });

  it('[CFG-22] has its command as a list split, another name of env, and the word that keeps it off', () => {
    const entry = { type: 'local', command: ['npx', '-y', 'srv'], environment: { A: '{env:A}' }, enabled: false };
    expect(readOne(entry)).toMatchObject({
      entry: { command: 'npx', args: ['-y', 'srv'], env: { A: '${A}' }, enabled: false },
      remarks: [],
    });
  });

  it('takes the arguments behind a command, then those that stand by themselves', () => {
    for (const key of ['command', 'cmd']) {
      const { entry } = readOne({ [key]: ['npx', '-y'], args: ['srv'] });
      expect(entry).toEqual({ command: 'npx', args: ['-y', 'srv'] });
    }
    const nested = { path: 'npx', args: ['-y'], env: { A: '1' } };
    expect(readOne({ command: nested, args: ['srv'], env: { B: '2' } }).entry).toEqual({
      command: 'npx',
      args: ['-y', 'srv'],
      env: { A: '1', B: '2' },
    });
  });

  it.each([
    ['npx -y server', {}, true],
    ['npx -y server', { args: ['x'] }, false],
    ['/Applications/My Tool.app/run', {}, false],
    ['C:\\Program Files\\tool.exe', {}, false],
    ['npx', {}, false],
  ])('is not split when its command is %j, but told where that looks like a line', (command, more, isTold) => {
    const server = readOne({ command, ...more });
    expect(server.entry).toMatchObject({ command });
    expect(told(server)).toEqual(isTold ? [['warning', 'a.command']] : []);
  });

  it.each([
    [{ disabled: true }, false],
    [{ disabled: 'false' }, true],
    [{ disabled: true, enabled: true }, false],
    [{ disabled: false, enabled: false }, false],
    [{ isActive: false }, false],
    [{}, undefined],
  ])('is on or off as %j says', (keys, enabled) => {
    expect(readOne({ command: 'x', ...keys }).entry?.['enabled']).toBe(enabled);
  });

  it('[INV-5] stays off when what would switch it off can not be read', () => {
    const server = readOne({ command: 'x', disabled: 'perhaps' });
    expect(server.entry).toEqual({ command: 'x', enabled: false });
    expect(told(server)).toEqual([['warning', 'a.disabled']]);
  });

  it('that is switched off needs nothing', () => {
    const server = readOne({ disabled: true, env: { A: '${command:b}' } });
    expect(server.entry).toEqual({ env: { A: '${command:b}' }, enabled: false });
    expect(told(server)).toEqual([['warning', 'a.env']]);
  });

  it.each([
    [{ includeTools: ['get_*', 'list_apps'], excludeTools: ['get_secret*'] }, ['get_*', 'list_apps'], ['get_secret*']],
    [{ enabled_tools: ['a'], disabled_tools: ['b'], exclude_tools: ['c'] }, ['a'], ['b', 'c']],
    [{ tools: ['*'] }, ['*'], undefined],
    [{ tools: { include: ['a'], exclude: ['b'] }, disabledTools: ['d'] }, ['a'], ['b', 'd']],
    [{ disabledTools: [] }, undefined, []],
    [{ includeTools: null }, undefined, undefined],
  ])('[CFG-16] has the filters of other clients as tools: %j', (filters, include, exclude) => {
    const server = readOne({ command: 'x', ...filters });
    const tools = server.entry?.['tools'] as JsonObject | undefined;
    expect([tools?.['include'], tools?.['exclude']]).toEqual([include, exclude]);
    expect(server.remarks).toEqual([]);
  });

  it.each([{ disabledTools: { a: true } }, { includeTools: 7 }, { tools: 'x', excludeTools: ['a'] }])(
    '[INV-5] can not be used when its filter can not be read: %j',
    (filter) => expect(readOne({ command: 'x', ...filter }).entry).toBeUndefined(),
  );

  it('is told of where it says two things of one', () => {
    const server = readOne({ url: 'https://a.test', serverUrl: 'https://b.test', tools: ['a'], includeTools: ['b'] });
    expect(server.entry).toEqual({ url: 'https://a.test', tools: { include: ['a'] } });
    expect(told(server)).toEqual([
      ['warning', 'a.serverUrl'],
      ['warning', 'a.includeTools'],
    ]);
    expect(readOne({ url: 'https://a.test', uri: 'https://a.test' }).remarks).toEqual([]);
  });

  it.each([
    [{ autoApprove: ['search'], disabledTools: [] }, ['search'], 'note'],
    [{ alwaysAllow: ['*'] }, ['*'], 'warning'],
    [{ autoApprove: true }, ['*'], 'warning'],
    [{ trust: true }, ['*'], 'warning'],
    [{ autoApprove: 'always' }, ['*'], 'warning'],
    [{ autoApprove: 'true' }, ['*'], 'warning'],
    [{ autoApprove: 'no' }, [], undefined],
    [{ autoApprove: { search: true, wipe: false, list: 'allow' } }, ['search', 'list'], 'note'],
    [{ autoApprove: 'search' }, ['search'], 'note'],
    [{ autoApprove: [] }, [], undefined],
    [{ trust: false }, [], undefined],
    [{ autoApprove: 'prompt' }, [], undefined],
    [{ autoApprove: 7 }, [], 'warning'],
    [{ autoApprove: 1 }, ['*'], 'warning'],
    [{ autoApprove: ['search', 7] }, [], 'warning'],
    [{ autoApprove: { search: true, list: [] } }, [], 'warning'],
    [{ autoApprove: '**' }, ['*'], 'warning'],
    [{ autoApprove: ['**'] }, ['*'], 'warning'],
    [{ autoApprove: { '*': 'allow' } }, ['*'], 'warning'],
  ])('[CFG-18] has what runs without asking shown, and honoured nowhere: %j', (keys, approved, severity) => {
    const server = readOne({ command: 'x', ...keys });
    expect(server.approved).toEqual(approved);
    expect(server.remarks.map((remark) => remark.severity)).toEqual(severity === undefined ? [] : [severity]);
    const { tools: _tools, ...entry } = server.entry ?? {};
    expect(entry).toEqual({ command: 'x' });
  });

  it('shows no name of a tool that could mislead, or fill the screen', () => {
    const [remark] = readOne({ command: 'x', autoApprove: ['a\u202eb', 'c'.repeat(300)] }).remarks;
    expect(remark?.message).toMatch(/ lets a\\u202eb, c+… run /);
    expect(remark?.message.length).toBeLessThan(400);
  });

  it('keeps the keys of mcp_servers, and says what it does not know, what is lost, and nothing of the rest', () => {
    const entry = {
      command: 'x',
      start_timeout: 60,
      lazy: true,
      description: 'D',
      name: 'N',
      envFile: '.env',
      timeout: 9,
    };
    const server = readOne(entry);
    expect(server.entry).toEqual({ command: 'x', start_timeout: 60, lazy: true });
    expect(told(server)).toEqual([
      ['warning', 'a.envFile'],
      ['warning', 'a.timeout'],
    ]);
  });

  it('is told once of a value that falls back, and is without it', () => {
    const server = readOne({ command: 'x', start_timeout: -1, isActive: 'perhaps' });
    expect(server.entry).toEqual({ command: 'x' });
    expect(told(server)).toEqual([
      ['warning', 'a.start_timeout'],
      ['warning', 'a.isActive'],
    ]);
  });

  it('[CFG-18] has no key of ours by which more would run without asking: that is for our own configuration', () => {
    const override = { wipe: { access: 'read', name: 'mcp__files__read' } };
    const server = readOne({ command: 'x', trust_annotations: true, tools: { include: ['wipe'], override } });
    expect(server.entry).toEqual({ command: 'x', tools: { include: ['wipe'] } });
    expect(told(server)).toEqual([
      ['warning', 'a.trust_annotations'],
      ['warning', 'a.tools.override'],
    ]);
  });

  it('may say what only costs: which tools are always listed, and which calls run side by side', () => {
    const entry = { command: 'x', supports_parallel_tool_calls: true, always_load: ['search'], lazy: true };
    expect(readOne(entry)).toMatchObject({ entry, remarks: [] });
  });

  it('shows no value that may be a secret where another was to stand', () => {
    const secret = { Authorization: 'Bearer s3cr3t' };
    const entry = { command: 'x', type: secret, always_load: secret, protocol: [secret], lazy: secret };
    expect(JSON.stringify(readOne(entry).remarks)).not.toContain('s3cr3t');
  });

  it('keeps what can not be used while it is off, so that it is missed when it is switched on', () => {
    const { entry, remarks } = readOne({ command: 'x', environment: 5, disabled: true });
    expect([entry, remarks.map(({ severity }) => severity)]).toEqual([
      { command: 'x', env: 5, enabled: false },
      ['warning'],
    ]);
  });

  it('may have variables anywhere: whether they fit is seen when they are filled in', () => {
    const entry = { url: '${HOST}:${PORT}/mcp', headers: { A: '${B}' }, start_timeout: '${WAIT}', enabled: '${ON}' };
    expect(readOne(entry)).toMatchObject({ entry, remarks: [] });
  });
});

describe('variables of a foreign entry', () => {
  const folders = { places: { userFolder: '/home/me' }, projectFolder: '/home/me/shop' };

  it('become ours, and folders are written out', () => {
    const args = [
      '${env:A}',
      '${userHome}/x',
      '${workspaceFolder}${/}${workspaceFolderBasename}',
      '$${env:A}',
      '${B:-c}',
    ];
    expect(readOne({ command: 'x', args }, folders)).toMatchObject({
      entry: { args: ['${A}', '/home/me/x', '/home/me/shop/shop', '$${env:A}', '${B:-c}'] },
      remarks: [],
    });
  });

  it.each([
    ['${workspaceFolder}/x', '${workspaceFolder}'],
    ['${command:pick.one}', '${command:…}'],
    ['{file:/run/secret}', '{file:…}'],
    ['${user_config.key}', '${user_config.…}'],
  ])('make the entry unusable when only the client knows them: %s', (text, form) => {
    const server = readOne({ command: 'x', args: [text] });
    expect(server.entry).toBeUndefined();
    expect(server.remarks).toMatchObject([{ severity: 'error', path: 'f.json: mcpServers.a.args' }]);
    expect(server.remarks[0]?.message).toContain(form);
  });

  it('that a client asks for are listed with what they are, and never share a name', () => {
    const inputs = [
      { id: 'api-key', description: 'The key', password: true },
      { id: 'api-key', description: 'The key, once more' },
      { id: 'api_key', description: 'Another' },
      { id: 'unused' },
    ];
    const env = { A: '${input:api-key}', B: '${input:api_key}', C: '${input:7}', D: '${input:api-key}' };
    const server = readOne({ command: 'x', env }, {}, { inputs });
    expect(server.entry).toEqual({
      command: 'x',
      env: { A: '${API_KEY}', B: '${API_KEY_2}', C: '${_7}', D: '${API_KEY}' },
    });
    expect(server.asked).toEqual([
      { name: 'API_KEY', description: 'The key' },
      { name: 'API_KEY_2', description: 'Another' },
      { name: '_7', description: '' },
    ]);
  });
});

describe('a foreign file', () => {
  it('that can not be read says where, and nothing of what is in it', () => {
    const { servers, remarks } = readForeignFile('{"mcpServers":\n {"a": s3cr3t}}', { file: 'f.json' });
    expect(servers).toEqual([]);
    expect(remarks).toMatchObject([{ severity: 'error', message: expect.stringMatching(/^f\.json:2:\d+ /) }]);
    expect(JSON.stringify(remarks)).not.toContain('s3cr3t');
  });

  it.each(['[]', '{"mcpServers": []}', '{"mcpServers": "x"}'])(
    'has no list of servers in %s, which is an error',
    (text) => {
      const { servers, remarks } = readForeignFile(text, { file: 'f.json' });
      expect(servers).toEqual([]);
      expect(remarks).toMatchObject([{ severity: 'error' }]);
    },
  );

  it('without servers is worth a note', () => {
    const { remarks } = readForeignFile('{"theme": "dark"}', { file: 'f.json' });
    expect(remarks).toMatchObject([{ severity: 'note', message: 'f.json has no "mcpServers"' }]);
  });

  it('is no list of servers itself while anything else is in it', () => {
    const text = '{"a": {"command": "x"}, "theme": {"name": "dark"}}';
    expect(readForeignFile(text, { file: 'f.json' })).toMatchObject({ servers: [], remarks: [{ severity: 'note' }] });
  });

  it('says which label is written twice, in one list or in two, and which has none', () => {
    const text =
      '{"mcpServers": {"a": {"command": "x"}, "": {}, "a": {"command": "y"}, "b": {"command": "b"}}, "servers": {"b": {"command": "z"}}}';
    const { servers, remarks } = readForeignFile(text, { file: 'f.json' });
    expect(servers.map(({ label, entry }) => [label, entry?.['command']])).toEqual([
      ['a', 'y'],
      ['b', 'b'],
    ]);
    expect(remarks.map(({ severity, path }) => [severity, path])).toEqual([
      ['warning', 'f.json: mcpServers'],
      ['warning', 'f.json: mcpServers.a'],
      ['warning', 'f.json: servers.b'],
    ]);
  });

  it('costs no server because another list of it can not be read', () => {
    const { servers, remarks } = readForeignFile('{"mcpServers": {"a": {"command": "x"}}, "servers": 3}', {
      file: 'f',
    });
    expect(servers).toHaveLength(1);
    expect(remarks).toMatchObject([{ severity: 'warning', path: 'f: servers' }]);
  });

  it('is one line in every remark, whatever its labels and keys are', () => {
    const odd = 'a\u001b[31m\n\r\u2028\u202e\u0000\ud800';
    const entry = { command: 'x', [odd]: 1, env: { [odd]: [] }, type: odd, autoApprove: [odd] };
    const text = JSON.stringify({ mcpServers: { [odd]: entry, [`${odd}2`]: 5, ['b'.repeat(10_000)]: { [odd]: 1 } } });
    const doubled = text.replace('}}', `}, ${JSON.stringify(`${odd}2`)}: {"command": 5}}`);
    const file = readForeignFile(doubled, { file: 'f' });
    const remarks = [...file.remarks, ...file.servers.flatMap((server) => server.remarks)];
    expect(remarks.length).toBeGreaterThan(5);
    for (const { path, message } of remarks) {
      expect(path + message).toMatch(/^[\x20-\x7e\ufffd…\ud800]*$/);
      expect(message.length).toBeLessThan(500);
    }
  });

  it('that asks for thousands of values with one name is read in no time', () => {
    const inputs = Array.from({ length: 10_000 }, (_, index) => ({ id: String.fromCodePoint(0x4e00 + index) }));
    const servers = { a: { command: 'x', args: [`\${input:${inputs.at(-1)?.id}}`] } };
    const [server] = readForeignFile(JSON.stringify({ inputs, servers }), { file: 'f.json' }).servers;
    expect(server?.asked).toEqual([{ name: '__10000', description: '' }]);
  });
});
