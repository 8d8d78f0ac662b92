import { spawn } from 'node:child_process';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { cliArguments, startCli } from '../fixtures/cli-program.ts';
import { ASKABLE, type Askable, type Door } from '../fixtures/gateway-askable.ts';

const EVERYTHING = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
const ALL: JsonObject = { elicitation: { form: {}, url: {} }, sampling: {}, roots: { listChanged: true } };

let root: string;
let config: string;
beforeAll(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'callslip-asks-')));
  config = path.join(root, 'servers.yaml');
  const everything = { command: process.execPath, args: [EVERYTHING, 'stdio'] };
  await writeFile(config, JSON.stringify({ mcp_servers: { everything } }));
});
afterAll(() => rm(root, { recursive: true, maxRetries: 3 }));

const connect = (name: string, door: Door, own: string, capabilities = ALL): Promise<Askable> =>
  (ASKABLE[name] as (typeof ASKABLE)[string])(door, {
    capabilities,
    answer: (method, params) => {
      if (method === 'roots/list') return { roots: [{ uri: `file:///${own}`, name: own }] };
      if (method === 'sampling/createMessage') {
        return { role: 'assistant', model: own, content: { type: 'text', text: `${own} has thought` } };
      }
      return { action: 'accept', ...(params.mode === 'url' ? {} : { content: { name: own, check: true } }) };
    },
  });

const textOf = (result: JsonObject) => (result.content as JsonObject[]).map(({ text }) => text).join('\n');

/** What the real server asks, answered by this client and no other. */
async function answerEverything(client: Askable, own: string): Promise<void> {
  const call = (name: string, args: JsonObject = {}) => client.call(`mcp__everything__${name}`, args);
  await vi.waitFor(async () => {
    expect(textOf(await call('echo', { message: own }))).toBe(`Echo: ${own}`);
  }, 20_000);
  expect(textOf(await call('trigger-elicitation-request'))).toContain(`Name: ${own}`);
  expect(textOf(await call('trigger-sampling-request', { prompt: own, maxTokens: 9 }))).toContain(`${own} has thought`);
  expect(textOf(await call('get-roots-list'))).toContain(`file:///${own}`);
  expect(textOf(await call('trigger-url-elicitation', { url: 'https://example.org/' }))).toContain('completed');
}

describe('what a real server asks through callslip serve', () => {
  it('is answered by the client whose call it is for, over HTTP', async () => {
    const program = startCli(['serve', '--http', '--port', '0', '--config', config], { cwd: root });
    const [url] = await program.printed(/http:\/\/127\.0\.0\.1:\d+\/mcp(?=\n)/);
    const names = Object.keys(ASKABLE);
    const clients = await Promise.all(names.map((name, index) => connect(name, { door: 'http', url }, `c${index}`)));
    await Promise.all(clients.map((client, index) => answerEverything(client, `c${index}`)));
    const open = { url: 'https://example.org/', errorPath: true };
    const required = { code: -32042, data: { elicitations: [{ mode: 'url', elicitationId: expect.any(String) }] } };
    const isOpened = () => clients[0]?.call('mcp__everything__trigger-url-elicitation', open) as Promise<JsonObject>;
    await expect(isOpened()).rejects.toMatchObject(required);
    expect(textOf(await isOpened())).toContain('completed');
    const mute = await connect('SDK v1', { door: 'http', url }, 'mute', {});
    expect((await mute.call('mcp__everything__trigger-elicitation-request', {})).isError).toBe(true);
    expect(mute.asked).toEqual([]);
    await Promise.all([...clients, mute].map((client) => client.close()));
    program.child.kill('SIGINT');
    expect(await program.ended).toBe(0);
  });

  it.each(['SDK v1', 'SDK v2, pinned to 2026-07-28'])('is answered by %s over stdio', async (name) => {
    const child = spawn(process.execPath, cliArguments('serve', '--config', config), {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const client = await connect(name, { door: 'stdio', gateway: [child.stdout, child.stdin] }, 'me');
    await answerEverything(client, 'me');
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await client.close();
    expect(await ended).toBe(0);
  });
});
