import { once } from 'node:events';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Progress } from '../../src/base/call/call-context.ts';
import type { JsonObject } from '../../src/base/json.ts';
import { renderResult } from '../../src/dispatch/render-result.ts';
import { createRuntime } from '../../src/runtime/create-runtime.ts';
import { runInProcess } from '../fixtures/cli-host.ts';
import { cliArguments, startCli } from '../fixtures/cli-program.ts';
import { PEERS, type Peer, type Place } from '../fixtures/gateway-peers.ts';
import { oddEndpoint } from '../fixtures/odd-server/odd-server-config.ts';

const EVERYTHING = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
const CLIENTS = ['SDK v1', 'SDK v2, legacy', 'SDK v2, pinned to 2026-07-28', 'raw JSON-RPC'];
const TAP = fileURLToPath(new URL('../fixtures/tapped-server.mjs', import.meta.url));
const QUERIES = ['echo message', 'tiny image', 'nothing like it at all'];

let root: string;
let config: string;
let log: string;
beforeAll(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'callslip-serve-')));
  config = path.join(root, 'servers.yaml');
  log = path.join(root, 'everything.log');
  const { command, args } = oddEndpoint();
  const everything = { command: process.execPath, args: [TAP, log, EVERYTHING, 'stdio'], always_load: ['echo'] };
  await writeFile(config, JSON.stringify({ mcp_servers: { everything, odd: { command, args } } }));
});
afterAll(() => rm(root, { recursive: true, maxRetries: 3 }));

const connect = (client: string, place: Place) => (PEERS[client] as (place: Place) => Promise<Peer>)(place);
const through = (peer: Peer, name: string, args: JsonObject, options = {}) =>
  peer.call('tool_call', { calls: [{ name, arguments: args }] }, options);
const blocksOf = (result: JsonObject) => result['content'] as readonly JsonObject[];
const textOf = (result: JsonObject) => String(blocksOf(result)[0]?.['text']);

/** What any client does with the real server behind the gateway. */
async function useEverything(peer: Peer, isExact: boolean): Promise<void> {
  await vi.waitFor(async () => {
    const listed = (await peer.listTools()).map((tool) => tool['name']);
    expect(listed).toEqual(['mcp__everything__echo', 'tool_search', 'tool_describe', 'tool_call']);
  }, 10_000);
  const found = JSON.parse(
    textOf(await peer.call('tool_search', { queries: ['tiny image', 'long running operation'] })),
  );
  const [image, operation] = found.results.map(({ matches }: { matches: string[] }) => matches[0]);
  const described = JSON.parse(textOf(await peer.call('tool_describe', { names: [operation] })));
  expect(Object.keys(described.tools[operation].parameters.properties)).toEqual(['duration', 'steps']);

  expect(textOf(await peer.call('mcp__everything__echo', { message: 'hello' }))).toBe('Echo: hello');
  const picture = blocksOf(await through(peer, image, {})).find(({ type }) => type === 'image');
  expect(picture).toMatchObject({ mimeType: 'image/png', data: expect.stringMatching(/^iVBOR/) });

  const steps: number[] = [];
  const onProgress = ({ progress }: Progress) => steps.push(progress);
  const done = await through(peer, operation, { duration: 0.3, steps: 3 }, { onProgress });
  expect(textOf(done)).toContain('completed');
  // The last step comes just before the answer; over stdio the SDK's clients may take the answer first when they are busy.
  expect(steps).toEqual(isExact ? [1, 2, 3] : [1, 2, ...steps.slice(2)]);

  const stop = new AbortController();
  const before = (await sentToEverything()).length;
  const long = through(
    peer,
    operation,
    { duration: 60, steps: 600 },
    { signal: stop.signal, onProgress: () => stop.abort() },
  );
  await expect(long).rejects.toThrow();
  await vi.waitFor(async () => {
    const sent = (await sentToEverything()).slice(before);
    const call = sent.find(({ method }) => method === 'tools/call');
    const cancelled = sent.filter(({ method }) => method === 'notifications/cancelled');
    expect(cancelled.map(({ params }) => (params as JsonObject)['requestId'])).toEqual([call?.['id']]);
  }, 10_000);
}

async function sentToEverything(): Promise<readonly JsonObject[]> {
  const lines = (await readFile(log, 'utf8')).split('\n');
  return lines.slice(0, -1).map((line) => JSON.parse(line));
}

describe('callslip serve', () => {
  it.each(CLIENTS)('offers real servers over stdio to %s', async (name) => {
    const peer = await connect(name, { door: 'stdio', args: cliArguments('serve', '--config', config) });
    await useEverything(peer, name === 'raw JSON-RPC').finally(() => peer.close());
  });

  it('offers real servers over HTTP to every client, and ends when it is stopped', async () => {
    const program = startCli(['serve', '--http', '--port', '0', '--config', config], { cwd: root });
    const [url] = await program.printed(/http:\/\/127\.0\.0\.1:\d+\/mcp(?=\n)/);
    for (const name of CLIENTS) {
      const peer = await connect(name, { door: 'http', url });
      await useEverything(peer, true).finally(() => peer.close());
    }
    program.child.kill('SIGINT');
    expect(await program.ended).toBe(0);
  });
});

describe('callslip serve, stopped', () => {
  it('ends although its client has stopped reading', async () => {
    const { child, printed } = startCli(['serve', '--config', config], { cwd: root });
    const send = (message: JsonObject) => child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const clientInfo = { name: 'raw', version: '1' };
    send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
    await printed(/"id":1/);
    child.stdout?.pause();
    send({ id: 2, method: 'tools/call', params: { name: 'mcp__odd__huge', arguments: { bytes: 2_000_000 } } });
    const isFull = () => expect(child.stdout?.readableLength).toBeGreaterThan(60_000);
    await vi.waitFor(isFull, 10_000);
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  });
});

describe('an answer of tool_search', () => {
  it('[INV-8] is the same bytes from the command line, the library and the gateway', async () => {
    const surroundings = { cwd: root, environment: { CALLSLIP_HOME: path.join(root, 'home') } };
    const runtime = await createRuntime({ ...surroundings, configFile: config });
    await runtime.settled();
    const session = runtime.sessions.createSession(runtime.scope({ sessionId: 's', surface: 'library' }));
    const [outcome] = await session.dispatch([{ id: '1', name: 'tool_search', arguments: { queries: QUERIES } }]);
    await runtime.close();
    const library = outcome && renderResult(outcome.result);

    const { stdout } = await runInProcess(['search', ...QUERIES, '--json', '--config', config], surroundings);
    expect(stdout).toBe(`${library}\n`);

    const peer = await connect('SDK v1', { door: 'stdio', args: cliArguments('serve', '--config', config) });
    await vi.waitFor(async () => expect(await peer.listTools()).toHaveLength(4), 10_000);
    expect(textOf(await peer.call('tool_search', { queries: QUERIES }))).toBe(library);
    await peer.close();
  });
});
