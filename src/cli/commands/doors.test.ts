import { once } from 'node:events';
import { mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type CliSurroundings, runInProcess } from '../../../test/fixtures/cli-host.ts';
import { createLab } from '../../../test/fixtures/gateway-lab.ts';
import { oddEndpoint } from '../../../test/fixtures/odd-server/odd-server-config.ts';
import { prepareSampleServers } from '../main-job/sample-servers.ts';
import { serveAnywhere } from '../main-job/serve-anywhere.ts';
import { Stopped } from '../program/host.ts';
import { createOutput } from '../terminal/output.ts';

// Real programs, on a machine that may be busy.
vi.setConfig({ testTimeout: 20_000 });

let root: string;
let surroundings: CliSurroundings;
beforeAll(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'callslip-doors-')));
  // Loading the program is no part of a test's time.
  await Promise.all([import('./serve.ts'), import('./start.ts')]);
  surroundings = { cwd: root, environment: { CALLSLIP_HOME: path.join(root, 'home') } };
  const { command, args } = oddEndpoint();
  const servers = { odd: { command, args } };
  await writeFile(path.join(root, 'odd.yaml'), JSON.stringify({ mcp_servers: servers, gateway: { port: 0 } }));
  const more = { ...servers, missing: { command: path.join(root, 'no-such-program') } };
  await writeFile(
    path.join(root, 'one-missing.yaml'),
    JSON.stringify({ mcp_servers: more, agent: { disabled_toolsets: ['nope'] }, gateway: { port: 0 } }),
  );
});
afterAll(() => rm(root, { recursive: true, maxRetries: 3 }));

async function takenPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

describe('callslip serve', () => {
  it.each([
    [['serve', '--port', '1'], '--port is for HTTP; add --http'],
    [['serve', '--http', '--port', '70000'], 'whole number from 0 to 65535'],
    [['serve', '--http', '--path', '/a b'], '--path is "/a b"'],
    [['serve', '--http', '--host', '0.0.0.0', '--port', '0'], 'without a token'],
  ])('refuses %j', async (args, message) => {
    const { exitCode, stdout, stderr } = await runInProcess(args, surroundings);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  it('says once why it stays shut', async () => {
    await writeFile(path.join(root, 'shut.yaml'), 'gateway: {token: ""}\n');
    for (const command of [['serve', '--http'], ['start']]) {
      const { exitCode, stderr } = await runInProcess([...command, '--config', 'shut.yaml'], surroundings);
      expect([exitCode, stderr.split('gateway.token is set')]).toEqual([
        2,
        ['error: the gateway stays shut: ', expect.any(String)],
      ]);
    }
  });

  it('says which port is taken', async () => {
    const port = await takenPort();
    const { exitCode, stderr } = await runInProcess(['serve', '--http', '--port', `${port}`], surroundings);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`127.0.0.1:${port}`);
  });

  it('prints nothing but the address over HTTP, and ends with the signal’s code', async () => {
    const stopping = new AbortController();
    const running = runInProcess(['serve', '--http', '--port', '0', '--json'], {
      ...surroundings,
      signal: stopping.signal,
    });
    stopping.abort(new Stopped('stopped by SIGTERM', 143));
    const { exitCode, stdout } = await running;
    expect(exitCode).toBe(143);
    expect(JSON.parse(stdout)).toEqual({ url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/) });
  });

  it('ends when its client over stdio has gone', async () => {
    const { exitCode, stdout } = await runInProcess(['serve', '--config', 'odd.yaml'], surroundings);
    expect([exitCode, stdout]).toEqual([0, '']);
  });
});

describe('callslip start', () => {
  it('connects, bills and serves what is configured, without the tour', async () => {
    const { exitCode, stdout } = await runInProcess(
      ['start', '--once', '--json', '--config', 'odd.yaml'],
      surroundings,
    );
    expect(exitCode).toBe(0);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({
      servers: [{ label: 'odd', state: 'ready' }],
      shown: 3,
      bill: { after: { tools: 3 } },
    });
    expect(report.task).toBeUndefined();
  });

  it('serves what is there, names what is not, and fails at the end', async () => {
    const { exitCode, stdout, stderr } = await runInProcess(
      ['start', '--once', '--config', 'one-missing.yaml'],
      surroundings,
    );
    expect(exitCode).toBe(1);
    expect(stdout).toContain('Servers (2)\n  odd: ready (stdio, ');
    expect(stdout).toContain('  missing: failed (stdio)\n    why: the program');
    expect(stdout).toMatch(/\nWithout --once it serves on http:\S+, where a client sees 3 tools\.\n/);
    expect(stdout).not.toContain('mcpServers');
    expect(stderr).toContain('warning: server failed server=missing');
    expect(stderr.split('no-such-program')).toHaveLength(2);
    expect(stderr.split('there is no toolset "nope"')).toHaveLength(2);
  });

  it('takes the configuration of the home, and says so when it has no server', async () => {
    const { exitCode, stdout } = await runInProcess(['start', '--once', '--tools', 'none.json'], surroundings);
    expect([exitCode, stdout]).toEqual([2, '']);
    await writeFile(path.join(root, 'empty.yaml'), 'gateway: {port: 0}\n');
    const empty = await runInProcess(['start', '--once', '--config', 'empty.yaml'], surroundings);
    expect(empty).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('no server is configured: callslip init'),
    });
  });

  it('takes another port when the usual one is taken, and says so; one that was asked for is insisted on', async () => {
    const port = await takenPort();
    const { gateway } = createLab();
    onTestFinished(() => gateway.close());
    const said = new PassThrough();
    const output = createOutput(new PassThrough(), said, {});
    const door = await serveAnywhere(gateway, { port, insisted: false }, output);
    expect(door.port).not.toBe(port);
    expect(String(said.read())).toBe(`warning: port ${port} is taken; serving on port ${door.port} instead\n`);
    await expect(serveAnywhere(gateway, { port, insisted: true }, output)).rejects.toMatchObject({
      code: 'gateway-failed',
    });
  });
});

describe('prepareSampleServers', () => {
  it('works on a temporary copy that goes when it is removed', async () => {
    const samples = await prepareSampleServers();
    expect(await readdir(samples.notes)).toContain('errands.md');
    await samples.remove();
    await expect(readdir(samples.notes)).rejects.toThrow();
  });

  it('says what to do where the sample servers are not installed', async () => {
    await expect(prepareSampleServers(root)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/no configuration.*callslip init.*callslip add/s),
    });
  });
});
