import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCli } from '../fixtures/cli-program.ts';

const REGISTER = new URL('../fixtures/loaded-modules/register.mjs', import.meta.url);
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'callslip-loads-'));
  await mkdir(path.join(root, 'home'));
});
afterAll(() => rm(root, { recursive: true, maxRetries: 3 }));

/** What a gateway over stdio has loaded when it answers its client. */
async function loadedBy(config: string): Promise<string> {
  await writeFile(path.join(root, 'home', 'config.yaml'), config);
  const list = path.join(root, `loads-${config.length}`);
  const environment = { LOADED_MODULES: list, NODE_OPTIONS: `--import ${REGISTER.href}` };
  const gateway = startCli(['serve'], { cwd: root, environment });
  gateway.child.stdin?.write(`${JSON.stringify(INITIALIZE)}\n`);
  await gateway.printed(/"serverInfo"/);
  gateway.child.stdin?.end();
  expect(await gateway.ended).toBe(0);
  return readFile(list, 'utf8');
}

it('a gateway loads the languages and dialects of clients, a web server and prompts only where they are used', async () => {
  const unused =
    /toml-eslint-parser|jsonc-parser|\/node_modules\/(?:diff|hono|@hono|@clack)\/|\/mcp\/import\/dialects/g;
  const plain = await loadedBy('mcp_servers: {}\n');
  expect(plain).toContain('/src/gateway/stdio/');
  expect(plain.match(unused)).toBeNull();
  expect((await loadedBy('mcp_json: none.json\n')).match(unused)).toContain('/mcp/import/dialects');
}, 60_000);
