import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { cliArguments } from '../fixtures/cli-program.ts';
import { PEERS, type Peer, type Place } from '../fixtures/gateway-peers.ts';
import { oddEndpoint } from '../fixtures/odd-server/odd-server-config.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'callslip-reload-'));
const config = path.join(folder, 'config.yaml');
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 3 }));

const { command, args } = oddEndpoint();
const write = (more: JsonObject, comment = '') =>
  writeFileSync(config, `${comment}\n${JSON.stringify({ mcp_servers: { odd: { command, args } }, ...more })}`);
/** Longer than the 250 ms after which a change is told, on a busy machine. That nothing comes can't be waited for otherwise. */
const whatWouldBeTold = () => new Promise((resolve) => setTimeout(resolve, 800));
const SHOW_ALL = { tools: { tool_search: { enabled: 'off' } } };

/** A client of `callslip serve`, over HTTP or with a program of its own. */
async function serve(door: Place['door']): Promise<{ readonly place: Place; close(): Promise<void> }> {
  vi.stubEnv('CALLSLIP_HOME', folder);
  if (door === 'stdio') return { place: { door, args: cliArguments('serve') }, close: async () => {} };
  const gateway = spawn(process.execPath, cliArguments('serve', '--http', '--port', '0'), {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: process.env,
  });
  const [url] = (await once(createInterface({ input: gateway.stdout }), 'line')) as [string];
  const close = async () => {
    gateway.kill();
    await once(gateway, 'exit');
  };
  return { place: { door, url }, close };
}

const CLIENTS: readonly (readonly [string, Place['door']])[] = [
  ['SDK v2, legacy', 'http'],
  ['SDK v2, pinned to 2026-07-28', 'http'],
  // The SDK's stdio client hands its programs few variables on.
  ['raw JSON-RPC', 'stdio'],
];

describe.each(CLIENTS)('%s over %s, while the configuration changes', (name, door) => {
  let peer: Peer;
  let close: () => Promise<void>;
  beforeAll(async () => {
    write({});
    const served = await serve(door);
    close = served.close;
    peer = await (PEERS[name] as (place: Place) => Promise<Peer>)(served.place);
    await vi.waitFor(async () => expect(await names()).toContain('tool_search'), 10_000);
    await untilSettled();
  });
  afterAll(async () => {
    await peer.close();
    await close();
    vi.unstubAllEnvs();
  });

  const names = async () => (await peer.listTools()).map((tool) => tool.name as string);
  /** Until a search has every tool, and the client has heard of what there was to hear. */
  const untilSettled = async () => {
    await vi.waitFor(async () => {
      const { content } = await peer.call('tool_search', { queries: ['echo'] });
      expect(JSON.stringify(content)).toContain('mcp__odd__echo');
    }, 10_000);
    await peer.listTools();
    await whatWouldBeTold();
  };

  it('hears once that its list has changed, and gets the list of the new rules', async () => {
    const before = peer.listChanges;
    expect(await names()).toEqual(['tool_search', 'tool_describe', 'tool_call']);
    write(SHOW_ALL);
    await vi.waitFor(() => expect(peer.listChanges).toBe(before + 1), 10_000);
    expect(await names()).toContain('mcp__odd__echo');
    expect(await names()).not.toContain('tool_search');
  });

  it('hears nothing of a change that leaves the bytes of its list as they are', async () => {
    const [before, list] = [peer.listChanges, JSON.stringify(await peer.listTools())];
    write({ ...SHOW_ALL, approvals: { deny_tools: ['*echo'] } }, '# A remark.');
    await vi.waitFor(async () => {
      const { content } = await peer.call('mcp__odd__echo', { nonce: Math.random() });
      expect(JSON.stringify(content)).toContain('approval');
    }, 10_000);
    await whatWouldBeTold();
    expect(peer.listChanges).toBe(before);
    expect(JSON.stringify(await peer.listTools())).toBe(list);
  });

  it('keeps what it has while the file is spoilt', async () => {
    const before = peer.listChanges;
    writeFileSync(config, '{ not: [yaml');
    await whatWouldBeTold();
    expect(peer.listChanges).toBe(before);
    expect(await names()).toContain('mcp__odd__echo');
  });
});
