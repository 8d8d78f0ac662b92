// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is the syntax of a configuration
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type OddBehaviour, oddEndpoint } from '../../test/fixtures/odd-server/odd-server-config.ts';
import { renderResult } from '../dispatch/render-result.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { type LoopbackOptions, startLoopbackServer } from '../testing/loopback-server.ts';
import { createRuntime, type Runtime, type RuntimeOptions } from './create-runtime.ts';

// Real programs, on a machine that may be busy.
vi.setConfig({ testTimeout: 20_000 });

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'callslip-clients-')));
});
afterEach(() => rm(root, { recursive: true, maxRetries: 3 }));

/** A runtime with the servers of one client's file. */
async function runtimeWith(
  [name, content]: readonly [name: string, content: string],
  { environment, ...options }: RuntimeOptions = {},
): Promise<Runtime> {
  const file = path.join(root, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
  const runtime = await createRuntime({
    cwd: root,
    values: { mcp_json: name },
    environment: { CALLSLIP_HOME: path.join(root, 'home'), HOME: root, ...environment },
    ...options,
  });
  onTestFinished(() => runtime.close());
  return runtime;
}

async function loopback(options: LoopbackOptions = {}) {
  const server = await startLoopbackServer(options);
  onTestFinished(() => server.close());
  return server;
}

function commandLine(behaviour: OddBehaviour = {}): readonly string[] {
  const { command, args } = oddEndpoint(behaviour);
  return [command, ...args];
}

const session = (runtime: Runtime) =>
  runtime.sessions.createSession(runtime.scope({ sessionId: 's', surface: 'test' }));

const states = (runtime: Runtime) => runtime.servers().map(({ label, state }) => [label, state]);

async function toolsOf(runtime: Runtime): Promise<readonly string[]> {
  const { deferred, tools } = await session(runtime).expose();
  return [...deferred, ...tools].map(({ name }) => name);
}

/** A table of Codex, in which a text is written as in JSON. */
function codexTable(label: string, behaviour: OddBehaviour, more = ''): string {
  const [command, ...args] = commandLine(behaviour);
  return `[mcp_servers.${label}]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n${more}\n`;
}

describe('the servers of another client’s file', () => {
  it('[CFG-20] are waited for by nobody, and are given the time that they have there', async () => {
    const gate = path.join(root, 'gate');
    const toml = codexTable('slow', { startsWhenExists: gate }, 'startup_timeout_sec = 30') + codexTable('quick', {});
    const clock = createFakeClock();
    const runtime = await runtimeWith(['.codex/config.toml', toml], { clock });
    const seen: string[] = [];
    runtime.registry.subscribe(() => seen.push(JSON.stringify(states(runtime))));
    await vi.waitFor(() => expect(states(runtime)).toContainEqual(['quick', 'ready']), { timeout: 10_000 });
    expect(await toolsOf(runtime)).toContain('mcp__quick__echo');
    await clock.advance(25_000);
    expect(states(runtime)).toEqual([
      ['slow', 'starting'],
      ['quick', 'ready'],
    ]);
    await writeFile(gate, '');
    await runtime.settled();
    expect(states(runtime)[0]).toEqual(['slow', 'ready']);
    expect(await toolsOf(runtime)).toContain('mcp__slow__echo');
    expect(seen.join()).not.toContain('failed');
  });

  it('[CFG-20] are given up only when that time is over', async () => {
    const gate = path.join(root, 'never');
    const toml = codexTable('slow', { startsWhenExists: gate }, 'startup_timeout_sec = 20');
    const clock = createFakeClock();
    const runtime = await runtimeWith(['.codex/config.toml', toml], { clock });
    await clock.advance(19_000);
    expect(states(runtime)).toEqual([['slow', 'starting']]);
    await clock.advance(2000);
    await runtime.settled();
    expect(states(runtime)).toEqual([['slow', 'failed']]);
  });

  it('[CFG-06] start though one of them lacks a variable, which is named', async () => {
    const [command, ...args] = commandLine();
    const servers = {
      first: { url: 'http://127.0.0.1:9/mcp', headers: { Authorization: 'Bearer ${UNSET_TOKEN}' } },
      second: { command, args },
    };
    const runtime = await runtimeWith(['mcp.json', JSON.stringify({ mcpServers: servers })]);
    await runtime.settled();
    expect(states(runtime)).toEqual([
      ['first', 'failed'],
      ['second', 'ready'],
    ]);
    expect(runtime.servers()[0]?.reason).toContain('UNSET_TOKEN');
    expect(runtime.warnings.join()).toContain('UNSET_TOKEN');
  });

  it('[CFG-22] are listed but not started where the file has them off', async () => {
    const log = path.join(root, 'log');
    const mcp = {
      on: { type: 'local', command: commandLine({ log }), environment: { A: '{env:A}' } },
      off: { type: 'local', command: commandLine({ log }), enabled: false },
    };
    const runtime = await runtimeWith(['opencode.json', JSON.stringify({ mcp })], { environment: { A: 'x' } });
    await runtime.settled();
    expect(states(runtime)).toEqual([
      ['on', 'ready'],
      ['off', 'disabled'],
    ]);
    expect((await readFile(log, 'utf8')).match(/"started":/g)).toHaveLength(1);
    expect(await toolsOf(runtime)).toContain('mcp__on__echo');
    expect(runtime.warnings).toEqual([]);
  });

  it('[CFG-04] are sent the headers of a nested transport, variables filled in', async () => {
    const web = await loopback();
    const core = { transport: { type: 'http', url: web.url, headers: { 'x-mcp-token': '${MCP_TOKEN}' } } };
    const file = ['mcp.json', JSON.stringify({ mcpServers: { core } })] as const;
    const runtime = await runtimeWith(file, { environment: { MCP_TOKEN: 'of-the-test' } });
    await runtime.settled();
    expect(states(runtime)).toEqual([['core', 'ready']]);
    expect(web.requests.map(({ headers }) => headers.get('x-mcp-token'))).toEqual(
      web.requests.map(() => 'of-the-test'),
    );
  });

  it.each(['http', 'streamable-http', 'streamable_http', 'streamableHttp', 'streamableHTTP', 'streamablehttp'])(
    '[CFG-12] are not tried over SSE when they are of type %s',
    async (type) => {
      const web = await loopback({ intercept: () => new Response('gone', { status: 404 }) });
      const file = ['mcp.json', JSON.stringify({ mcpServers: { a: { type, url: web.url } } })] as const;
      const runtime = await runtimeWith(file);
      await runtime.settled();
      expect(states(runtime)).toEqual([['a', 'failed']]);
      expect(new Set(web.requests.map(({ method }) => method))).toEqual(new Set(['POST']));
    },
  );

  it('find the folder of the project in which the file is', async () => {
    const [command, ...args] = commandLine();
    const lint = { command, args: [...args, '${workspaceFolder}'], env: { HERE: '${userHome}' } };
    const runtime = await runtimeWith(['shop/.vscode/mcp.json', JSON.stringify({ servers: { lint } })]);
    await runtime.settled();
    expect(runtime.warnings).toEqual([]);
    expect(runtime.config.servers[0]?.endpoint).toMatchObject({
      args: [...args, path.join(root, 'shop')],
      env: { HERE: root },
    });
    const [outcome] = await session(runtime).dispatch([{ id: '1', name: 'mcp__lint__echo', arguments: { a: 1 } }]);
    expect(outcome && renderResult(outcome.result)).toBe('{"a":1}');
  });

  it('[CFG-18] are approved of nothing, and one that was approved of everything is told', async () => {
    const [command, ...args] = commandLine();
    const servers = { all: { command, args, autoApprove: true }, some: { command, args, autoApprove: ['echo'] } };
    const runtime = await runtimeWith(['mcp.json', JSON.stringify({ mcpServers: servers })], { servers: false });
    expect(runtime.warnings).toEqual([expect.stringMatching(/mcpServers\.all\.autoApprove .*every tool/)]);
  });
});
