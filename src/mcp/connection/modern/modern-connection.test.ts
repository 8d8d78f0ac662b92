import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { labConnection } from '../../../../test/fixtures/lab-connection.ts';
import {
  type ModernHttpOptions,
  type ModernHttpServer,
  modernEndpoint,
  startModernServer,
} from '../../../../test/fixtures/modern-server/modern-server-config.ts';
import type { Progress } from '../../../base/call/call-context.ts';
import type { Json, JsonObject } from '../../../base/json.ts';
import { createFakeClock } from '../../../testing/fake-clock.ts';
import type { Connection, ConnectionOptions } from '../connection.ts';
import { createParamHeaders } from './param-headers.ts';

// Real programs, on a machine that may be busy.
vi.setConfig({ testTimeout: 20_000 });

let folder: string;
const open: Connection[] = [];
const servers: ModernHttpServer[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'callslip-modern-'));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((connection) => connection.close()));
  await Promise.all(servers.splice(0).map((server) => server.close()));
  rmSync(folder, { recursive: true });
});

const never = new AbortController().signal;
const CAPABILITIES = { elicitation: {}, sampling: {}, roots: {} };
const log = () => join(folder, 'log');
const logged = (): JsonObject[] =>
  existsSync(log())
    ? readFileSync(log(), 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line))
    : [];
async function until(isSo: () => boolean) {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

async function start(options: ModernHttpOptions = {}) {
  const server = await startModernServer({ log: log(), ...options });
  servers.push(server);
  return server;
}
async function connect(endpoint: ConnectionOptions['endpoint'], changes: Partial<ConnectionOptions> = {}) {
  const lab = labConnection(endpoint, { capabilities: CAPABILITIES, ...changes });
  open.push(lab.connection);
  await lab.connection.open(never);
  expect(lab.connection.generation?.era).toBe('modern');
  const call = (name: string, args: JsonObject = {}, more: JsonObject = {}, signal = never) =>
    lab.connection.request('tools/call', { name, arguments: args, ...more }, { signal });
  return { ...lab, call };
}
/** What the text of a result holds. */
const said = (result: JsonObject): Json => JSON.parse((result['content'] as [{ text: string }])[0].text) as Json;

describe.each([
  ['stdio', async () => modernEndpoint({ log: log() })],
  ['HTTP', async () => (await start()).endpoint],
])('a server of 2026-07-28 over %s', (_transport, endpoint) => {
  it('has results passed whole, and without what is of the protocol alone', async () => {
    const { call, connection } = await connect(await endpoint());
    expect(await call('hologram')).toEqual({
      content: [{ type: 'hologram', depth: 3, nested: { kept: true } }],
      futureField: [1, 2],
    });
    expect(await call('fails')).toEqual({ isError: true, content: [{ type: 'text', text: 'no such file' }] });
    await expect(call('nothing')).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('nothing') });
    const read = await connection.request('resources/read', { uri: 'note://one' }, { signal: never });
    expect(read).toMatchObject({ contents: [{ uri: 'note://one', text: 'first' }] });
  });

  it('gets its questions answered, each with all its fields and the answer with all of its own', async () => {
    const answer = { action: 'accept', content: { colour: 'red' }, futureField: 1 };
    const { call, asked } = await connect(await endpoint(), {
      onRequest: async (method) => (method === 'elicitation/create' ? answer : { roots: [], model: 'm', odd: true }),
    });
    expect(said(await call('ask'))).toEqual({ elicitation: answer });
    expect(asked).toEqual([
      { method: 'elicitation/create', params: expect.objectContaining({ message: 'Which colour?', mode: 'form' }) },
    ]);
    const answers = said(await call('ask', { what: ['sampling', 'roots'] }));
    expect(answers).toEqual({
      sampling: { roots: [], model: 'm', odd: true },
      roots: { roots: [], model: 'm', odd: true },
    });
    expect(said(await call('ask', { what: 'again' }))).toEqual({ elicitation: answer });
    expect(asked.map(({ method }) => method).slice(3)).toEqual(['elicitation/create', 'elicitation/create']);
  });

  it('has a call failed whose question is refused, or may not be asked', async () => {
    const { call } = await connect(await endpoint(), {
      onRequest: async () => {
        throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'nobody can be asked');
      },
    });
    await expect(call('ask')).rejects.toThrow('nobody can be asked');
    await expect(call('ask', { what: 'unknown' })).rejects.toThrow('example/unknown');
  });

  it('may ask back ten times, and has a call failed that still asks then', async () => {
    const answer = { action: 'accept', content: { colour: 'red' } };
    const { call, asked } = await connect(await endpoint(), { onRequest: async () => answer });
    await expect(call('ask', { what: 'endless' })).rejects.toThrow('more than 10 times');
    expect(asked).toHaveLength(10);
  });

  it('is not waited for by a call that is cancelled while its question is open', async () => {
    const stop = new AbortController();
    let signal: AbortSignal | undefined;
    const { call } = await connect(await endpoint(), {
      onRequest: (_method, _params, given) => {
        signal = given;
        return new Promise(() => {});
      },
    });
    const running = call('ask', {}, {}, stop.signal);
    await until(() => signal !== undefined);
    stop.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
    expect(signal?.aborted).toBe(true);
  });

  it('reports progress, and is told when a call is cancelled', async () => {
    const { connection } = await connect(await endpoint());
    const progress: Progress[] = [];
    const options = { signal: never, onProgress: (one: Progress) => progress.push(one) };
    await connection.request('tools/call', { name: 'progress', arguments: {} }, options);
    expect(progress).toEqual([1, 2, 3].map((step) => ({ progress: step, total: 3 })));
    const stop = new AbortController();
    const running = connection.request('tools/call', { name: 'slow', arguments: {} }, { signal: stop.signal });
    await until(() => logged().some(({ began }) => began === 'slow'));
    stop.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
    await until(() => logged().some(({ stopped }) => stopped === 'slow'));
  });

  it('is sent the _meta of a caller, but not its progress token', async () => {
    const { call } = await connect(await endpoint());
    const _meta = { 'example.org/trace': 'abc', progressToken: 0 };
    expect(said(await call('meta', {}, { _meta }))).toMatchObject({
      meta: { 'example.org/trace': 'abc' },
      envelope: { 'io.modelcontextprotocol/clientCapabilities': CAPABILITIES },
    });
    expect(said(await call('meta', {}, { _meta }))).not.toMatchObject({ meta: { progressToken: 0 } });
  });

  it('logs once a level was set', async () => {
    const { call, connection, told, heard } = await connect(await endpoint());
    await call('talk');
    expect(told).toEqual([]);
    expect(await connection.request('logging/setLevel', { level: 'info' }, { signal: never })).toEqual({});
    await call('talk');
    await heard('notifications/message');
    expect(told[0]?.params).toMatchObject({ level: 'info', data: 'said' });
  });

  it('tells of changes of its lists, and of the resources that are watched', async () => {
    const { call, connection, told, heard } = await connect(await endpoint());
    await call('add-tool', { name: 'new' });
    await heard('notifications/tools/list_changed');
    const updates = () =>
      told.flatMap(({ method, params }) => (method === 'notifications/resources/updated' ? params['uri'] : []));
    await connection.subscribe(new Set(['note://one', 'note://two']), never);
    await call('touch', { uri: 'note://two' });
    await heard('notifications/resources/updated');
    await connection.subscribe(new Set(['note://one']), never);
    await call('touch', { uri: 'note://two' });
    await call('touch', { uri: 'note://one' });
    await heard('notifications/resources/updated', 2);
    expect(updates()).toEqual(['note://two', 'note://one']);
    await connection.subscribe(new Set(), never);
    await call('touch', { uri: 'note://one' });
    await call('add-tool', { name: 'newer' });
    await heard('notifications/tools/list_changed', 2);
    expect(updates()).toHaveLength(2);
  });
});

describe('a server of 2026-07-28 over HTTP', () => {
  it('is listened to again when the stream of changes ends, and all counts as changed', async () => {
    const server = await start();
    const clock = createFakeClock();
    const { connection, told, oddities, heard } = await connect(server.endpoint, { clock });
    await connection.subscribe(new Set(['note://one']), never);
    server.dropStreams();
    await until(() => oddities.length > 0);
    await clock.advance(1000);
    await heard('notifications/resources/updated');
    expect(told.map(({ method }) => method)).toEqual([
      'notifications/tools/list_changed',
      'notifications/resources/list_changed',
      'notifications/resources/updated',
    ]);
    server.notify.toolsChanged();
    await heard('notifications/tools/list_changed', 2);
  });

  it('is used without its changes when it does not tell of them', async () => {
    const server = await start({
      intercept: (_request, body) =>
        body.includes('subscriptions/listen')
          ? Response.json({ jsonrpc: '2.0', id: JSON.parse(body).id, error: { code: -32601, message: 'what?' } })
          : undefined,
    });
    const { call, connection, oddities } = await connect(server.endpoint);
    expect(said(await call('echo', { a: 1 }))).toEqual({ a: 1 });
    await expect(connection.subscribe(new Set(['note://one']), never)).rejects.toThrow('what?');
    expect(oddities.map(({ message }) => message)).toContain('what?');
  });

  it('is told in headers what its tools want there', async () => {
    const server = await start({ paramHeader: true });
    const paramHeaders = createParamHeaders();
    const { call, connection } = await connect(server.endpoint, { paramHeaders });
    const { tools } = await connection.request('tools/list', {}, { signal: never });
    paramHeaders.learn(tools as Json[]);
    expect(said(await call('by-region', { region: 'São Paulo' }))).toEqual({ region: 'São Paulo' });
    expect(said(await call('by-region', {}))).toEqual({});
    expect(server.requests.map(({ headers }) => headers.get('mcp-param-region')).slice(-2)).toEqual([
      `=?base64?${Buffer.from('São Paulo').toString('base64')}?=`,
      null,
    ]);
  });
});
