import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { labConnection } from '../../../test/fixtures/lab-connection.ts';
import { modernEndpoint } from '../../../test/fixtures/modern-server/modern-server-config.ts';
import { oddEndpoint } from '../../../test/fixtures/odd-server/odd-server-config.ts';
import { json, startScriptedHttp } from '../../../test/fixtures/scripted-http.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { type Connection, createConnection } from './connection.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'callslip-connection-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

describe('a connection', () => {
  it('[CFG-20] waits for a slow handshake as long as its signal lets it', async () => {
    const [log, ready] = [join(folder, 'log'), join(folder, 'ready')];
    const connection = createConnection({
      endpoint: oddEndpoint({ log, startsWhenExists: ready }),
      client: { name: 'test', version: '1' },
      stdio: { graces: { endMs: 200, terminateMs: 200 } },
      capabilities: {},
      onRequest: async () => ({}),
      onNotification: () => {},
      onOddity: () => {},
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const opened = connection.open(new AbortController().signal);
    while (!existsSync(log) || !readFileSync(log, 'utf8').includes('initialize')) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    vi.advanceTimersByTime(3_600_000);
    writeFileSync(ready, '');
    await opened;
    vi.useRealTimers();
    expect(connection.serverInfo).toMatchObject({ name: 'odd' });
    await connection.close();
  }, 20_000);

  const opened: Connection[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((connection) => connection.close()));
  });
  const never = new AbortController().signal;
  async function open(...args: Parameters<typeof labConnection>) {
    const lab = labConnection(...args);
    opened.push(lab.connection);
    await lab.connection.open(never);
    return lab;
  }

  it('has nothing to ask before it is open, and after it ended', async () => {
    const { connection } = labConnection(oddEndpoint());
    opened.push(connection);
    await expect(connection.request('ping', {}, { signal: never })).rejects.toThrow('not connected yet');
    await connection.open(never);
    expect(await connection.request('ping', {}, { signal: never })).toEqual({});
    await connection.close();
    await connection.closed;
    await expect(connection.request('ping', {}, { signal: never })).rejects.toThrow();
  });

  it('is over when the program ends by itself', async () => {
    const { connection } = await open(oddEndpoint());
    const crashing = connection.request('tools/call', { name: 'crash' }, { signal: never });
    await expect(crashing).rejects.toThrow('Connection closed');
    await connection.closed;
    expect(connection.exit).toMatchObject({ code: 3 });
  });

  it('[PAR-12] lets a cancelled request go at once when the program does not read, nor leaves anything to wait for', async () => {
    // Its time stands still, so whatever waited would wait for ever.
    const { connection } = await open(oddEndpoint(), { clock: createFakeClock() });
    const stop = new AbortController();
    const wedging = connection.request('tools/call', { name: 'stop-reading' }, { signal: stop.signal });
    const text = 'x'.repeat(1_000_000);
    const stuck = connection.request('tools/call', { name: 'echo', arguments: { text } }, { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(wedging).rejects.toThrow('enough');
    await expect(stuck).rejects.toThrow('enough');
    await connection.notify('notifications/roots/list_changed', {});
  });

  it('subscribes to what is watched, one by one, in the older generation', async () => {
    const log = join(folder, 'log');
    const { connection } = await open(modernEndpoint({ log, legacy: 'serve' }), { protocol: '2025' });
    await Promise.all([
      connection.subscribe(new Set(['note://one', 'note://two']), never),
      connection.subscribe(new Set(['note://two', 'note://three']), never),
    ]);
    const asked = readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { method?: string; params?: { uri?: string } })
      .flatMap(({ method, params }) => (params?.uri === undefined ? [] : [`${method} ${params.uri}`]));
    expect(asked).toEqual([
      'resources/subscribe note://one',
      'resources/subscribe note://two',
      'resources/unsubscribe note://one',
      'resources/subscribe note://three',
    ]);
  });

  it('does not wait long for a server that takes no notice', async () => {
    const clock = createFakeClock();
    const server = await startScriptedHttp(({ method, message }) => {
      const { id, method: asked } = message;
      if (asked === 'notifications/roots/list_changed') return new Promise<Response>(() => {});
      if (method !== 'POST') return new Response(null, { status: 405 });
      if (id === undefined) return new Response(null, { status: 202 });
      const serverInfo = { name: 'mute', version: '1' };
      const result = asked === 'initialize' ? { protocolVersion: '2025-06-18', capabilities: {}, serverInfo } : {};
      return json({ jsonrpc: '2.0', id, result });
    });
    const { connection } = await open(server.endpoint, { clock, capabilities: { roots: { listChanged: true } } });
    const told = connection.notify('notifications/roots/list_changed', {});
    await server.received(1, ({ message }) => message['method'] === 'notifications/roots/list_changed');
    await clock.advance(5000);
    await told;
    await connection.close();
    await server.close();
  });
});
