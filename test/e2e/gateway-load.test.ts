import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { connectLoadClient, type LoadClient } from '../fixtures/load/load-clients.ts';

const CLIENTS = 50;
const CALLS = 10_000;
/** Calls that one client has on the way at a time. */
const AT_ONCE = 4;
const WARM_MS = 10_000;

const inFixtures = (file: string) => fileURLToPath(new URL(`../fixtures/load/${file}`, import.meta.url));
const server = { command: process.execPath, args: [inFixtures('load-server.mjs')] };
const folder = mkdtempSync(path.join(tmpdir(), 'callslip-load-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Answer = { readonly text: string; readonly isError: boolean; readonly types: readonly string[] };

function answerOf(result: JsonObject): Answer {
  const content = result.content as readonly JsonObject[];
  return {
    text: content.map(({ text }) => (typeof text === 'string' ? text : '')).join(''),
    isError: result.isError === true,
    types: content.map(({ type }) => type as string),
  };
}

function startGateway(): { readonly gateway: ChildProcess; ask(message: string): Promise<JsonObject> } {
  const home = path.join(folder, 'home');
  const options = JSON.stringify({
    servers: { one: server, two: server, doomed: server },
    socket: path.join(folder, 's'),
  });
  const gateway = fork(inFixtures('load-gateway.ts'), [options], {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, CALLSLIP_HOME: home },
  });
  return {
    gateway,
    async ask(message) {
      gateway.send(message);
      return (await once(gateway, 'message'))[0] as JsonObject;
    },
  };
}

describe('50 clients of one gateway', () => {
  const { gateway, ask } = startGateway();
  const clients: LoadClient[] = [];
  const nonces = new Map<string, number>();
  const wrong: string[] = [];
  let sent = 0;
  let baseline: number | undefined;
  /** So many are sent at least: a good part of them after the memory was measured first, however fast the machine. */
  let enough = Number.POSITIVE_INFINITY;

  beforeAll(async () => {
    const [{ url }] = (await once(gateway, 'message')) as [{ url: string }];
    const socket = { socket: path.join(folder, 's') };
    for (let i = 0; i < CLIENTS; i++) {
      clients.push(await connectLoadClient(`client-${i}`, i % 2 === 0 ? { url } : socket, i % 4 < 2));
    }
  }, 60_000);
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()));
    gateway.send('stop');
    await once(gateway, 'exit');
  });

  /** Nothing may come but what was asked for; what came instead is kept for the report. */
  const check = (nonce: string, answer: Answer, expected: Partial<Answer>) => {
    nonces.set(nonce, (nonces.get(nonce) ?? 0) + 1);
    const seen = JSON.stringify(answer);
    for (const [key, value] of Object.entries({ text: nonce, isError: false, ...expected })) {
      if (JSON.stringify(answer[key as keyof Answer]) !== JSON.stringify(value)) wrong.push(`${nonce}: ${seen}`);
    }
  };

  const KINDS: Readonly<Record<string, (client: LoadClient, at: string, nonce: string) => Promise<void>>> = {
    echo: async (client, at, nonce) => check(nonce, answerOf(await client.call(`mcp__${at}__echo`, { nonce })), {}),
    image: async (client, at, nonce) =>
      check(nonce, answerOf(await client.call(`mcp__${at}__image`, { nonce })), { types: ['image', 'text'] }),
    fail: async (client, at, nonce) =>
      check(nonce, answerOf(await client.call(`mcp__${at}__fail`, { nonce })), { isError: true }),
    async slow(client, at, nonce) {
      const messages: unknown[] = [];
      const onProgress = ({ message }: { message?: string }) => void messages.push(message);
      check(nonce, answerOf(await client.call(`mcp__${at}__slow`, { nonce }, { onProgress })), {});
      if (messages.some((message) => message !== nonce)) wrong.push(`${nonce}: progress ${JSON.stringify(messages)}`);
      if (messages.length === 0) wrong.push(`${nonce}: no progress`);
    },
    async cancelled(client, at, nonce) {
      const stop = new AbortController();
      const call = client.call(`mcp__${at}__hang`, { nonce }, { signal: stop.signal });
      setTimeout(() => stop.abort(), 20);
      await call.then(
        (result) => wrong.push(`${nonce}: not cancelled: ${JSON.stringify(result)}`),
        (error) =>
          stop.signal.aborted ? nonces.set(nonce, (nonces.get(nonce) ?? 0) + 1) : wrong.push(`${nonce}: ${error}`),
      );
    },
  };
  const MIX = ['echo', 'echo', 'image', 'echo', 'slow', 'echo', 'fail', 'echo', 'image', 'cancelled'] as const;

  const work = async (client: LoadClient, calls: number) => {
    for (let i = 0; i < calls || sent < enough; i++) {
      const number = sent++;
      const kind = KINDS[MIX[number % MIX.length] as string];
      await kind?.(client, number % 3 === 0 ? 'one' : 'two', `${client.name}/${number}`);
    }
  };

  it('[PAR-04] gives every nonce back once, to its sender, with its own progress, and keeps its memory', async () => {
    const warm = new Promise((resolve) => setTimeout(resolve, WARM_MS)).then(async () => {
      baseline = (await ask('memory')).rss as number;
      enough = sent + CALLS / 4;
    });
    const share = Math.ceil(CALLS / CLIENTS / AT_ONCE);
    const crash = crashInTheMiddle();
    await Promise.all(clients.flatMap((client) => Array.from({ length: AT_ONCE }, () => work(client, share))));
    await crash;
    await warm;
    expect(wrong.slice(0, 10)).toEqual([]);
    expect(sent).toBeGreaterThanOrEqual(CALLS);
    expect(nonces.size).toBe(sent);
    expect([...nonces.values()].filter((times) => times !== 1)).toEqual([]);
    expect(clients.flatMap(({ strays }) => strays).slice(0, 10)).toEqual([]);
    const { rss } = await ask('memory');
    expect((rss as number) / (baseline as number)).toBeLessThan(1.5);
  }, 180_000);

  /** Its callers are told clearly; that nobody else notices, the nonces of all others show. */
  async function crashInTheMiddle(): Promise<void> {
    while (sent < CALLS / 2) await new Promise((resolve) => setTimeout(resolve, 50));
    const [first, ...others] = clients as [LoadClient, ...LoadClient[]];
    const pid = Number(answerOf(await first.call('mcp__doomed__pid', {})).text);
    const waiting = others.slice(0, 8).map((client) => client.call('mcp__doomed__hang', { nonce: client.name }));
    const hanging = async () =>
      JSON.parse(answerOf(await first.call('mcp__doomed__cancelled', {})).text).hanging as readonly string[];
    await vi.waitFor(async () => expect(await hanging()).toHaveLength(waiting.length), 60_000);
    process.kill(pid, 'SIGKILL');
    for (const answer of (await Promise.all(waiting)).map(answerOf)) {
      if (!answer.isError || !answer.text.includes('doomed')) wrong.push(`crash: ${JSON.stringify(answer)}`);
    }
    const again = answerOf(await first.call('mcp__doomed__pid', {}));
    if (again.isError || Number(again.text) === pid) wrong.push(`after the crash: ${JSON.stringify(again)}`);
  }

  it('tells the servers of cancelled calls, so that none goes on', async () => {
    const [client] = clients as [LoadClient];
    const told = async () =>
      await Promise.all(
        ['one', 'two'].map(async (at) => JSON.parse(answerOf(await client.call(`mcp__${at}__cancelled`, {})).text)),
      );
    await vi.waitFor(async () => {
      const [one, two] = (await told()) as [JsonObject, JsonObject];
      expect([one.hanging, two.hanging]).toEqual([[], []]);
      expect((one.cancelled as number) + (two.cancelled as number)).toBeGreaterThan(CALLS / MIX.length / 4);
    }, 10_000);
  }, 15_000);
});

describe('a gateway that comes and goes', () => {
  it('[TRN-30] leaves no process behind after 20 connections and disconnections', async () => {
    const config = path.join(folder, 'config.yaml');
    writeFileSync(config, JSON.stringify({ mcp_servers: { one: server } }));
    const program = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
    const seen: number[] = [];
    const visit = async () => {
      const child = spawn(process.execPath, [program, 'serve', '--config', config], {
        stdio: ['pipe', 'pipe', 'ignore'],
        env: { ...process.env, CALLSLIP_HOME: path.join(folder, 'visited') },
      });
      const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      const ask = async (id: number, method: string, params: JsonObject) => {
        child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
        for (;;) {
          const message = JSON.parse((await answers.next()).value) as JsonObject;
          if (message.id === id) return message.result as JsonObject;
        }
      };
      const clientInfo = { name: 'visitor', version: '1' };
      await ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
      const calls = [{ name: 'mcp__one__pid', arguments: {} }];
      const pid = Number(answerOf(await ask(2, 'tools/call', { name: 'tool_call', arguments: { calls } })).text);
      expect(pid).toBeGreaterThan(0);
      seen.push(child.pid as number, pid);
      child.stdin.end();
      await once(child, 'exit');
    };
    for (let round = 0; round < 10; round++) await Promise.all([visit(), visit()]);
    expect(seen).toHaveLength(40);
    expect(seen.filter(isAlive)).toEqual([]);
  }, 60_000);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
