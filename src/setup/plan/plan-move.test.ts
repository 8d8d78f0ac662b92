// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is the syntax of a configuration
import { fc, it as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import { editDocument, readDocument } from '../../documents/edit-document.ts';
import { expandVariables } from '../../mcp/entries/expand-variables.ts';
import type { Dialect, DialectId, Launch } from '../../mcp/import/dialect.ts';
import { DIALECTS } from '../../mcp/import/dialects.ts';
import { readForeignFile } from '../../mcp/import/read-foreign-file.ts';
import { variablesIn } from '../config/env-file.ts';
import type { ClientFile, MoveOptions, MovePlan, OwnFiles } from './move-plan.ts';
import { planMove } from './plan-move.ts';

const LAUNCH: Launch = { command: '/opt/node', args: ['/opt/callslip/dist/cli/main.js', 'serve'], env: {} };
const OWN: OwnFiles = { configFile: '/h/config.yaml', config: undefined, envFile: '/h/.env', env: undefined };
const dialectOf = (id: DialectId) => DIALECTS.find((dialect) => dialect.id === id) as Dialect;
const FILES: Readonly<Partial<Record<DialectId, string>>> = { codex: 'toml', goose: 'yaml' };

function client(id: DialectId, text: string | undefined): ClientFile {
  const file = `/c/${id}.${FILES[id] ?? 'json'}`;
  return {
    file,
    bytes: text === undefined ? undefined : Buffer.from(text),
    found: readForeignFile(text ?? '', { file, dialect: dialectOf(id) }),
  };
}

const cursor = (servers: JsonObject) => client('cursor', JSON.stringify({ mcpServers: servers }, undefined, 2));
const claude = (servers: JsonObject) => client('claude-code', JSON.stringify({ mcpServers: servers }, undefined, 2));
const own = (config?: string, env?: string): OwnFiles => ({
  ...OWN,
  config: config === undefined ? undefined : Buffer.from(config),
  env: env === undefined ? undefined : Buffer.from(env),
});
const plan = (clients: readonly ClientFile[], more: Partial<MoveOptions> = {}) =>
  planMove({ clients, own: OWN, environment: {}, ...more });
const textOf = ({ changes }: MovePlan, file: string) =>
  changes.find((change) => change.file === file)?.after.toString();
const servers = (moved: MovePlan) => parse(textOf(moved, '/h/config.yaml') ?? '{}').mcp_servers;
const how = ({ moved }: MovePlan) => moved.map((server) => [server.label, server.how, server.ownLabel]);

/** What is there once a plan has been carried out. */
function carriedOut({ changes }: MovePlan, clients: readonly ClientFile[], before: OwnFiles) {
  const bytes = (file: string, old: Buffer | undefined) => changes.find((change) => change.file === file)?.after ?? old;
  return {
    clients: clients.map(({ file, bytes: old, found }) => client(found.dialect.id, bytes(file, old)?.toString())),
    own: { ...before, config: bytes('/h/config.yaml', before.config), env: bytes('/h/.env', before.env) },
  };
}

describe('planMove', () => {
  it('[INV-6] leaves a file whole that can not be changed safely, and does not start its servers twice', () => {
    const goose = client(
      'goose',
      'extensions:\n  one: &one { type: stdio, cmd: x, name: one }\nother: { again: *one }\n',
    );
    const moved = plan([goose, cursor({ two: { command: 'y' } })], { launch: LAUNCH });
    expect(how(moved)).toEqual([['two', 'new', 'two']]);
    expect(Object.keys(servers(moved))).toEqual(['two']);
    expect(moved.changes.map(({ file }) => file)).toEqual(['/h/config.yaml', '/c/cursor.json']);
    expect(moved.remarks).toMatchObject([{ severity: 'error', path: '/c/goose.yaml' }]);
  });

  it('writes servers in the order in which they were found, under a line that says what the file is', () => {
    const moved = plan([
      cursor({
        zeta: { command: 'z', args: ['-y'] },
        alpha: { url: 'https://a.example/mcp', headers: { Authorization: 'Bearer abc' } },
      }),
      claude({ off: { command: 'o', disabled: true } }),
    ]);
    expect(textOf(moved, '/h/config.yaml')).toMatch(
      /^# What Callslip serves.*\nmcp_servers:\n {2}zeta:\n {4}command: z\n/,
    );
    expect(servers(moved)).toEqual({
      zeta: { command: 'z', args: ['-y'] },
      alpha: { url: 'https://a.example/mcp', headers: { Authorization: 'Bearer ${ALPHA_AUTHORIZATION}' } },
      off: { command: 'o', enabled: false },
    });
    expect(textOf(moved, '/h/.env')).toBe('ALPHA_AUTHORIZATION=abc\n');
    expect(moved.changes.map(({ file, isPrivate }) => [file, isPrivate])).toEqual([
      ['/h/.env', true],
      ['/h/config.yaml', true],
    ]);
    expect(moved.moved).toMatchObject([
      { label: 'zeta', how: 'new', enabled: true, variables: [], unset: [] },
      { label: 'alpha', how: 'new', variables: ['ALPHA_AUTHORIZATION'] },
      { label: 'off', how: 'new', enabled: false },
    ]);
  });

  it('keeps comments and layout of our own files', () => {
    const before = own(
      '# mine\nmcp_servers:\n  files: {command: f}   # the first\n\nmodel: {context_length: 8000}\n',
      '# keys\nA=1',
    );
    const moved = plan([cursor({ git: { command: 'g', env: { GIT_TOKEN: 't' } } })], { own: before });
    const text = textOf(moved, '/h/config.yaml') ?? '';
    expect(text).toContain('# mine\nmcp_servers:\n  files: {command: f}   # the first\n');
    expect(text).toContain('\nmodel: {context_length: 8000}\n');
    expect(servers(moved).git).toEqual({ command: 'g', env: { GIT_TOKEN: '${GIT_TOKEN}' } });
    expect(textOf(moved, '/h/.env')).toBe('# keys\nA=1\nGIT_TOKEN=t\n');
    expect(moved.changes.map(({ isPrivate }) => isPrivate)).toEqual([true, false]);
  });

  it('takes a server that is there already for the same, whatever it is written like, and by its values', () => {
    const before = own(
      'mcp_servers:\n  git: {command: g, args: [], env: {GIT_TOKEN: "${MINE}"}, enabled: on}\n',
      'MINE=t\n',
    );
    const same = plan([cursor({ git: { command: 'g', env: { GIT_TOKEN: 't' } } })], { own: before });
    expect([how(same), same.changes]).toEqual([[['git', 'same', 'git']], []]);
    expect(same.moved[0]?.variables).toEqual([]);
    const other = plan([cursor({ git: { command: 'g', env: { GIT_TOKEN: 'u' } } })], { own: before });
    expect(how(other)).toEqual([['git', 'renamed', 'git-cursor']]);
  });

  it('leaves a variable of .env that holds the very secret as it is written', () => {
    const moved = plan([cursor({ a: { command: 'a', env: { TOKEN: 'one' } } })], {
      own: own(undefined, 'TOKEN="one"\n'),
    });
    expect(moved.changes.map(({ file }) => file)).toEqual(['/h/config.yaml']);
    expect(moved.moved).toMatchObject([{ variables: ['TOKEN'], unset: [] }]);
  });

  it('takes the value that our environment gives a variable before that of .env', () => {
    const before = own('mcp_servers:\n  git: {command: g, env: {LEVEL: "${LEVEL}"}}\n', 'LEVEL=file\n');
    const seen = ['file', 'shell'].map((level) =>
      how(
        plan([cursor({ git: { command: 'g', env: { LEVEL: level } } })], {
          own: before,
          environment: { LEVEL: 'shell' },
        }),
      ),
    );
    expect(seen).toEqual([[['git', 'renamed', 'git-cursor']], [['git', 'same', 'git']]]);
  });

  it('finds readable labels for servers whose own is taken or can be none', () => {
    const moved = plan([
      cursor({ git: { command: 'a' }, 'My Server__1': { command: 'm' }, 日本: { command: 'j' } }),
      claude({ git: { command: 'b' } }),
      client('mcp-json', JSON.stringify({ mcpServers: { git: { command: 'c' } } })),
    ]);
    expect(how(moved)).toEqual([
      ['git', 'new', 'git'],
      ['My Server__1', 'renamed', 'My-Server_1'],
      ['日本', 'renamed', 'server'],
      ['git', 'renamed', 'git-claude-code'],
      ['git', 'renamed', 'git-2'],
    ]);
  });

  it('lets one that is on stand in for one that is off, and not the other way round', () => {
    const on = { git: { command: 'g' } };
    const off = { git: { command: 'g', disabled: true } };
    expect(how(plan([cursor(on), claude(off)]))).toEqual([
      ['git', 'new', 'git'],
      ['git', 'same', 'git'],
    ]);
    expect(how(plan([cursor(off), claude(on)]))).toEqual([
      ['git', 'new', 'git'],
      ['git', 'renamed', 'git-claude-code'],
    ]);
  });

  it('leaves what can not be used, says why, and is silent about ourselves', () => {
    const moved = plan(
      [
        cursor({
          broken: { args: [] },
          odd: { command: 'o', env: { O_KEY: 'a\rb' } },
          callslip: { command: 'anything' },
          gateway: { command: 'npx', args: ['-y', 'callslip@0.1.0', 'serve', '--config', 'x'] },
          good: { command: 'g' },
        }),
      ],
      { launch: LAUNCH },
    );
    expect(moved.left).toMatchObject([
      { label: 'broken', remarks: [{ severity: 'error' }] },
      { label: 'odd', remarks: [{ severity: 'error', path: '/c/cursor.json: mcpServers.odd.env.O_KEY' }] },
    ]);
    expect(how(moved)).toEqual([['good', 'new', 'good']]);
    const client = JSON.parse(textOf(moved, '/c/cursor.json') ?? '');
    expect(Object.keys(client.mcpServers)).toEqual(['broken', 'odd', 'callslip', 'gateway']);
    expect(client.mcpServers.callslip).toEqual({ command: '/opt/node', args: LAUNCH.args });
  });

  it('names variables that are set nowhere, also those that the client asks for', () => {
    const asking = client(
      'vs-code',
      JSON.stringify({
        inputs: [{ id: 'api-key', type: 'promptString', password: true }],
        servers: {
          a: { command: 'a', env: { K: '${input:api-key}', L: '${env:HELD}', M: '${env:NOWHERE}', N: '${env:SET}' } },
        },
      }),
    );
    const moved = plan([asking], { environment: { SET: 'x' }, own: own(undefined, 'HELD=y\n') });
    expect(moved.moved).toMatchObject([{ unset: ['API_KEY', 'NOWHERE'], variables: [] }]);
  });

  it('names variables that only our own environment sets, and that no server is given of itself', () => {
    const env = { A: '${SHELL_ONLY}', B: '${HELD}', C: '${HOME}', D: '${NOWHERE}', E_KEY: 'new' };
    const moved = plan([cursor({ a: { command: 'a', env } })], {
      environment: { SHELL_ONLY: 'x', HELD: 'y', HOME: '/home/me', E_KEY: 'new' },
      own: own(undefined, 'HELD=y\n'),
    });
    expect(moved.moved).toMatchObject([{ ofTheShell: ['SHELL_ONLY'], unset: ['NOWHERE'], variables: ['E_KEY'] }]);
  });

  it('never hands one server the secret of another through a variable that waits for its value', () => {
    const moved = plan([
      cursor({ a: { command: 'a', env: { TOKEN: '${TOKEN}' } }, b: { command: 'b', env: { TOKEN: 'of b' } } }),
    ]);
    expect(textOf(moved, '/h/.env')).toBe("TOKEN_2='of b'\n");
    expect(moved.moved).toMatchObject([{ unset: ['TOKEN'] }, { unset: [], variables: ['TOKEN_2'] }]);
  });

  it.each(['mcp_servers: {a: {command: a, env: {TOKEN: "${TOKEN}"}}}\n', 'gateway: {http: {tokens: ["${TOKEN}"]}}\n'])(
    'never sets a variable of our configuration to the secret of a server: %s',
    (config) => {
      const moved = plan([cursor({ b: { command: 'b', env: { TOKEN: 'of b' } } })], { own: own(config) });
      expect(textOf(moved, '/h/.env')).toBe("TOKEN_2='of b'\n");
    },
  );

  it('moves only the labels that are asked for', () => {
    const moved = plan([cursor({ a: { command: 'a' }, b: { command: 'b' } })], { labels: ['b'], launch: LAUNCH });
    expect(how(moved)).toEqual([['b', 'new', 'b']]);
    expect(Object.keys(JSON.parse(textOf(moved, '/c/cursor.json') ?? '').mcpServers)).toEqual(['a', 'callslip']);
  });

  it('leaves a file that can not be read as it is, and tells of it', () => {
    const moved = plan([client('cursor', '{ "mcpServers": [')], { launch: LAUNCH });
    expect([moved.changes, moved.moved]).toEqual([[], []]);
    expect(moved.remarks).toMatchObject([{ severity: 'error' }]);
    expect(() => plan([cursor({ a: { command: 'a' } })], { own: own('mcp_servers: [a]\n') })).toThrow(
      '/h/config.yaml: mcp_servers must map names to servers',
    );
  });
});

describe('planMove with a launch', () => {
  it('puts our entry where the servers were, and keeps every other byte', () => {
    const text = '// mine\n{\n  "theme":  "dark",\n  "mcpServers": {\n    "git": { "command": "g" }, // a\n  },\n}\n';
    const moved = plan([client('cursor', text)], { launch: LAUNCH });
    const edited = textOf(moved, '/c/cursor.json') ?? '';
    expect(edited).toMatch(/^\/\/ mine\n\{\n {2}"theme": {2}"dark",\n {2}"mcpServers": \{\n/);
    expect(readDocument('json', edited, 'x')).toEqual({
      theme: 'dark',
      mcpServers: { callslip: { command: '/opt/node', args: LAUNCH.args } },
    });
  });

  it('says which servers of a client it leaves alone, and not that there are no others', () => {
    const text = JSON.stringify({ projects: { '/home/me/shop': { mcpServers: { a: { command: 'a' } } } } });
    const { remarks } = plan([client('claude-code', text)], { launch: LAUNCH });
    expect(remarks.map(({ severity, path }) => [severity, path])).toEqual([
      ['note', '/c/claude-code.json: projects./home/me/shop.mcpServers'],
    ]);
  });

  it('gives a client its first file where it has none', () => {
    const [change] = plan([client('codex', undefined)], { launch: LAUNCH }).changes;
    expect(change).toMatchObject({ before: undefined, isPrivate: false });
    expect(readDocument('toml', change?.after.toString() ?? '', 'x')).toMatchObject({
      mcp_servers: { callslip: { command: '/opt/node' } },
    });
  });

  it('brings our entry up to date, and keeps what the user has allowed beside it', () => {
    const held = {
      command: 'callslip',
      args: ['serve'],
      env: { CALLSLIP_HOME: '/old' },
      disabled: true,
      alwaysAllow: ['tool_call'],
    };
    const entry = { alwaysAllow: ['tool_call'], command: '/opt/node', args: LAUNCH.args };
    for (const label of ['callslip', 'gateway']) {
      const moved = plan([cursor({ [label]: held })], { launch: LAUNCH });
      expect(JSON.parse(textOf(moved, '/c/cursor.json') ?? '').mcpServers).toEqual({ [label]: entry });
    }
    const remote = plan([cursor({ callslip: { url: 'http://127.0.0.1:8808/mcp' } })], { launch: LAUNCH });
    expect(JSON.parse(textOf(remote, '/c/cursor.json') ?? '').mcpServers.callslip).toEqual({
      command: '/opt/node',
      args: LAUNCH.args,
    });
  });

  it('warns when our entry had other servers behind it', () => {
    const remarksOf = (held: JsonObject) => plan([cursor({ callslip: held })], { launch: LAUNCH }).remarks;
    const env = { CALLSLIP_HOME: '/old' };
    for (const held of [{ args: ['serve', '--config', '/x.yaml'] }, { args: ['serve'], env }]) {
      expect(remarksOf({ command: 'callslip', ...held })).toMatchObject([
        { severity: 'warning', message: expect.stringContaining('callslip named another configuration') },
      ]);
    }
    expect(remarksOf({ command: 'npx', args: ['-y', 'callslip@0.0.1', 'serve'] })).toEqual([]);
    expect(remarksOf({ url: 'http://127.0.0.1:8808/mcp' })).toEqual([]);
  });

  it('adds the mark of a client that defers tools itself', () => {
    const { alwaysLoad: _mark, ...unmarked } = dialectOf('claude-code').ownEntry(LAUNCH, ['mcpServers']);
    for (const held of [unmarked, { ...unmarked, alwaysLoad: false }]) {
      const moved = plan([claude({ callslip: held })], { launch: LAUNCH });
      expect(JSON.parse(textOf(moved, '/c/claude-code.json') ?? '').mcpServers.callslip).toMatchObject({
        alwaysLoad: true,
      });
    }
  });

  it('switches our entry on where it was off', () => {
    const held = { ...dialectOf('codex').ownEntry(LAUNCH, ['mcp_servers']), enabled: false };
    const text = editDocument('toml', '', [{ path: ['mcp_servers', 'callslip'], value: held }], 'x');
    const moved = plan([client('codex', text)], { launch: LAUNCH });
    const { enabled: _enabled, ...entry } = held;
    expect(readDocument('toml', textOf(moved, '/c/codex.toml') ?? '', 'x')).toEqual({
      mcp_servers: { callslip: entry },
    });
  });

  it('leaves another gateway of the user alone, and does not touch an entry of ours that is as it should be', () => {
    const other = { command: 'callslip', args: ['serve', '--config', 'team.yaml'] };
    const beside = plan([cursor({ gateway: other })], { launch: LAUNCH });
    const entry = { command: LAUNCH.command, args: LAUNCH.args };
    expect(JSON.parse(textOf(beside, '/c/cursor.json') ?? '').mcpServers).toEqual({ gateway: other, callslip: entry });
    const [, change] = plan([cursor({ callslip: entry, a: { command: 'a' } })], { launch: LAUNCH }).changes;
    expect(change?.undo).toMatchObject({ changes: [{ path: ['mcpServers', 'a'] }] });
  });

  it('says how to put servers back in the order in which they stood', () => {
    const written = { b: { command: 'b' }, a: { command: 'a' }, c: { command: 'c' } };
    const change = plan([cursor(written)], { launch: LAUNCH }).changes.find(({ file }) => file === '/c/cursor.json');
    const changes = change?.undo.kind === 'document' ? change.undo.changes : [];
    const back = editDocument('json', change?.after.toString() ?? '', changes, 'x');
    expect(back).toBe(JSON.stringify({ mcpServers: written }, undefined, 2));
  });

  it('takes a file that is named twice once', () => {
    const twice = cursor({ a: { command: 'a' } });
    const moved = plan([twice, twice], { launch: LAUNCH });
    expect(how(moved)).toEqual([['a', 'new', 'a']]);
    expect(moved.changes.map(({ file }) => file)).toEqual(['/h/config.yaml', '/c/cursor.json']);
  });

  it('leaves no second entry of ours in another list of the file', () => {
    const text = '{"servers": {"callslip": {"command": "old"}}, "mcp": {"servers": {"callslip": {"command": "old"}}}}';
    const moved = plan([client('vs-code', text)], { launch: LAUNCH });
    expect(JSON.parse(textOf(moved, '/c/vs-code.json') ?? '')).toEqual({
      servers: {},
      mcp: { servers: { callslip: dialectOf('vs-code').ownEntry(LAUNCH, ['mcp', 'servers']) } },
    });
  });

  it('puts our entry into the deepest list that the file has', () => {
    const settings = client('vs-code', '{"mcp": {"servers": {"a": {"command": "a"}}}}');
    const moved = plan([settings], { launch: LAUNCH });
    expect(JSON.parse(textOf(moved, '/c/vs-code.json') ?? '')).toMatchObject({ mcp: { servers: { callslip: {} } } });
    const bare = plan(
      [client('mcp-json', '{"a": {"command": "a"}, "b": {"command": "b", "env": {"A_KEY": "a\\rb"}}}')],
      { launch: LAUNCH },
    );
    expect(Object.keys(JSON.parse(textOf(bare, '/c/mcp-json.json') ?? '{}'))).toEqual(['b', 'callslip']);
  });
});

const word = fc.constantFrom(
  'a',
  'srv',
  '--token',
  '--port=80',
  'tok-1',
  'ghp_0123456789abcdef',
  '${HOST}',
  '$${x}',
  'https://u:pw@h/?key=v',
  'a b',
);
const label = fc.constantFrom(
  'git',
  'Git',
  'my server',
  'callslip',
  'a__b',
  '__proto__',
  'constructor',
  '1',
  'true',
  'git-2',
);
const stdio = fc.record(
  {
    command: fc.constantFrom('npx', 'callslip', '/usr/bin/x'),
    args: fc.array(word, { maxLength: 4 }),
    env: fc.dictionary(
      fc.constantFrom('TOKEN', 'API_KEY', 'HOST', 'LEVEL'),
      fc.constantFrom('one', 'two', '${TOKEN}', '${KEY:-dflt}', 'q\'"`', 'a\rb', ''),
    ),
    disabled: fc.boolean(),
  },
  { requiredKeys: ['command'] },
);
const remote = fc.record(
  {
    url: fc.constantFrom('https://a.example/mcp', 'https://a.example/mcp?api_key=one', 'ftp://x'),
    headers: fc.dictionary(
      fc.constantFrom('Authorization', 'X-Key', 'Accept'),
      fc.constantFrom('Bearer one', 'two', '${TOKEN}'),
    ),
  },
  { requiredKeys: ['url'] },
);
const list = fc
  .array(fc.tuple(label, fc.oneof(stdio, remote)), { maxLength: 4 })
  .map((pairs) => Object.fromEntries(pairs) as JsonObject);
const DIALECT: readonly DialectId[] = [
  'cursor',
  'claude-code',
  'cline',
  'windsurf',
  'claude-desktop',
  'codex',
  'goose',
  'opencode',
  'vs-code',
  'mcp-json',
  'gemini-cli',
  'zed',
];
const written = fc.tuple(fc.constantFrom(...DIALECT), list).map(([id, entries]) => {
  const { format, at } = dialectOf(id);
  const start = { json: '{\n  // mine\n  "x": 1\n}\n', toml: '# mine\nx = 1\n', yaml: '# mine\nx: 1\n' }[format];
  return client(id, editDocument(format, start, [{ path: at[0], value: entries }], 'x'));
});
const clientFiles = fc.uniqueArray(written, { selector: ({ file }) => file, maxLength: 3 });
const ownFiles = fc.tuple(
  fc.option(
    fc.constantFrom('', '# mine\nmcp_servers:\n', 'mcp_servers: {git: {command: npx}, a: {command: "${TOKEN}"}}\n'),
    { nil: undefined },
  ),
  fc.option(fc.constantFrom('', '# keys\nTOKEN=one\n', 'API_KEY=two'), { nil: undefined }),
);

describe('a plan', () => {
  property.prop([
    clientFiles,
    ownFiles,
    fc.constantFrom<JsonObject[]>({}, { TOKEN: 'env' }, { KEY: '' }),
    fc.boolean(),
  ])(
    'leaves a second plan on its result nothing to do, and every server its meaning',
    (clients, [config, env], held, hasLaunch) => {
      const before = own(config, env);
      const environment = held as Record<string, string>;
      const more = { environment, ...(hasLaunch ? { launch: LAUNCH } : {}) };
      const first = planMove({ clients, own: before, ...more });
      const done = carriedOut(first, clients, before);
      expect(planMove({ ...done, ...more }).changes).toEqual([]);

      const all = { ...Object.fromEntries(variablesIn(done.own.env?.toString() ?? '')), ...environment };
      const ours = readDocument('yaml', done.own.config?.toString() ?? '', 'x')['mcp_servers'] as JsonObject | null;
      for (const { file, label: from, ownLabel, how: as, unset } of first.moved) {
        if (as === 'same' || unset.length > 0) continue;
        const { entry } =
          clients.find((one) => one.file === file)?.found.servers.find((one) => one.label === from) ?? {};
        const meaning = (value: Json | undefined, variables: Record<string, string>) =>
          expandVariables(value, variables).value;
        const old = { ...Object.fromEntries(variablesIn(env ?? '')), ...environment };
        expect(meaning(isJsonObject(ours) ? ours[ownLabel] : undefined, all)).toEqual(meaning(entry, old));
      }
    },
  );

  property.prop([clientFiles, ownFiles])('can be taken back by its own changes', (clients, [config, env]) => {
    const before = own(config, env);
    for (const { file, before: old, after: bytes, undo } of planMove({
      clients,
      own: before,
      environment: {},
      launch: LAUNCH,
    }).changes) {
      if (undo.kind !== 'document') continue;
      const back = editDocument(undo.format, bytes.toString(), undo.changes, file);
      const expected = readDocument(undo.format, old?.toString() ?? '', file);
      const emptied = expected['mcp_servers'] ?? {};
      const result = readDocument(undo.format, back, file);
      expect('mcp_servers' in result ? { ...expected, mcp_servers: emptied } : expected).toEqual(result);
    }
  });
});
