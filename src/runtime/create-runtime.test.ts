// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is the syntax of a configuration
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type OddBehaviour, oddEndpoint } from '../../test/fixtures/odd-server/odd-server-config.ts';
import type { JsonObject } from '../base/json.ts';
import { renderResult } from '../dispatch/render-result.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { createRuntime, type Runtime, type RuntimeOptions } from './create-runtime.ts';
import { recordTrust } from './project-trust.ts';

// Real programs, on a machine that may be busy.
vi.setConfig({ testTimeout: 20_000 });

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'callslip-runtime-')));
});
const running: Runtime[] = [];
afterEach(async () => {
  // What they write last goes there.
  await Promise.all(running.splice(0).map((runtime) => runtime.close()));
  await rm(root, { recursive: true, maxRetries: 3 });
});

async function runtimeWith(options: RuntimeOptions): Promise<Runtime> {
  const environment = { CALLSLIP_HOME: path.join(root, 'home'), ...options.environment };
  const runtime = await createRuntime({ cwd: root, ...options, environment });
  running.push(runtime);
  return runtime;
}

function entry(behaviour: OddBehaviour = {}, more: JsonObject = {}): JsonObject {
  const { command, args } = oddEndpoint(behaviour);
  return { command, args, ...more };
}

const session = (runtime: Runtime) =>
  runtime.sessions.createSession(runtime.scope({ sessionId: 's', surface: 'test' }));

async function call(runtime: Runtime, name: string, args: JsonObject = {}) {
  const [outcome] = await session(runtime).dispatch([{ id: 'call-1', name, arguments: args }]);
  if (outcome === undefined) throw new Error('no outcome');
  return outcome;
}

function until(runtime: Runtime, holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => holds() && resolve();
    runtime.registry.subscribe(look);
    look();
  });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('createRuntime', () => {
  it('connects the servers of a configuration, and a session calls their tools', async () => {
    const runtime = await runtimeWith({ values: { mcp_servers: { odd: entry() } } });
    await runtime.settled();
    expect(runtime.servers()).toMatchObject([{ label: 'odd', state: 'ready', transport: 'stdio' }]);
    expect(runtime.warnings).toEqual([]);
    const outcome = await call(runtime, 'mcp__odd__echo', { a: 1 });
    expect(renderResult(outcome.result)).toBe('{"a":1}');
  });

  it('[CFG-20] waits for no server: a slow one shows up when it is ready', async () => {
    const gate = path.join(root, 'gate');
    const slow = entry({ startsWhenExists: gate }, { start_timeout: 30 });
    const runtime = await runtimeWith({ values: { mcp_servers: { slow, quick: entry() } } });
    expect(runtime.servers().map(({ label, state }) => [label, state])).toEqual([
      ['slow', 'starting'],
      ['quick', 'starting'],
    ]);
    const before = await session(runtime).expose();
    expect(before.deferred).toEqual([]);
    await writeFile(gate, '');
    await runtime.settled();
    const after = await session(runtime).expose();
    expect(new Set(after.deferred.map(({ source }) => source.label))).toEqual(new Set(['slow', 'quick']));
  });

  it('has the tools of an earlier run when it resolves, before their servers are up', async () => {
    const values = { mcp_servers: { one: entry(), two: entry() } };
    const earlier = await runtimeWith({ values });
    await earlier.settled();
    await earlier.close();
    const runtime = await runtimeWith({ values, spawnDelayMs: 60_000 });
    expect(runtime.servers()).toMatchObject([
      { state: 'restarting', cached: true, toolCount: expect.any(Number) },
      { state: 'restarting', cached: true, toolCount: expect.any(Number) },
    ]);
  });

  it('[CFG-06] [INV-6] marks a server whose variable is not set by that name, and starts the others', async () => {
    const runtime = await runtimeWith({
      values: {
        mcp_servers: {
          needy: { url: 'http://127.0.0.1:9/mcp', headers: { Authorization: 'Bearer ${UNSET_TOKEN}' } },
          odd: entry(),
          listed: 'not a mapping',
        },
      },
    });
    await runtime.settled();
    const [needy, odd, listed] = runtime.servers();
    expect(needy).toMatchObject({
      state: 'failed',
      transport: 'misconfigured',
      reason: expect.stringContaining('UNSET_TOKEN'),
    });
    expect(odd).toMatchObject({ state: 'ready' });
    expect(listed).toMatchObject({ state: 'failed', reason: expect.stringContaining('mcp_servers.listed') });
    expect(runtime.warnings.filter((warning) => warning.includes('UNSET_TOKEN'))).toHaveLength(1);
  });

  it('fills variables from the .env file of the home', async () => {
    await mkdir(path.join(root, 'home'));
    await writeFile(path.join(root, 'home', '.env'), 'SECRET_NAME=from-file\n');
    const runtime = await runtimeWith({
      values: { mcp_servers: { odd: entry({}, { env: { GIVEN: '${SECRET_NAME}' } }) } },
    });
    await runtime.settled();
    const { result } = await call(runtime, 'mcp__odd__environment');
    expect(JSON.parse(renderResult(result))).toMatchObject({ GIVEN: 'from-file' });
  });

  it('reads mcp.json files too; of two servers of one name the first counts, and that is said', async () => {
    const file = path.join(root, 'mcp.json');
    await writeFile(
      file,
      JSON.stringify({ mcpServers: { odd: { command: 'other' }, more: { command: 'x', disabled: true } } }),
    );
    const runtime = await runtimeWith({
      values: { mcp_servers: { odd: entry() } },
      mcpJson: ['mcp.json', 'missing.json'],
    });
    await runtime.settled();
    expect(runtime.servers().map(({ label, state }) => [label, state])).toEqual([
      ['odd', 'ready'],
      ['more', 'disabled'],
    ]);
    expect(runtime.warnings).toEqual([
      expect.stringContaining(`${path.join(root, 'missing.json')} does not exist`),
      expect.stringContaining(`server odd of ${file} does not count`),
    ]);
  });

  it('names unknown keys in one warning, and what can’t be used', async () => {
    const runtime = await runtimeWith({
      values: {
        display: { secret: 'x' },
        voice: 1,
        tools: 5,
        toolsets: {},
        approvals: { deny_tools: ['mcp__odd__e*'] },
      },
    });
    expect(runtime.warnings).toEqual([
      expect.stringMatching(/^unknown keys are ignored: display, voice; known are tools, mcp_servers, /),
      expect.stringContaining('tools is 5'),
      expect.stringContaining('toolsets is {}'),
    ]);
    expect(runtime.config.dispatch.denyTools).toEqual(['mcp__odd__e*']);
  });

  it('starts programs later when asked to, and says at once what will not start', async () => {
    const clock = createFakeClock();
    const servers = { odd: entry(), off: entry({}, { enabled: false }), bad: { url: 'nonsense' } };
    const runtime = await runtimeWith({ values: { mcp_servers: servers }, clock, spawnDelayMs: 150 });
    const states = () => runtime.servers().map(({ state }) => state);
    expect(states()).toEqual(['starting', 'disabled', 'failed']);
    await runtime.close();
    await clock.advance(1_000);
    expect(states()[0]).not.toBe('ready');
  });

  it('[INV-4] grants a session the configured toolsets and no more', async () => {
    const servers = { a: entry(), b: entry() };
    const runtime = await runtimeWith({
      values: { mcp_servers: servers, toolsets: ['a'], model: { context_length: 8000 } },
    });
    await runtime.settled();
    const { deferred, bill } = await session(runtime).expose();
    expect(new Set(deferred.map(({ source }) => source.label))).toEqual(new Set(['a']));
    expect(bill.listingBudget).toBe(400);
    expect(await call(runtime, 'mcp__b__echo')).toMatchObject({ status: 'refused', refusedBy: 'scope' });

    const disabled = await runtimeWith({ values: { mcp_servers: servers, agent: { disabled_toolsets: ['all'] } } });
    await disabled.settled();
    expect((await disabled.registry.snapshot(disabled.scope({ sessionId: 's', surface: 'x' }))).tools).toEqual([]);
  });

  it('refuses what approvals.deny_tools names', async () => {
    const runtime = await runtimeWith({
      values: { mcp_servers: { odd: entry() }, approvals: { deny_tools: ['mcp__odd__e*'] } },
    });
    await runtime.settled();
    expect(await call(runtime, 'mcp__odd__echo')).toMatchObject({ status: 'refused', refusedBy: 'approval' });
  });

  it('[INV-7] keeps the whole of a long result in the home, for sessions; another door may want it whole', async () => {
    const runtime = await runtimeWith({ values: { mcp_servers: { odd: entry() } } });
    await runtime.settled();
    const { result } = await call(runtime, 'mcp__odd__huge', { bytes: 150_000 });
    const text = renderResult(result);
    const file = path.join(root, 'home', 'cache', 'results', 'call-1.txt');
    expect(text.length).toBeLessThan(10_000);
    expect(text).toContain(file);
    expect(await readFile(file, 'utf8')).toBe('x'.repeat(150_000));

    const whole = runtime
      .sessionsWith({ maxResultChars: Number.POSITIVE_INFINITY, maxTurnChars: Number.POSITIVE_INFINITY })
      .createSession(runtime.scope({ sessionId: 't', surface: 'mcp' }));
    const [outcome] = await whole.dispatch([{ id: '1', name: 'mcp__odd__huge', arguments: { bytes: 150_000 } }]);
    expect(outcome && renderResult(outcome.result)).toHaveLength(150_000);
  });

  it('leaves no process behind when it is closed, and cancels what runs', async () => {
    const runtime = await runtimeWith({
      values: { mcp_servers: { a: entry(), b: entry({ startsWhenExists: path.join(root, 'never') }) } },
    });
    await until(runtime, () => runtime.servers()[0]?.state === 'ready');
    const pids = runtime.servers().flatMap(({ pid }) => pid ?? []);
    expect(pids).toHaveLength(2);
    const running = call(runtime, 'mcp__a__slow', { ms: 60_000 });
    await Promise.all([runtime.close(), runtime.close()]);
    expect(pids.filter(isAlive)).toEqual([]);
    expect(await running).toMatchObject({ result: { ok: false } });
  });
});

describe('a project that is not trusted', () => {
  it('has its servers reported with the remedy, and none of them started', async () => {
    const log = path.join(root, 'started.log');
    await mkdir(path.join(root, '.callslip'));
    const file = path.join(root, '.callslip', 'config.yaml');
    await writeFile(file, JSON.stringify({ mcp_servers: { evil: entry({ log }) } }));

    const runtime = await runtimeWith({});
    await runtime.settled();
    const remedy = `look at ${file}, then run: callslip config --trust`;
    expect(runtime.servers()).toEqual([
      { label: 'evil', transport: 'stdio', state: 'disabled', reason: `the project ${root} is not trusted`, remedy },
    ]);
    expect(runtime.warnings).toEqual([expect.stringContaining('mcp_servers does not count')]);
    await expect(readFile(log)).rejects.toThrow();

    const { project, home } = runtime.loaded;
    if (project === undefined) throw new Error('no project');
    await recordTrust(home, project.folder, project.digest);
    const trusted = await runtimeWith({});
    await trusted.settled();
    expect(trusted.servers()).toMatchObject([{ label: 'evil', state: 'ready' }]);
  });
});
