import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fakePeer } from '../../test/fixtures/asking-server/asking-lab.ts';
import { oddServer } from '../../test/fixtures/odd-server/odd-server-config.ts';
import type { Progress } from '../base/call/call-context.ts';
import type { JsonObject } from '../base/json.ts';
import { createRegistry } from '../registry/registry.ts';
import { fakeCallContext } from '../testing/fake-call-context.ts';
import { createMcpSource, type McpSource } from './mcp-source.ts';
import { createClientPeers } from './peers/client-peer.ts';

// Real programs, on a machine that may be busy.
vi.setConfig({ testTimeout: 20_000 });

const packageFile = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json');
const endpoint = {
  kind: 'stdio',
  command: process.execPath,
  args: [join(dirname(packageFile), 'dist', 'index.js'), 'stdio'],
  env: {},
} as const;

const registry = createRegistry();
const peers = createClientPeers();
let source: McpSource;

beforeAll(async () => {
  source = createMcpSource({
    config: oddServer('everything', {}, { endpoint }),
    handle: registry.open({ kind: 'mcp', label: 'everything' }),
    client: { name: 'test', version: '1' },
    peers,
  });
  source.start();
  await source.settled();
});
afterAll(() => source.stop());

async function call(name: string, args: JsonObject = {}, context = fakeCallContext()) {
  const { tools } = await registry.snapshot({ sessionId: 's', surface: 'library' });
  const tool = tools.find((it) => it.name === `mcp__everything__${name}`);
  if (tool === undefined) throw new Error(`there is no ${name}`);
  return tool.execute(args, context);
}

describe('the reference server of every feature', () => {
  it('lists its tools without a fault', async () => {
    const { tools, sources } = await registry.snapshot({ sessionId: 's', surface: 'library' });
    expect(tools.length).toBeGreaterThan(8);
    expect(sources).toMatchObject([{ state: 'ready', dropped: [], warnings: [] }]);
  });

  it('echoes', async () => {
    expect(await call('echo', { message: 'hello' })).toMatchObject({
      ok: true,
      content: [{ type: 'text', text: 'Echo: hello' }],
    });
  });

  it('asks the person and the model behind the client that called, and nobody where there is none', async () => {
    const answers: Record<string, JsonObject> = {
      'elicitation/create': { action: 'decline' },
      'sampling/createMessage': { role: 'assistant', model: 'm', content: { type: 'text', text: 'a poem' } },
    };
    const answer = ({ method }: { readonly method: string }) => answers[method] ?? {};
    const peer = fakePeer('asked', { capabilities: { elicitation: {}, sampling: {} }, answer });
    peers.add(peer);
    const asked = fakeCallContext({ sessionId: 'asked', callId: 'c1' });
    expect(JSON.stringify(await call('trigger-elicitation-request', {}, asked))).toContain('declined');
    expect(JSON.stringify(await call('trigger-sampling-request', { prompt: 'x' }, asked))).toContain('a poem');
    expect(peer.asked).toMatchObject([
      { method: 'elicitation/create', callId: 'c1' },
      { method: 'sampling/createMessage', callId: 'c1' },
    ]);
    expect(JSON.stringify(await call('trigger-sampling-request', { prompt: 'x' }))).toContain('no client is behind');
    expect(peer.asked).toHaveLength(2);
  });

  it('gives an image as an image', async () => {
    const { content } = await call('get-tiny-image');
    expect(content).toContainEqual({ type: 'image', data: expect.any(String), mimeType: 'image/png' });
  });

  it('gives structured content', async () => {
    expect(await call('get-structured-content', { location: 'Chicago' })).toMatchObject({
      ok: true,
      structured: { temperature: expect.any(Number) },
    });
  });

  it('reports progress, and is free again after a cancellation', async () => {
    const stop = new AbortController();
    const reported: Progress[] = [];
    const context = fakeCallContext({
      signal: stop.signal,
      progress: (progress) => {
        reported.push(progress);
        stop.abort();
      },
    });
    expect(await call('trigger-long-running-operation', { duration: 60, steps: 600 }, context)).toMatchObject({
      ok: false,
      error: { code: 'cancelled' },
    });
    expect(reported).toMatchObject([{ progress: 1, total: 600 }]);
    expect(await call('echo', { message: 'still here' })).toMatchObject({ ok: true });
  });
});
