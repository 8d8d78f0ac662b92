import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { type CliProgram, startCli } from '../fixtures/cli-program.ts';
import { PEERS, type Peer, type Place } from '../fixtures/gateway-peers.ts';
import { oddEndpoint } from '../fixtures/odd-server/odd-server-config.ts';

let root: string;
beforeAll(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'callslip-drain-')));
  const { command, args } = oddEndpoint();
  const mcp_servers = { odd: { command, args } };
  const gateway = { public_url: 'https://tools.example.org/callslip/mcp' };
  await writeFile(path.join(root, 'patient.yaml'), JSON.stringify({ mcp_servers, gateway }));
  await writeFile(path.join(root, 'hurried.yaml'), JSON.stringify({ mcp_servers, gateway: { drain_timeout: 0 } }));
});
afterAll(() => rm(root, { recursive: true, maxRetries: 3 }));

const slow = (ms: number): JsonObject => ({ calls: [{ name: 'mcp__odd__slow', arguments: { ms } }] });

/** Serves over HTTP; resolves when the server behind is ready. */
async function serveHttp(config: string): Promise<{ readonly program: CliProgram; readonly url: string }> {
  const program = startCli(['serve', '--http', '--port', '0', '--config', config], { cwd: root });
  const [url] = await program.printed(/http:\/\/127\.0\.0\.1:\d+\/mcp(?=\n)/);
  while ((await fetch(url.replace('/mcp', '/readyz'))).status !== 200)
    await new Promise((resolve) => setTimeout(resolve, 50));
  return { program, url };
}

/** Resolves when the call is on its way, with its end. */
async function begin(peer: Peer, ms: number): Promise<{ readonly result: Promise<unknown> }> {
  const result = peer.call('tool_call', slow(ms));
  result.catch(() => {});
  // A later request is answered after the earlier one was taken in.
  await peer.listTools();
  return { result };
}

const connect = (name: string, url: string) => (PEERS[name] as (place: Place) => Promise<Peer>)({ door: 'http', url });

describe.skipIf(process.platform === 'win32')('callslip serve, stopped', () => {
  it('answers what runs, and ends with 0', async () => {
    const { program, url } = await serveHttp('patient.yaml');
    expect(program.stdout()).toBe(`${url}\nhttps://tools.example.org/callslip/mcp\n`);
    const peers = await Promise.all(['SDK v1', 'SDK v2, pinned to 2026-07-28'].map((name) => connect(name, url)));
    const calls = await Promise.all(peers.map((peer) => begin(peer, 700)));
    program.child.kill('SIGTERM');
    for (const { result } of calls) expect(JSON.stringify(await result)).toContain('done');
    expect(await program.ended).toBe(0);
    expect(program.stderr()).not.toMatch(/warning|error/);
  });

  it('after `start` as well', async () => {
    const program = startCli(['start', '--port', '0', '--config', 'patient.yaml'], { cwd: root });
    const [url] = await program.printed(/http:\/\/127\.0\.0\.1:\d+\/mcp/);
    await program.printed(/serving; stop with Ctrl-C/);
    const { result } = await begin(await connect('SDK v1', url), 700);
    program.child.kill('SIGTERM');
    expect(JSON.stringify(await result)).toContain('done');
    expect(await program.ended).toBe(0);
  });

  it('with no time to drain, or a second time, ends at once', async () => {
    const [hurried, twice] = await Promise.all([serveHttp('hurried.yaml'), serveHttp('patient.yaml')]);
    for (const { url } of [hurried, twice]) await begin(await connect('SDK v1', url), 60_000);
    hurried.program.child.kill('SIGTERM');
    expect(await hurried.program.ended).toBe(0);
    twice.program.child.kill('SIGTERM');
    while ((await fetch(twice.url.replace('/mcp', '/readyz'))).status !== 503);
    twice.program.child.kill('SIGINT');
    expect(await twice.program.ended).toBe('SIGINT');
  });

  it('over stdio answers what was asked, refuses what comes after, and ends with 0', async () => {
    const program = startCli(['serve', '--config', 'patient.yaml'], { cwd: root });
    const write = (message: JsonObject) =>
      void program.child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const clientInfo = { name: 'raw', version: '1' };
    write({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
    write({ id: 2, method: 'tools/call', params: { name: 'tool_search', arguments: { query: 'slow' } } });
    await program.printed(/"id":2/);
    write({ id: 3, method: 'tools/call', params: { name: 'tool_call', arguments: slow(1_500) } });
    write({ id: 4, method: 'ping' });
    await program.printed(/"id":4/);
    program.child.kill('SIGTERM');
    let id = 5;
    const late = setInterval(() => write({ id: id++, method: 'ping' }), 50);
    const [refusal] = await program.printed(/^.*being stopped.*$/m);
    clearInterval(late);
    expect(JSON.parse(refusal)).toMatchObject({ id: expect.any(Number), error: { code: -32000 } });
    expect(await program.ended).toBe(0);
    const answers = program
      .stdout()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers.find((answer) => answer.id === 3)).toMatchObject({ result: { content: [{ type: 'text' }] } });
  });
});
