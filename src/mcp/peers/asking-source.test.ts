import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakePeer, isAlive, notes } from '../../../test/fixtures/asking-server/asking-lab.ts';
import { askingServer } from '../../../test/fixtures/asking-server/asking-server-config.ts';
import { modernServer, startModernServer } from '../../../test/fixtures/modern-server/modern-server-config.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { createRegistry } from '../../registry/registry.ts';
import { fakeCallContext } from '../../testing/fake-call-context.ts';
import type { ServerConfig } from '../config.ts';
import { createMcpSource, type McpSource } from '../mcp-source.ts';
import { createClientPeers } from './client-peer.ts';
import { SHARED_CAPABILITIES } from './shared-capabilities.ts';

// Real programs, on a machine that may be busy.
vi.setConfig({ testTimeout: 20_000 });

const scope = { sessionId: 's', surface: 'mcp' };
let log: string;
let folder: string;
let source: McpSource | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'callslip-asking-'));
  log = join(folder, 'log');
});
afterEach(async () => {
  await source?.stop();
  rmSync(folder, { recursive: true });
});

/** The server as a source, ready, with the clients that can be asked. */
async function open(config: ServerConfig = askingServer({ log, rootsAtStart: true })) {
  const registry = createRegistry();
  const peers = createClientPeers();
  const made = createMcpSource({
    config,
    handle: registry.open({ kind: 'mcp', label: config.label }),
    client: { name: 'test', version: '1' },
    peers,
  });
  source = made;
  made.start();
  await made.settled();
  const { tools } = await registry.snapshot(scope);
  const said = async (sessionId: string, name: string, args: JsonObject = {}): Promise<Json> => {
    const tool = tools.find(({ source: { toolName } }) => toolName === name);
    const result = await tool?.execute(args, fakeCallContext({ sessionId }));
    if (result?.ok !== true) throw new Error(JSON.stringify(result));
    return JSON.parse(String(result.content[0]?.text));
  };
  const pidOf = async (sessionId: string) => ((await said(sessionId, 'state')) as { pid: number }).pid;
  return { source: made, peers, said, pidOf, names: tools.map(({ source: { toolName } }) => toolName) };
}

describe('the connection that clients share', () => {
  it('declares everything, so that the server lists what it has for clients that can do something', async () => {
    const { said, names } = await open();
    expect(names).toEqual(expect.arrayContaining(['echo', 'ask', 'sample', 'roots']));
    expect(await said('nobody', 'state')).toMatchObject({ declared: SHARED_CAPABILITIES });
  });

  it('refuses whatever the server asks, roots at the start too', async () => {
    const { said } = await open();
    const refused = {
      error: { code: -32601, message: expect.stringContaining('no client is behind this connection') },
    };
    await vi.waitFor(() => expect(notes(log)).toContainEqual(expect.objectContaining({ rootsAtStart: refused })));
    expect(await said('nobody', 'ask', { question: 'who?' })).toMatchObject(refused);
    expect(await said('nobody', 'sample')).toMatchObject(refused);
  });

  it('[PAR-04] gives three calls at once their three results', async () => {
    const { said } = await open();
    const results = await Promise.all([1, 2, 3].map((nonce) => said('nobody', 'together', { count: 3, nonce })));
    expect(results).toEqual([{ nonce: 1 }, { nonce: 2 }, { nonce: 3 }]);
  });

  it('stays as it is when the connection of one client crashes, and ends together with those', async () => {
    const { source: made, peers, said, pidOf } = await open();
    peers.add(fakePeer('a'));
    peers.add(fakePeer('lent', { isLasting: false, capabilities: { sampling: {} } }));
    const shared = await pidOf('nobody');
    await expect(said('a', 'die')).rejects.toThrow('stopped while it ran the call');
    expect(made.status()).toMatchObject({ state: 'ready', pid: shared });
    const pids = [shared, await pidOf('a'), await pidOf('lent')];
    expect(new Set(pids).size).toBe(3);
    await made.stop();
    expect(pids.map(isAlive)).toEqual([false, false, false]);
  });
});

describe('the connection of a client to a server of 2026-07-28 over HTTP', () => {
  it('says in headers what the tools want there, though it has not listed them itself', async () => {
    const server = await startModernServer({ paramHeader: true });
    const { peers, said } = await open(modernServer('modern', {}, { endpoint: server.endpoint }));
    peers.add(fakePeer('a'));
    expect(await said('a', 'by-region', { region: 'Bonn' })).toEqual({ region: 'Bonn' });
    expect(server.requests.at(-1)?.headers.get('mcp-param-region')).toBe('Bonn');
    await source?.stop();
    await server.close();
  });
});
