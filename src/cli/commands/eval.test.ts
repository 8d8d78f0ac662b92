import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CliSurroundings, runInProcess } from '../../../test/fixtures/cli-host.ts';
import { Stopped } from '../program/host.ts';

const TOOLS = [
  { tool: 'create_issue', source: 'tracker', description: 'Opens an issue.' },
  { tool: 'list_issues', source: 'tracker', description: 'Lists the issues of a project.' },
  { tool: 'send_message', source: '聊天', description: 'Sends a message to a channel.' },
  { tool: 'search', source: 'exa', description: 'Searches the web.' },
  { tool: 'search', source: 'brave', description: 'Searches the web.' },
  { name: 'terminal', description: 'Runs a command.' },
];
const QUERIES = [
  { query: 'create issue', gold: ['mcp__tracker__create_issue'] },
  { query: 'issue', gold: ['tracker:list_issues'] },
  { query: 'send message', gold: ['send_message'] },
  { query: 'what is it like outside', gold: ['create_issue'] },
];

let root: string;
let surroundings: CliSurroundings;
const write = (name: string, lines: readonly unknown[]) =>
  writeFile(path.join(root, name), lines.map((line) => JSON.stringify(line)).join('\n'));

beforeAll(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'callslip-eval-')));
  await Promise.all([
    write('tools.jsonl', TOOLS),
    write('queries.jsonl', QUERIES),
    writeFile(path.join(root, 'unanswerable.txt'), 'order a pizza\nissue a refund\nissues\n'),
    // Loading the program is no part of a test's time.
    import('./eval.ts'),
  ]);
  surroundings = { cwd: root, environment: { CALLSLIP_HOME: path.join(root, 'home') } };
});
afterAll(() => rm(root, { recursive: true }));

/** With the related tier off, what is found is what the reference finds. */
const run = (...args: readonly string[]) =>
  runInProcess(['eval', '--related', 'off', '--tools', 'tools.jsonl', ...args], surroundings);
const report = async (...args: readonly string[]) => JSON.parse((await run(...args, '--json')).stdout);
const both = ['--queries', 'queries.jsonl', '--unanswerable', 'unanswerable.txt'] as const;

describe('callslip eval', () => {
  it('shows the measures, what queries were answered with, how long it took, and what was missed', async () => {
    const { exitCode, stdout, stderr } = await run(...both);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Catalogue\n  5 tools searched, related off; listed directly and never searched: 1\n');
    expect(stdout).toContain(
      'Labelled queries (4)\n  recall@1   0.500\n  recall@5   0.750\n  recall@10  0.750\n  MRR        0.625\n',
    );
    expect(stdout).toMatch(/nDCG@10 +0\.658\n/);
    expect(stdout).toContain(
      'strict matches      3  75.0 %\n  only related tools  0   0.0 %\n  nothing             1  25.0 %',
    );
    expect(stdout).toMatch(
      /Time of a query\n {2}p50 [\d.]+ ms, p95 [\d.]+ ms; the very first, with its indexes, [\d.]+ ms\n/,
    );
    expect(stdout).toContain(
      'No gold tool among the first ten (1)\n  what is it like outside\n    not found: mcp__tracker__create_issue; nothing came\n',
    );
    expect(stdout).toContain(
      'Unanswerable queries (3)\n  silent               2  66.7 %\n  with strict matches  1  33.3 %\n',
    );
    expect(stdout).toMatch(/ {2}issues\n {4}strict: mcp__tracker__\w+, mcp__tracker__\w+\n/);
  });

  it('gives the same as JSON, each query with the place of its first gold tool', async () => {
    const { labelled, unanswerable, ...head } = await report(...both);
    expect(head).toEqual({
      kind: 'callslip-eval',
      version: 1,
      related: 'off',
      depth: 10,
      tools: { searched: 5, listed: 1, fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/) },
    });
    expect(labelled).toMatchObject({
      asked: 4,
      leftOut: 0,
      measures: { recallAt1: 0.5, recallAt5: 0.75, recallAt10: 0.75, mrr: 0.625 },
      answered: { strict: 3, related: 0, nothing: 1 },
      unusedGold: [],
    });
    expect(labelled.results).toEqual([
      { query: 'create issue', gold: ['mcp__tracker__create_issue'], tier: 'strict', rank: 1 },
      {
        query: 'issue',
        gold: ['mcp__tracker__list_issues'],
        tier: 'strict',
        rank: 2,
        instead: 'mcp__tracker__create_issue',
      },
      { query: 'send message', gold: [expect.stringMatching(/^mcp__/)], tier: 'strict', rank: 1 },
      { query: 'what is it like outside', gold: ['mcp__tracker__create_issue'], tier: 'nothing' },
    ]);
    expect(unanswerable).toMatchObject({
      asked: 3,
      answered: { strict: 1, related: 0, nothing: 2 },
      silence: 0.666667,
    });
    expect(unanswerable.results).toHaveLength(1);
  });

  it('says the same twice, but for the time', async () => {
    const [first, second] = [await report(...both), await report(...both)];
    expect({ ...first, labelled: { ...first.labelled, latencyMs: 0 } }).toEqual({
      ...second,
      labelled: { ...second.labelled, latencyMs: 0 },
    });
  });

  it('names gold names that mean no tool it searches, leaves them out of every measure, and exits with 3', async () => {
    await write('odd.jsonl', [
      { query: 'create issue', gold: ['create_issue', 'craete_issue'] },
      { query: 'web', gold: ['search'] },
      { query: 'run', gold: ['terminal'] },
      { query: 'send', gold: ['craete_issue'] },
    ]);
    const { exitCode, stderr, stdout } = await run('--queries', 'odd.jsonl');
    const file = path.join(root, 'odd.jsonl');
    expect([exitCode, stdout]).toEqual([3, expect.stringContaining('Labelled queries (1)\n  recall@1   1.000\n')]);
    expect(stderr.split('\n')).toEqual([
      `warning: ${file}:1, and 1 place more: gold name "craete_issue": no tool has this name; did you mean mcp__tracker__create_issue?`,
      `warning: ${file}:2: gold name "search": it fits several tools, mcp__exa__search, mcp__brave__search; write the whole name`,
      `warning: ${file}:3: gold name "terminal": it is listed directly, and never searched`,
      'warning: 3 of 4 queries are left out: none of their gold names counts',
      '',
    ]);
    expect((await report('--queries', 'odd.jsonl')).labelled).toMatchObject({
      asked: 1,
      leftOut: 3,
      unusedGold: [
        { name: 'craete_issue', places: [`${file}:1`, `${file}:4`] },
        { name: 'search' },
        { name: 'terminal' },
      ],
    });
  });

  it('says why a gold tool is not there, as far as that is known', async () => {
    const taken = { ...TOOLS[0], description: 'Another of this name.' };
    await write('taken.jsonl', [...TOOLS, taken, { tool: 'bad', source: 'tracker', parameters: 7 }]);
    await write('why.jsonl', [
      { query: 'send', gold: ['send_message', 'create_issue'] },
      { query: 'x', gold: ['tracker:bad'] },
    ]);
    await writeFile(path.join(root, 'narrow.yaml'), 'agent: {disabled_toolsets: ["mcp-聊天"]}');
    const { exitCode, stderr } = await runInProcess(
      ['eval', '--tools', 'taken.jsonl', '--queries', 'why.jsonl', '--config', 'narrow.yaml'],
      surroundings,
    );
    expect(exitCode).toBe(3);
    expect(stderr).toContain(
      '"send_message": it can\'t be used now: the session does not have the toolset mcp-聊天; grant',
    );
    expect(stderr).toContain('"tracker:bad": it was left out: its input schema is not an object (line 8 of the file)');
  });

  it('says so when the labels are of another catalogue', async () => {
    await write('foreign.jsonl', [{ query: 'x', gold: ['nowhere_to_be_found'] }]);
    const { exitCode, stdout, stderr } = await run('--queries', 'foreign.jsonl');
    expect([exitCode, stdout]).toEqual([3, '']);
    expect(stderr).toContain('no gold name is a tool of this catalogue');
    expect(stderr).toContain('names of tools are such as mcp__tracker__create_issue');
  });

  it.each<[readonly string[], string]>([
    [[], 'say what to measure: --queries FILE'],
    [['--self', '--queries', 'queries.jsonl'], '--self needs no queries'],
    [['--queries', 'queries.jsonl', '--fail-on-drop'], 'name its output with --baseline FILE'],
    [['--queries', 'queries.jsonl', '--related', 'maybe'], 'It must be on or off.'],
    [['--queries', 'queries.jsonl', '--baseline', 'b', '--fail-on-drop', '2'], 'a number from 0 to 0.5, such as 0.02'],
    [['--queries', 'queries.jsonl', '--baseline', 'b', '--fail-on-drop', '-1'], 'a number from 0 to 0.5'],
    [['--queries', 'queries.jsonl', '--baseline', 'queries.jsonl'], 'queries.jsonl: it is not JSON; make one with'],
    [['--queries', 'queries.jsonl', '--baseline', 'nowhere.json'], "nowhere.json: it can't be read"],
    [['--queries', 'tools.jsonl'], 'tools.jsonl:1: "query" is missing'],
  ])('says what is wrong with %j', async (args, said) => {
    const { exitCode, stdout, stderr } = await runInProcess(['eval', '--tools', 'tools.jsonl', ...args], surroundings);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(said);
  });

  it('says why there is nothing to search', async () => {
    const evaluate = (...args: readonly string[]) => runInProcess(['eval', '--self', ...args], surroundings);
    expect(await evaluate()).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('no server is configured') });
    await write('listed.jsonl', [TOOLS.at(-1)]);
    expect(await evaluate('--tools', 'listed.jsonl')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('every tool is listed directly'),
    });
    await writeFile(path.join(root, 'off.yaml'), 'tools: {tool_search: {enabled: off}}');
    expect(await evaluate('--tools', 'tools.jsonl', '--config', 'off.yaml')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('tools.tool_search.enabled is off'),
    });
  });

  it('asks for related tools as the configuration says, where the command line does not', async () => {
    await writeFile(path.join(root, 'strict.yaml'), 'tools: {tool_search: {related: off}}');
    const related = async (...args: readonly string[]) => {
      const all = ['eval', '--tools', 'tools.jsonl', '--queries', 'queries.jsonl', '--json', ...args];
      return JSON.parse((await runInProcess(all, surroundings)).stdout).related;
    };
    expect(await related()).toBe('on');
    expect(await related('--config', 'strict.yaml')).toBe('off');
    expect(await related('--config', 'strict.yaml', '--related', 'on')).toBe('on');
  });

  it('ends when it is stopped, with nothing on standard output', async () => {
    const signal = AbortSignal.abort(new Stopped('stopped by SIGINT', 130));
    const { exitCode, stdout } = await runInProcess(['eval', '--self', '--tools', 'tools.jsonl'], {
      ...surroundings,
      signal,
    });
    expect([exitCode, stdout]).toEqual([130, '']);
  });
});

describe('callslip eval with a baseline', () => {
  const worse = TOOLS.map((tool) =>
    tool.tool === 'send_message' ? { ...tool, description: 'Says something.', tool: 'send_message' } : tool,
  );

  beforeAll(async () => {
    const { stdout } = await run(...both, '--json');
    await writeFile(path.join(root, 'baseline.json'), stdout);
    // Four tools more that come before the right one.
    const crowd = ['a', 'b', 'c', 'd'].map((source) => ({ tool: 'create_issue', source, description: 'Issue.' }));
    await write('crowded.jsonl', [...worse, ...crowd]);
  });

  const crowded = (...args: readonly string[]) =>
    runInProcess(
      ['eval', '--related', 'off', '--tools', 'crowded.jsonl', ...both, '--baseline', 'baseline.json', ...args],
      surroundings,
    );

  it('finds nothing fallen where nothing changed', async () => {
    const { exitCode, stdout, stderr } = await run(...both, '--baseline', 'baseline.json', '--fail-on-drop', '0');
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Since the baseline (the same tools)\n             baseline    now  change\n');
    expect(stdout).toMatch(/recall@1 +0\.500 +0\.500 +\+0\.000\n/);
  });

  it('compares with other tools, says so, and names what fell', async () => {
    const gold = '{"query": "create issue", "gold": ["tracker:create_issue"]}\n';
    await writeFile(path.join(root, 'one.jsonl'), gold);
    const before = await run('--queries', 'one.jsonl', '--json');
    await writeFile(path.join(root, 'one.json'), before.stdout);
    const after = await runInProcess(
      ['eval', '--related', 'off', '--tools', 'crowded.jsonl', '--queries', 'one.jsonl', '--baseline', 'one.json'],
      surroundings,
    );
    expect(after.exitCode).toBe(0);
    expect(after.stdout).toContain('Since the baseline (other tools: 5 then, 9 now)\n');
    expect(after.stdout).toMatch(/MRR +1\.000 +0\.200 +-0\.800 +fell\n/);
    expect(after.stdout).toContain(
      'Queries that fell (1)\n  create issue\n    mcp__tracker__create_issue: place 1 then, 5 now\n',
    );
    const failing = await runInProcess(
      [
        ...['eval', '--related', 'off', '--tools', 'crowded.jsonl', '--queries', 'one.jsonl'],
        ...['--baseline', 'one.json', '--fail-on-drop', '--json'],
      ],
      surroundings,
    );
    expect(failing.exitCode).toBe(1);
    expect(failing.stderr).toContain('error: MRR fell from 1.000 to 0.200, by more than 0.01\n');
    expect(failing.stderr).not.toContain('recall@5');
    expect(JSON.parse(failing.stdout).comparison).toMatchObject({
      sameTools: false,
      toolsBefore: 5,
      tolerance: 0.01,
      fallen: [{ query: 'create issue', gold: ['mcp__tracker__create_issue'], baseline: 1, now: 5 }],
    });
  });

  it('refuses a baseline that is none, is empty, or comes of another version', async () => {
    const against = async (content: string) => {
      await writeFile(path.join(root, 'other.json'), content);
      const { exitCode, stderr } = await run(...both, '--baseline', 'other.json');
      expect(exitCode).toBe(2);
      return stderr;
    };
    expect(await against('{"error": "no"}')).toContain('other.json: it is no report of callslip eval; make one with');
    expect(await against('')).toContain('a report must not be written into the file that is its own baseline');
    expect(await against('{"kind": "callslip-eval", "version": 99}')).toContain('measure the baseline anew');
  });

  it('refuses to compare what is not the same', async () => {
    const against = async (...args: readonly string[]) => {
      const { exitCode, stdout, stderr } = await run(...args, '--baseline', 'baseline.json');
      expect([exitCode, stdout]).toEqual([2, '']);
      return stderr;
    };
    await write('fewer.jsonl', QUERIES.slice(1));
    await write('relabelled.jsonl', [{ ...QUERIES[0], gold: ['list_issues'] }, ...QUERIES.slice(1)]);
    await write('gone.jsonl', [{ ...QUERIES[0], gold: ['mcp__gone__tool'] }, ...QUERIES.slice(1)]);
    const rest = ['--unanswerable', 'unanswerable.txt'];
    expect(await against('--queries', 'fewer.jsonl', ...rest)).toContain(
      'baseline.json: it was measured on other queries (4 there, 3 here, 3 the same); give the same files as then',
    );
    expect(await against('--queries', 'relabelled.jsonl', ...rest)).toContain('it was measured on other labels;');
    expect(await against('--queries', 'gone.jsonl', ...rest)).toContain(
      'here, gold name "mcp__gone__tool" counts for nothing: no tool has this name',
    );
    expect(await against('--queries', 'queries.jsonl')).toContain('it was measured with --unanswerable;');
    await writeFile(path.join(root, 'others.txt'), 'call mum\n');
    expect(await against('--queries', 'queries.jsonl', '--unanswerable', 'others.txt')).toContain(
      'it was measured on other unanswerable queries;',
    );
    const on = ['eval', '--related', 'on', '--tools', 'tools.jsonl', ...both, '--baseline', 'baseline.json'];
    expect((await runInProcess(on, surroundings)).stderr).toContain(
      'it was measured with --related off; add --related off',
    );
  });

  it('sees that a search has become louder', async () => {
    await writeFile(path.join(root, 'louder.jsonl'), '');
    await write('louder.jsonl', [...TOOLS, { tool: 'pizza', source: 'food', description: 'Order a pizza.' }]);
    const args = ['eval', '--related', 'off', '--tools', 'louder.jsonl', ...both];
    const { exitCode, stderr } = await runInProcess(
      [...args, '--baseline', 'baseline.json', '--fail-on-drop', '0.1'],
      surroundings,
    );
    expect([exitCode, stderr]).toEqual([1, 'error: silence fell from 0.667 to 0.333, by more than 0.1\n']);
  });

  it('is a fault of use when a name of its labels is ambiguous now', async () => {
    const { exitCode, stderr } = await crowded();
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining('"create_issue" counts for nothing: it fits several'),
    ]);
  });
});

describe('callslip eval --self', () => {
  it('shows what own words do not find, what can not be told apart, and what weighs most', async () => {
    await write('self.jsonl', [
      ...Array.from({ length: 7 }, (_, index) => ({
        tool: 'search',
        source: `engine${index}`,
        description: `Asks engine${index}.`,
        parameters: { type: 'object', properties: { q: { type: 'string', description: 'x'.repeat(index * 100) } } },
      })),
      { tool: 'getPage', source: 'web' },
      { tool: 'click', source: 'first', description: 'Clicks an element.\u001b[2J' },
      { tool: 'click', source: 'second', description: 'Clicks an element.\u001b[2J' },
    ]);
    const { exitCode, stdout, stderr } = await runInProcess(
      ['eval', '--self', '--related', 'off', '--tools', 'self.jsonl'],
      surroundings,
    );
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Catalogue\n  10 tools; found means: among the first 5\n');
    expect(stdout).toContain(
      'Not found by their own name (3)\n  mcp__web__getPage\n    "get Page": not found; nothing comes\n' +
        '  mcp__engine6__search\n    "search": place 7; first comes mcp__engine0__search\n',
    );
    expect(stdout).toContain('Not found by the first sentence of their description (0)\n  none\n');
    expect(stdout).toContain('Without a description (1)\n  mcp__web__getPage\n');
    expect(stdout).toContain(
      "Can't be told apart by their words (1)\n  all words the same\n    mcp__first__click, mcp__second__click\n",
    );
    expect(stdout).toMatch(
      /Heaviest schemas, in tokens \(all tools whole: [\d,]+\)\n +schema +whole tool\n {2}mcp__engine6__search +\d+/,
    );
    expect(stdout).toContain('Never used\n  not known: callslip keeps no record of the tools that were called\n');
    expect(stdout).not.toContain('\u001b');
  });

  it('gives the same as JSON, and invents no record of use', async () => {
    const found = await report('--self');
    expect(found).toMatchObject({
      kind: 'callslip-self-check',
      version: 1,
      related: 'off',
      tools: 5,
      top: 5,
      unfound: { byName: [], bySentence: [], withoutDescription: [] },
      alike: { count: 1, found: [{ tools: ['mcp__exa__search', 'mcp__brave__search'], likeness: 1 }] },
      neverUsed: { reason: expect.stringContaining('no record') },
    });
    expect(found.weights.heaviest).toHaveLength(5);
  });

  it('bounds its lists, and says how many more there are', async () => {
    await write(
      'mute.jsonl',
      Array.from({ length: 25 }, (_, index) => ({ tool: `t${index}`, source: 's' })),
    );
    const { stdout } = await runInProcess(['eval', '--self', '--tools', 'mute.jsonl'], surroundings);
    expect(stdout).toContain('Without a description (25)\n');
    expect(stdout).toContain('  mcp__s__t9\n  … and 15 more, with --json\n');
  });
});
