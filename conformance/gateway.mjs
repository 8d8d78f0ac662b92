// The gateway that the suites look at as a server: the built program over HTTP, with server.mjs and modern-server.mjs
// behind it. Pins and renames give everything its bare name.
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { ASKING_PROMPTS, ASKING_TOOLS } from './server/asking.mjs';
import { PROMPTS } from './server/prompts.mjs';
import { TOOLS } from './server/tools.mjs';
import { start } from './suites.mjs';

const HERE = import.meta.dirname;
const PROGRAM = path.join(path.dirname(HERE), 'dist', 'cli', 'main.js');

/** Starts it, and gives its address once all tools are there. */
export async function startGateway() {
  const folder = mkdtempSync(path.join(tmpdir(), 'callslip-conformance-'));
  const config = path.join(folder, 'config.yaml');
  const mcp_servers = {
    suite: entry('server.mjs', TOOLS, PROMPTS),
    modern: entry('modern-server.mjs', ASKING_TOOLS, ASKING_PROMPTS),
  };
  writeFileSync(config, JSON.stringify({ mcp_servers }));
  const child = start(process.execPath, [PROGRAM, 'serve', '--http', '--port', '0', '--config', config], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, CALLSLIP_HOME: folder, CALLSLIP_LOG: 'warn' },
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the gateway ended with ${code}`);
  });
  const [url] = await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
  ended.catch(() => {});
  await untilListed(url, TOOLS.length + ASKING_TOOLS.length);
  return {
    url,
    async close() {
      child.kill();
      await once(child, 'exit');
      rmSync(folder, { recursive: true });
    },
  };
}

function entry(program, tools, prompts) {
  const bare = (entries) => Object.fromEntries(entries.map(({ name }) => [name, { name }]));
  return {
    command: process.execPath,
    args: [path.join(HERE, program)],
    always_load: true,
    tools: { override: bare(tools) },
    prompts: { override: bare(prompts) },
  };
}

/** The suites do not wait for a gateway whose servers still start. */
async function untilListed(url, count) {
  const client = new Client({ name: 'look', version: '1' }, { capabilities: {} });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const end = Date.now() + 20_000;
  for (let tools = []; tools.length < count; { tools } = await client.listTools()) {
    if (Date.now() > end) throw new Error('the tools did not come');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await client.close();
}
