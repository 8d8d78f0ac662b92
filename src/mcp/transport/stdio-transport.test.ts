import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JSONRPCMessage, SdkErrorCode } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type OddBehaviour, oddEndpoint } from '../../../test/fixtures/odd-server/odd-server-config.ts';
import { StdioTransport, type StdioTransportOptions } from './stdio-transport.ts';

// Real programs, on a machine that may be busy.
vi.setConfig({ testTimeout: 20_000 });

const GRACES = { endMs: 50, terminateMs: 100 };

let folder: string;
const open: StdioTransport[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'callslip-stdio-'));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((transport) => transport.close()));
  rmSync(folder, { recursive: true });
});

/** A transport whose messages can be awaited. */
function create(behaviour: OddBehaviour = {}, options: StdioTransportOptions = {}) {
  const transport = new StdioTransport(oddEndpoint({ log: join(folder, 'log'), ...behaviour }), {
    graces: GRACES,
    ...options,
  });
  open.push(transport);
  const messages: JSONRPCMessage[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  transport.onmessage = (message) => {
    messages.push(message);
    for (const { count, resolve } of waiting) if (messages.length >= count) resolve();
  };
  const closed = new Promise<void>((resolve) => {
    transport.onclose = resolve;
  });
  const received = (count: number) =>
    messages.length >= count
      ? messages
      : new Promise<JSONRPCMessage[]>((resolve) => waiting.push({ count, resolve: () => resolve(messages) }));
  return { transport, received, closed };
}

const logged = () =>
  readFileSync(join(folder, 'log'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const request = (id: number, method: string, params = {}): JSONRPCMessage => ({ jsonrpc: '2.0', id, method, params });
const call = (id: number, name: string, args = {}) => request(id, 'tools/call', { name, arguments: args });

/** Whether a process does anything: one that only waits to be collected by its parent does not count. */
function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    try {
      process.kill(pid, 0);
      return process.platform !== 'linux';
    } catch {
      return false;
    }
  }
}

describe('StdioTransport', () => {
  it('[TRN-04] skips a banner, log lines and blank lines on standard output', async () => {
    const { transport, received } = create({
      banner: ['Server version : 1.2.3', '', '{"not":"a message"}'],
      noise: true,
    });
    await transport.start();
    await transport.send(request(1, 'ping'));
    await transport.send(request(2, 'ping'));
    expect(await received(2)).toEqual([1, 2].map((id) => ({ jsonrpc: '2.0', id, result: {} })));
  });

  it('answers for an answer that is too long, and reads on', async () => {
    const { transport, received } = create({}, { maxMessageBytes: 100_000 });
    await transport.start();
    await transport.send(call(1, 'huge', { bytes: 1_000_000 }));
    await received(1);
    await transport.send(request(2, 'ping'));
    expect(await received(2)).toMatchObject([
      { id: 1, error: { message: expect.stringContaining('100000 bytes') } },
      { id: 2, result: {} },
    ]);
  });

  it('goes on when its reader throws', async () => {
    const { transport, received } = create({ banner: ['{"jsonrpc":"2.0","method":"x"}'] });
    const { onmessage } = transport;
    const errors: Error[] = [];
    transport.onerror = (error) => errors.push(error);
    transport.onmessage = (message) => {
      onmessage?.(message);
      if ('method' in message) throw new Error('not now');
    };
    await transport.start();
    await transport.send(request(1, 'ping'));
    expect(await received(2)).toHaveLength(2);
    expect(errors.map(({ message }) => message)).toEqual(['not now']);
  });

  it('reads a long answer whole', async () => {
    const { transport, received } = create();
    await transport.start();
    await transport.send(call(1, 'huge', { bytes: 8_000_000 }));
    const [answer] = await received(1);
    expect(JSON.stringify(answer).length).toBeGreaterThan(8_000_000);
  });

  it('reads a flood a little in each turn, so that others get theirs', async () => {
    const { transport, closed } = create();
    await transport.start();
    let inTurn = 0;
    let most = 0;
    const turn = () => {
      most = Math.max(most, inTurn);
      inTurn = 0;
      if (transport.exit === undefined) setImmediate(turn);
    };
    turn();
    const flooded = new Promise<void>((resolve) => {
      transport.onmessage = (message) => {
        inTurn++;
        if ('result' in message) resolve();
      };
    });
    await transport.send(call(1, 'flood', { lines: 60_000 }));
    await flooded;
    await transport.close();
    await closed;
    // Chunks of 64 KiB hold about a thousand of its lines.
    expect(most).toBeLessThan(3000);
  });

  it('sends to a program that does not read without waiting, until too much is queued', async () => {
    const { transport } = create({ deaf: true });
    await transport.start();
    const big = call(1, 'echo', { text: 'x'.repeat(10_000_000) });
    await transport.send(big);
    await transport.send(big);
    await expect(transport.send(big)).rejects.toThrow('does not read');
  });

  it('hands on what was written just before an exit, then says that it is over', async () => {
    const { transport, received, closed } = create({
      banner: ['{"jsonrpc":"2.0","method":"x"}', '{"jsonrpc":"2.0","id":1,"result":{}}'],
      stderr: 'bye',
    });
    await transport.start();
    await received(2);
    await transport.send(call(2, 'crash'));
    await closed;
    expect(transport.exit).toEqual({ code: 3, signal: null });
    expect(transport.stderr).toBe('bye');
    await expect(transport.send(request(3, 'ping'))).rejects.toThrow('not running');
  });

  it('rejects with the error of the system when the program can not be started', async () => {
    const transport = new StdioTransport({ kind: 'stdio', command: '/no/such/program', args: [], env: {} });
    await expect(transport.start()).rejects.toMatchObject({ code: 'ENOENT' });
    await transport.close();
  });

  it('hands down no variable of ours but those every program gets', async () => {
    const { transport, received } = create({}, { environment: { PATH: process.env['PATH'], SECRET_KEY: 'k' } });
    await transport.start();
    await transport.send(call(1, 'environment'));
    expect(JSON.stringify(await received(1))).not.toContain('SECRET_KEY');
  });
});

describe('StdioTransport.close', () => {
  it('lets a program leave by itself at the end of its input', async () => {
    const { transport } = create({}, { graces: { endMs: 3000, terminateMs: 0 } });
    await transport.start();
    await transport.close();
    expect(transport.exit).toEqual({ code: 0, signal: null });
  });

  it('sends SIGTERM to a program that stays', async () => {
    const { transport, received } = create({ ignoreEnd: true }, { graces: { endMs: 0, terminateMs: 3000 } });
    await transport.start();
    await transport.send(request(1, 'ping'));
    await received(1);
    await transport.close();
    expect(transport.exit).toEqual({ code: null, signal: 'SIGTERM' });
  });

  it.skipIf(process.platform === 'win32')(
    '[TRN-30] leaves no process behind, not even a stubborn one with a stubborn child',
    async () => {
      const { transport, received } = create({ ignoreSigterm: true, ignoreEnd: true, grandchild: true });
      await transport.start();
      await transport.send(request(1, 'ping'));
      await received(1);
      const pids = logged().flatMap(({ started, grandchild }) =>
        [started, grandchild].filter((pid) => pid !== undefined),
      );
      expect(pids).toHaveLength(2);
      expect(pids.map(isRunning)).toEqual([true, true]);
      await transport.close();
      expect(pids.map(isRunning)).toEqual([false, false]);
    },
  );

  it.skipIf(process.platform === 'win32')('[TRN-30] ends the child of a program that crashed', async () => {
    const { transport, received, closed } = create({ grandchild: true });
    await transport.start();
    await transport.send(request(1, 'ping'));
    await received(1);
    const { grandchild } = logged().find((entry) => entry.grandchild !== undefined);
    await transport.send(call(2, 'crash'));
    await closed;
    await transport.close();
    expect(isRunning(grandchild)).toBe(false);
  });

  it.skipIf(process.platform === 'win32')(
    'lets nobody wait for what a program that crashed has left behind',
    async () => {
      const { transport, received, closed } = create(
        { grandchild: true },
        { graces: { endMs: 60_000, terminateMs: 60_000 } },
      );
      await transport.start();
      await transport.send(request(1, 'ping'));
      await received(1);
      const { grandchild } = logged().find((entry) => entry.grandchild !== undefined);
      await transport.send(call(2, 'crash'));
      await closed;
      expect(isRunning(grandchild)).toBe(true);
      await expect(transport.send(request(3, 'ping'))).rejects.toMatchObject({ code: SdkErrorCode.NotConnected });
      process.kill(grandchild, 'SIGKILL');
    },
  );

  it.skipIf(process.platform === 'win32')('[TRN-30] goes along when this process exits without a word', async () => {
    const script = `
      import { StdioTransport } from ${JSON.stringify(new URL('./stdio-transport.ts', import.meta.url).href)};
      const transport = new StdioTransport(JSON.parse(process.argv[1]));
      transport.onmessage = () => process.exit(0);
      await transport.start();
      await transport.send({ jsonrpc: '2.0', id: 1, method: 'ping' });
    `;
    const endpoint = oddEndpoint({ log: join(folder, 'log'), ignoreEnd: true, ignoreSigterm: true, grandchild: true });
    const args = ['--import', 'tsx', '--input-type=module', '-e', script, JSON.stringify(endpoint)];
    await new Promise((resolve) => spawn(process.execPath, args, { stdio: 'inherit' }).once('exit', resolve));
    const pids = logged().flatMap(({ started, grandchild }) => started ?? grandchild ?? []);
    expect(pids).toHaveLength(2);
    // Killed they are; that their new parent collects them may take a moment.
    await expect.poll(() => pids.filter(isRunning), { timeout: 5000 }).toEqual([]);
  });

  it('[TRN-30] leaves no process behind after 20 connections', async () => {
    const round = async () => {
      const { transport, received } = create();
      await transport.start();
      await transport.send(request(1, 'ping'));
      await received(1);
      await transport.close();
    };
    for (let batch = 0; batch < 5; batch++) await Promise.all([round(), round(), round(), round()]);
    const pids = logged().flatMap(({ started }) => started ?? []);
    expect(pids).toHaveLength(20);
    expect(pids.filter(isRunning)).toEqual([]);
  });
});
