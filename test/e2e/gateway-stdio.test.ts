import { once } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { type Place, rawStdio, stdioPlace } from '../fixtures/gateway-peers.ts';

const open: { close(): Promise<void> }[] = [];

function start(options: JsonObject = {}) {
  const { args } = stdioPlace(options) as Extract<Place, { door: 'stdio' }>;
  const wire = rawStdio(args);
  open.push(wire);
  return wire;
}

const initialize = (id: string | number = 'init'): JsonObject => ({
  jsonrpc: '2.0',
  id,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
});
const call = (id: string | number, name: string, args: JsonObject): JsonObject => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'tool_call', arguments: { calls: [{ name, arguments: args }] } },
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((wire) => wire.close()));
});

describe('the gateway over stdio', () => {
  it('[TRN-22] answers ping before initialize, and nothing else', async () => {
    const wire = start();
    expect(await wire.request({ jsonrpc: '2.0', id: 'p', method: 'ping' })).toEqual({
      jsonrpc: '2.0',
      id: 'p',
      result: {},
    });
    for (const method of ['tools/list', 'tools/call', 'resources/list']) {
      const { error } = await wire.request({ jsonrpc: '2.0', id: method, method, params: { name: 'mcp__lab__clock' } });
      expect(error).toMatchObject({ message: expect.stringContaining('initialize') });
    }
    expect((await wire.request(initialize())).result).toMatchObject({ protocolVersion: '2025-06-18' });
    expect((await wire.request({ jsonrpc: '2.0', id: 9, method: 'tools/list' })).result).toBeDefined();
  });

  it('[TRN-14] gives every id back with its value and its type', async () => {
    const wire = start();
    await wire.request(initialize());
    const ids = ['1', 1, 'init-1', 0, -1, '9007199254740993', '', Number.MAX_SAFE_INTEGER];
    const answers = await Promise.all(
      ids.map((id) => wire.request(call(id, 'mcp__lab__echo', { text: `${typeof id} ${id}` }))),
    );
    expect(answers.map(({ id, result }) => [id, ((result as JsonObject).content as JsonObject[])[0]?.text])).toEqual(
      ids.map((id) => [id, `${typeof id} ${id}`]),
    );
  });

  it('answers at once while a server starts, and tells once when the list has settled', async () => {
    const wire = start({ late: true });
    await wire.request(initialize());
    await wire.notify({ jsonrpc: '2.0', method: 'notifications/initialized' });
    const first = await wire.request({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const second = await wire.request({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
    expect(first.result).toEqual(second.result);
    expect(JSON.stringify(first.result)).toContain('late (still starting');
    expect(JSON.stringify(first.result)).not.toContain('mcp__late__arrived');
    await wire.request(call('wake', 'mcp__lab__wake', {}));
    const told = () => wire.notifications.filter(({ method }) => method === 'notifications/tools/list_changed').length;
    await vi.waitFor(() => expect(told()).toBe(1), { timeout: 5000 });
    const third = await wire.request({ jsonrpc: '2.0', id: 3, method: 'tools/list' });
    expect(JSON.stringify(third.result)).toContain('mcp__late__arrived');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(told()).toBe(1);
  });

  it('answers what was asked before the input ended, and leaves', async () => {
    const wire = start();
    const answers = [
      initialize(),
      call('a', 'mcp__lab__echo', { text: 'late' }),
      call('b', 'mcp__lab__slow', { note: 'b' }),
    ];
    const results = answers.map((message) => wire.request(message));
    wire.child.stdin?.end();
    expect((await Promise.all(results)).map(({ id }) => id)).toEqual(['init', 'a', 'b']);
    if (wire.child.exitCode === null) await once(wire.child, 'exit');
    expect(wire.child.exitCode).toBe(0);
    open.splice(0);
  });

  it('does not wait long for a call that goes on', async () => {
    const wire = start();
    await wire.request(initialize());
    void wire.request(call('a', 'mcp__lab__slow', { steps: 10_000 }));
    wire.child.stdin?.end();
    const began = performance.now();
    await once(wire.child, 'exit');
    expect(performance.now() - began).toBeLessThan(4000);
    open.splice(0);
  });

  it('survives lines that are no messages', async () => {
    const wire = start();
    for (const line of [
      '',
      'hello',
      '{',
      '[]',
      '{"jsonrpc":"2.0"}',
      '{"jsonrpc":"1.0","id":1,"method":"ping"}',
      'null',
    ]) {
      wire.write(line);
    }
    expect((await wire.request({ jsonrpc: '2.0', id: 'p', method: 'ping' })).result).toEqual({});
  });
});
