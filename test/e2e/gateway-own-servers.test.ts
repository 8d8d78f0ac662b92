import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startCli } from '../fixtures/cli-program.ts';
import { PEERS, type Peer, type Place } from '../fixtures/gateway-peers.ts';
import { oddEndpoint } from '../fixtures/odd-server/odd-server-config.ts';

let root: string;
const config = () => path.join(root, 'home', 'config.yaml');
const START = '# mine\ntools: {tool_search: {enabled: off}}\n';
beforeAll(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'callslip-own-')));
  await mkdir(path.dirname(config()));
  await writeFile(config(), START);
});
afterAll(() => rm(root, { recursive: true, maxRetries: 3 }));

async function run(...args: readonly string[]): Promise<void> {
  const program = startCli(args, { cwd: root });
  expect([await program.ended, program.stderr()]).toEqual([0, '']);
}

it('a gateway that runs gains and loses a server by the commands that change the configuration', async () => {
  const gateway = startCli(['serve', '--http', '--port', '0'], { cwd: root });
  const [url] = await gateway.printed(/^http:\S+/m);
  const place: Place = { door: 'http', url };
  const peer = await (PEERS['SDK v2, legacy'] as (place: Place) => Promise<Peer>)(place);
  const offered = async () => (await peer.listTools()).some(({ name }) => name === 'mcp__odd__echo');
  const until = (isThere: boolean) => vi.waitFor(async () => expect(await offered()).toBe(isThere), 10_000);
  expect(await offered()).toBe(false);

  const { command, args } = oddEndpoint();
  await run('add', 'odd', '--', command, ...args);
  await until(true);
  const { content } = await peer.call('mcp__odd__echo', { n: 1 });
  expect(JSON.stringify(content)).toContain('{\\"n\\":1}');
  await run('disable', 'odd');
  await until(false);
  await run('enable', 'odd');
  await until(true);
  await run('remove', 'odd');
  await until(false);

  expect(await readFile(config(), 'utf8')).toContain(START);
  await peer.close();
  gateway.child.kill();
  expect(await gateway.ended).toBe(0);
}, 60_000);
