import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CliRun, type CliSurroundings, runInProcess } from '../../../test/fixtures/cli-host.ts';
import { renderResult } from '../../dispatch/render-result.ts';
import { createRuntime } from '../../runtime/create-runtime.ts';
import { readToolsFile, registerFileSources } from '../session/tools-file.ts';

const LINES = [
  { tool: 'create_issue', source: 'tracker', description: 'Opens an issue. \u001b[31mRed.', parameters: issue() },
  { tool: 'list_issues', source: 'tracker', description: 'Lists the issues of a project.', parameters: {} },
  { tool: 'send_message', source: '聊天', description: '发送消息到频道。', parameters: {} },
  { name: 'terminal', description: 'Runs a command.', parameters: {} },
  { description: 'nameless' },
];

function issue() {
  return {
    type: 'object',
    properties: { title: { type: 'string', description: 'What it is about' }, urgent: { type: ['boolean', 'null'] } },
    required: ['title'],
  };
}

let root: string;
let surroundings: CliSurroundings;
beforeAll(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'callslip-cli-')));
  await writeFile(path.join(root, 'tools.jsonl'), LINES.map((line) => JSON.stringify(line)).join('\n'));
  // Loading the program is no part of a test's time.
  await Promise.all([import('./call.ts'), import('./describe.ts'), import('./search.ts'), import('./tools.ts')]);
  surroundings = { cwd: root, environment: { CALLSLIP_HOME: path.join(root, 'home') } };
});
afterAll(() => rm(root, { recursive: true }));

const run = (...args: readonly string[]): Promise<CliRun> =>
  runInProcess([...args, '--tools', 'tools.jsonl'], surroundings);

describe('callslip tools', () => {
  it('shows what is visible, the bridge, what is deferred by source, what was left out, and the bill', async () => {
    const { exitCode, stdout, stderr } = await run('tools');
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Visible (1)\n  terminal\n');
    expect(stdout).toContain('Bridge (3)\n  tool_search\n  tool_describe\n  tool_call\n');
    expect(stdout).toContain(
      'Deferred (3)\n  tracker (2)\n    mcp__tracker__create_issue\n    mcp__tracker__list_issues\n  聊天 (1)\n',
    );
    expect(stdout).toContain('(no name) was left out: it has no name (line 5 of the file)');
    expect(stdout).toMatch(/everything declared +4 +\d+\n +declared now +4 +[\d,]+\n +off is cheaper here/);
  });

  it('gives the same as JSON, and every tool adds up', async () => {
    const report = JSON.parse((await run('tools', '--json')).stdout);
    expect(report).toMatchObject({
      visible: ['terminal'],
      bridge: ['tool_search', 'tool_describe', 'tool_call'],
      hidden: [],
      bill: { before: { tools: 4 }, after: { tools: 4 }, isOffCheaper: true },
      fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    expect(report.bill.after.tokens).toBeGreaterThan(report.bill.before.tokens);
  });

  it('counts', async () => {
    expect((await run('tools', '--count')).stdout).toBe('visible 1\nbridge 3\ndeferred 3\nhidden 0\n');
    expect((await run('tools', '--count', '--json')).stdout).toBe('{"visible":1,"bridge":3,"deferred":3,"hidden":0}\n');
  });
});

describe('callslip search', () => {
  it('shows each query with its tools, and where there was nothing', async () => {
    const { exitCode, stdout } = await run('search', 'create issue', '消息', 'nothing like it', '--limit', '1');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('create issue\n  mcp__tracker__create_issue  tracker  Opens an issue.\n');
    expect(stdout).toMatch(/消息\n {2}mcp__\S+ {2}聊天 {2}发送消息到频道。\n/);
    expect(stdout).toContain('nothing like it\n  no match\n  searched: tracker (2), 聊天 (1)\n');
  });

  it('prints, with --json, the very bytes that tool_search gives in the library', async () => {
    const queries = ['create issue', '消息', 'nothing like it', 'runs command'];
    const runtime = await createRuntime({ ...surroundings, servers: false });
    registerFileSources(runtime.registry, await readToolsFile(path.join(root, 'tools.jsonl')), 'tools.jsonl');
    const session = runtime.sessions.createSession({ sessionId: 's', surface: 'library' });
    const [outcome] = await session.dispatch([{ id: '1', name: 'tool_search', arguments: { queries, limit: 2 } }]);
    await runtime.close();
    const { stdout } = await run('search', ...queries, '--limit', '2', '--json');
    expect(stdout).toBe(`${outcome && renderResult(outcome.result)}\n`);
    expect(JSON.parse(stdout).results[0].matches).toEqual(['mcp__tracker__create_issue']);
  });

  it('is never cut, however little a model may be given at once', async () => {
    const configured = path.join(root, 'small.json');
    await writeFile(configured, JSON.stringify({ dispatch: { max_result_chars: 2_000 } }));
    const many = Array.from({ length: 20 }, (_, n) => ({
      tool: `send_note_${n}`,
      source: 'notes',
      description: `Sends a note ${'far and wide '.repeat(20)}`,
    }));
    await writeFile(path.join(root, 'many.jsonl'), many.map((line) => JSON.stringify(line)).join('\n'));
    const args = ['search', 'send note', '--limit', '20', '--tools', 'many.jsonl', '--config', configured];
    expect((await runInProcess(args, surroundings)).stdout.split('mcp__notes__send_note_')).toHaveLength(21);
    const { stdout } = await runInProcess([...args, '--json'], surroundings);
    expect(Object.keys(JSON.parse(stdout).tools)).toHaveLength(20);
  });

  it('says that a tool which is listed directly needs no search', async () => {
    const { stdout } = await run('search', 'runs command');
    expect(stdout).toContain('runs command\n  no match\n  listed directly, without a search: terminal\n');
  });

  it('is a matter of use when there are too many queries, a bad limit, or no search', async () => {
    const many = await run('search', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
    expect(many).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining('7') });
    expect(await run('search', 'a', '--limit', '0')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('1 to 50'),
    });
    expect(await run('search')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('queries') });
    await writeFile(path.join(root, 'off.yaml'), 'tools: {tool_search: {enabled: off}}');
    expect(await run('search', 'a', '--config', 'off.yaml')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('switched off'),
    });
  });
});

describe('callslip describe', () => {
  it('shows tools by any name that fits, also those that are listed directly', async () => {
    const { exitCode, stdout } = await run('describe', 'create_issue', 'terminal');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('mcp__tracker__create_issue\n  Opens an issue.');
    expect(stdout).toContain(
      '  title   string, required          What it is about\n  urgent  boolean | null, optional\n',
    );
    expect(stdout).toContain('terminal\n  Runs a command.\n  no parameters\n');
  });

  it('exits with 3 when a name is no tool, and still shows the others', async () => {
    const { exitCode, stdout } = await run('describe', 'list_issues', 'nowhere\u001b[2J');
    expect(exitCode).toBe(3);
    expect(stdout).toContain('mcp__tracker__list_issues\n');
    expect(stdout).toContain('nowhere\\x1b[2J: not found');
  });

  it('gives the form of tool_describe as JSON', async () => {
    const { stdout } = await run('describe', 'create_issue', 'nowhere', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      tools: { mcp__tracker__create_issue: { parameters: issue() } },
      not_found: ['nowhere'],
    });
  });
});

describe('callslip call', () => {
  it('says why a tool from a file can’t be called', async () => {
    const { exitCode, stdout, stderr } = await run('call', 'create_issue', 'title=x');
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain('create_issue is only a definition from');
  });

  it('exits with 3 for a name that is no tool, and with 2 for arguments that do not fit', async () => {
    expect(await run('call', 'nowhere')).toMatchObject({ exitCode: 3, stdout: '' });
    const { exitCode, stderr } = await run('call', 'create_issue');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('title');
    expect(await run('call', 'create_issue', '[1]')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('[1]'),
    });
  });
});

describe('callslip doctor', () => {
  it('[GAT-10] tells of each tool whether a model meets it, or why not', async () => {
    await writeFile(path.join(root, 'narrow.yaml'), 'agent: {disabled_toolsets: ["mcp-聊天"]}');
    const { exitCode, stdout } = await run('doctor', '--config', 'narrow.yaml');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/terminal +other +visible\n/);
    expect(stdout).toMatch(/mcp__tracker__create_issue +tracker +deferred\n/);
    expect(stdout).toMatch(/mcp__\S+ +聊天 +hidden; the session does not have the toolset mcp-聊天; grant the toolset/);
    expect(stdout).toMatch(/\(no name\) +other +left-out; it has no name \(line 5 of the file\)/);
    const { tools } = JSON.parse((await run('doctor', '--config', 'narrow.yaml', '--json')).stdout);
    expect(tools).toHaveLength(5);
  });

  it('[SCH-02] [SCH-28] tells what of a schema is not checked, and what clients are told otherwise', async () => {
    const inputSchema = {
      type: 'object',
      properties: { x: { type: 'string', pattern: '(?i)^abc$' } },
      oneOf: [{ type: 'object', properties: { kind: { const: 1 } } }],
    };
    await writeFile(path.join(root, 'odd.json'), JSON.stringify({ tools: [{ name: 'draw', inputSchema }] }));
    const { stdout } = await runInProcess(['doctor', '--tools', 'odd.json', '--json'], surroundings);
    expect(JSON.parse(stdout).warnings).toEqual([
      expect.stringMatching(/^draw: .*properties\/x.*pattern/u),
      expect.stringMatching(/^draw: .*oneOf/u),
    ]);
  });
});

describe('any command', () => {
  it('says what failed as JSON too, where JSON was asked for', async () => {
    const unreadable = await runInProcess(['tools', '--tools', 'nowhere.json', '--json'], surroundings);
    expect(unreadable).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('nowhere.json') });
    expect(JSON.parse(unreadable.stdout)).toEqual({ error: expect.stringContaining('nowhere.json') });
    const misused = await run('search', '--json', '--nothing', 'x');
    expect([misused.exitCode, JSON.parse(misused.stdout)]).toEqual([2, { error: "unknown option '--nothing'" }]);
    const overStdio = await runInProcess(['serve', '--port', '1', '--json'], surroundings);
    expect([overStdio.exitCode, overStdio.stdout]).toEqual([2, '']);
  });

  it.each([
    [['help', 'nope'], "error: unknown command 'nope'"],
    [['nope', '--help'], "error: unknown command 'nope'"],
    [['help', 'serach'], '(Did you mean search?)'],
    [['--config', 'x', 'tools'], 'options go after the command, as in: callslip tools --config FILE'],
    [['tools', '--nothing'], '(see callslip tools --help)'],
    [['tools', '--tools', 'a', '--tools', 'b'], "argument 'b' is invalid. It may be given only once."],
    [['search', 'x', '--limit', '1', '--limit', '2'], 'It may be given only once.'],
    [['tools', '--config', ''], 'It must be a path.'],
    [['tools', '--mcp-json='], 'It must be a path.'],
    [['call', 'x', '--out='], 'It must be a path.'],
    [['tools', '--config=~/nowhere.yaml'], path.join(homedir(), 'nowhere.yaml')],
    [['tools', '--mcp-json=~/nowhere.json'], path.join(homedir(), 'nowhere.json')],
    [['tools', '--tools=~/nowhere.json'], path.join(homedir(), 'nowhere.json')],
  ])('names the mistake in %j', async (args, said) => {
    const { exitCode, stdout, stderr } = await runInProcess(args, surroundings);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(said);
  });

  it('tells in its help how it is started here, and what the exit codes are', async () => {
    const script = path.join(root, 'dist', 'cli', 'main.js');
    for (const args of [['--help'], ['search', '--help'], ['help', 'search']]) {
      const { exitCode, stdout } = await runInProcess(args, { ...surroundings, script });
      expect(exitCode).toBe(0);
      expect(stdout).toContain('0 ok, also a search without a match;');
      expect(stdout.endsWith(`\nHere, callslip is: node ${path.join('dist', 'cli', 'main.js')}\n`)).toBe(true);
    }
    const { stdout } = await runInProcess(['--help'], { ...surroundings, script: '/usr/bin/callslip' });
    expect(stdout).not.toContain('Here, callslip is');
  });

  it('names the tools file and the line that is wrong', async () => {
    await writeFile(path.join(root, 'bad.jsonl'), '{"name": "a"}\n{"name": \n');
    const { exitCode, stderr } = await runInProcess(['tools', '--tools', 'bad.jsonl'], surroundings);
    expect([exitCode, stderr]).toEqual([2, `error: ${path.join(root, 'bad.jsonl')}:2: the line is no JSON value\n`]);
  });

  it('shows no control character of a tool on a terminal, and the same JSON value', async () => {
    const onTerminal = { ...surroundings, columns: 60 };
    const args = ['search', 'create issue', '--json', '--tools', 'tools.jsonl'];
    const terminal = await runInProcess(args, onTerminal);
    const pipe = await runInProcess(args, surroundings);
    expect(JSON.parse(terminal.stdout)).toEqual(JSON.parse(pipe.stdout));
    const { stdout } = await runInProcess(['tools', '--tools', 'tools.jsonl'], onTerminal);
    expect(stdout).toContain('\u001b[1mVisible (1)\u001b[22m');
    const plain = await runInProcess(['tools', '--tools', 'tools.jsonl'], {
      ...onTerminal,
      environment: { ...surroundings.environment, NO_COLOR: '1' },
    });
    expect(plain.stdout).not.toContain('\u001b');
  });
});

describe('what a person meant', () => {
  it('is asked for names that nothing fits, on standard error', async () => {
    const { stdout, stderr } = await run('describe', 'tracker:craete_issue', 'nothing_like_it');
    expect(stdout).not.toContain('did you mean');
    expect(stderr).toBe('tracker:craete_issue: did you mean mcp__tracker__create_issue?\n');
  });

  it('is told when words were searched one by one, and when a tool needs no search', async () => {
    const { stderr } = await run('search', 'create', 'issue');
    expect(stderr).toContain('2 queries were searched; put quotes around words that belong together');
    expect((await run('search', 'terminal')).stderr).toContain('terminal is listed directly and needs no search');
    expect((await run('search', 'create issue')).stderr).toBe((await run('search', 'list issues')).stderr);
  });

  it('is not guessed where a file was asked for by name', async () => {
    const { exitCode, stderr } = await runInProcess(['tools', '--mcp-json', 'nosuch.json'], surroundings);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('nosuch.json');
  });

  it('is answered for people, not for models', async () => {
    const { stderr } = await run('call', 'mcp__tracker__create_issue');
    expect(stderr).toContain('callslip describe shows what it takes');
    expect((await run('call', 'nothing_like_it')).stderr).toContain('callslip tools lists every name');
  });
});
