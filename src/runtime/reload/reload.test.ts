import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type OddBehaviour, oddEndpoint } from '../../../test/fixtures/odd-server/odd-server-config.ts';
import type { JsonObject } from '../../base/json.ts';
import { silentLogger } from '../../base/logger.ts';
import { createRuntime, type Runtime, type RuntimeOptions } from '../create-runtime.ts';

vi.setConfig({ testTimeout: 20_000 });

let home: string;
beforeEach(async () => {
  home = await realpath(await mkdtemp(path.join(tmpdir(), 'callslip-reload-')));
});
const running: Runtime[] = [];
afterEach(async () => {
  // What they write last goes there.
  await Promise.all(running.splice(0).map((runtime) => runtime.close()));
  await rm(home, { recursive: true, maxRetries: 3 });
});

const entry = (more: JsonObject = {}, behaviour: OddBehaviour = {}): JsonObject => {
  const { command, args } = oddEndpoint(behaviour);
  return { command, args, ...more };
};
const configFile = () => path.join(home, 'config.yaml');
const write = (servers: JsonObject, more: JsonObject = {}) =>
  writeFile(configFile(), JSON.stringify({ mcp_servers: servers, ...more }));

async function open(options: RuntimeOptions = {}): Promise<Runtime> {
  const environment = { ...process.env, CALLSLIP_HOME: home };
  const runtime = await createRuntime({ cwd: home, environment, ...options });
  running.push(runtime);
  await runtime.settled();
  return runtime;
}
const pids = (runtime: Runtime) => new Map(runtime.servers().map(({ label, pid }) => [label, pid]));
const session = (runtime: Runtime) =>
  runtime.sessions.createSession(runtime.scope({ sessionId: 's', surface: 'test' }));

/** Resolves when the runtime has reloaded by itself. */
const reloaded = (runtime: Runtime) =>
  new Promise<void>((resolve) => {
    const end = runtime.onReload(() => {
      end();
      resolve();
    });
  });

describe('reload', () => {
  it('starts, stops and restarts what changed, and leaves alone what did not', async () => {
    await write({ same: entry(), gone: entry(), other: entry({ always_load: false }) });
    const runtime = await open();
    const before = pids(runtime);
    await write({ new: entry(), same: entry(), other: entry({ always_load: true }) });
    expect(await runtime.reload()).toEqual({ started: ['new'], stopped: ['gone'], restarted: ['other'] });
    await runtime.settled();
    const after = pids(runtime);
    expect([...after.keys()]).toEqual(['new', 'same', 'other']);
    expect(after.get('same')).toBe(before.get('same'));
    expect(after.get('other')).not.toBe(before.get('other'));
    expect(() => process.kill(before.get('gone') ?? 0, 0)).toThrow();
    const { sources } = await session(runtime).snapshot();
    expect(sources.map(({ label }) => label)).toEqual(['new', 'same', 'other']);
  });

  it('says of a server that is switched that it stopped or started, and touches no other', async () => {
    const off: JsonObject = { ...entry(), enabled: false };
    await write({ same: entry(), switched: entry() });
    const runtime = await open();
    const before = pids(runtime);
    await write({ same: { ...entry(), enabled: true }, switched: off, new: off });
    expect(await runtime.reload()).toEqual({ started: [], stopped: ['switched'], restarted: [] });
    await write({ switched: entry(), same: entry() });
    expect(await runtime.reload()).toEqual({ started: ['switched'], stopped: [], restarted: [] });
    await runtime.settled();
    expect(pids(runtime).get('same')).toBe(before.get('same'));
  });

  it('gives sessions made from then on the new rules', async () => {
    await write({ odd: entry() });
    const runtime = await open();
    expect((await session(runtime).expose()).activated).toBe(true);
    await write({ odd: entry() }, { tools: { tool_search: { enabled: 'off' } }, approvals: { deny_tools: ['*echo'] } });
    await runtime.reload();
    expect((await session(runtime).expose()).activated).toBe(false);
    const [outcome] = await session(runtime).dispatch([{ id: '1', name: 'mcp__odd__echo', arguments: {} }]);
    expect(outcome?.refusedBy).toBe('approval');
  });

  it('keeps everything as it is when the file can not be read, and says why', async () => {
    await write({ odd: entry() });
    const runtime = await open();
    const before = pids(runtime);
    await writeFile(configFile(), '{ not: [yaml');
    await expect(runtime.reload()).rejects.toMatchObject({ code: 'invalid-config' });
    expect(pids(runtime)).toEqual(before);
    expect(runtime.servers()).toMatchObject([{ state: 'ready' }]);
  });

  it('tries a server that was given up once more', async () => {
    await write({ odd: entry({ command: path.join(home, 'program') }) });
    const runtime = await open();
    expect(runtime.servers()).toMatchObject([{ state: 'failed' }]);
    await writeFile(path.join(home, 'program'), `#!/bin/sh\nexec ${process.execPath} "$@"\n`, { mode: 0o755 });
    expect(await runtime.reload()).toEqual({ started: [], stopped: [], restarted: [] });
    await vi.waitFor(() => expect(runtime.servers()).toMatchObject([{ state: 'ready' }]), 10_000);
  });

  it('does one reload after the other', async () => {
    await write({ a: entry() });
    const runtime = await open();
    await write({ b: entry() });
    const [first, second] = await Promise.all([runtime.reload(), runtime.reload()]);
    expect(first).toEqual({ started: ['b'], stopped: ['a'], restarted: [] });
    expect(second).toEqual({ started: [], stopped: [], restarted: [] });
  });

  it('stops what is being started when the runtime closes meanwhile', async () => {
    await write({ a: entry() });
    const runtime = await open();
    await write({ b: entry() });
    const reloading = runtime.reload();
    await runtime.close();
    await reloading.catch(() => {});
    expect(runtime.servers().filter(({ pid }) => pid !== undefined)).toEqual([]);
  });
});

describe('a runtime that watches its files', () => {
  it.each([
    ['written', (text: string) => writeFile(configFile(), text)],
    [
      'replaced by a rename, as editors do',
      async (text: string) => {
        await writeFile(path.join(home, '.draft'), text);
        await rename(path.join(home, '.draft'), configFile());
      },
    ],
  ])('follows a configuration that is %s', async (_how, put) => {
    await write({ a: entry() });
    const runtime = await open({ watch: true });
    const done = reloaded(runtime);
    await put(JSON.stringify({ mcp_servers: { b: entry() } }));
    await done;
    expect(runtime.servers().map(({ label }) => label)).toEqual(['b']);
  });

  it('follows variables, and files of servers that come later', async () => {
    await writeFile(path.join(home, '.env'), 'NOTE=first\n');
    const written = { odd: entry({ env: { NOTE: `$\{NOTE}` } }) };
    await writeFile(configFile(), JSON.stringify({ mcp_servers: written, mcp_json: 'more.json' }));
    const runtime = await open({ watch: true });
    const before = pids(runtime).get('odd');
    let done = reloaded(runtime);
    await writeFile(path.join(home, '.env'), 'NOTE=second\n');
    await done;
    expect(pids(runtime).get('odd')).not.toBe(before);
    done = reloaded(runtime);
    await writeFile(path.join(home, 'more.json'), JSON.stringify({ mcpServers: { late: entry() } }));
    await done;
    expect(runtime.servers().map(({ label }) => label)).toEqual(['odd', 'late']);
  });

  it('follows a file that it learns of while it runs', async () => {
    const put = (label: string) =>
      writeFile(path.join(home, 'later', 'more.json'), JSON.stringify({ mcpServers: { [label]: entry() } }));
    await mkdir(path.join(home, 'later'));
    await put('first');
    await write({});
    const runtime = await open({ watch: true });
    let done = reloaded(runtime);
    await write({}, { mcp_json: 'later/more.json' });
    await done;
    expect(runtime.servers().map(({ label }) => label)).toEqual(['first']);
    done = reloaded(runtime);
    await put('second');
    await done;
    expect(runtime.servers().map(({ label }) => label)).toEqual(['second']);
  });

  it('goes on with the old configuration while the file is spoilt, with a warning', async () => {
    await write({ a: entry() });
    const warned: string[] = [];
    let tell = () => {};
    const told = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const logger = {
      ...silentLogger,
      warn(message: string) {
        warned.push(message);
        tell();
      },
    };
    const runtime = await open({ watch: true, logger });
    await writeFile(configFile(), '{ not: [yaml');
    await told;
    expect(warned).toEqual(['the configuration could not be reloaded']);
    expect(runtime.servers()).toMatchObject([{ label: 'a', state: 'ready' }]);
    const done = reloaded(runtime);
    await write({ a: entry(), b: entry() });
    await done;
    expect(runtime.servers().map(({ label }) => label)).toEqual(['a', 'b']);
  });

  it('asks for no folder that is not there', async () => {
    await rm(home, { recursive: true });
    const runtime = await open({ watch: true, cwd: tmpdir(), values: { mcp_servers: {} } });
    await mkdir(home);
    expect(runtime.servers()).toEqual([]);
  });
});
