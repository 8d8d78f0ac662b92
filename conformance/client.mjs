// The client that the conformance suite starts, with the address of its server as the last argument: goes through the
// gateway to that server, lists what is there, and calls every tool. It can be asked, and fills in defaults.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const PROGRAM = path.join(import.meta.dirname, '..', 'dist', 'cli', 'main.js');
const url = process.argv.at(-1);
const folder = mkdtempSync(path.join(tmpdir(), 'callslip-conformance-'));
const config = path.join(folder, 'config.yaml');
writeFileSync(config, JSON.stringify({ mcp_servers: { suite: { url, always_load: true } } }));

const client = new Client(
  { name: 'callslip-conformance', version: '1' },
  { capabilities: { elicitation: { form: { applyDefaults: true } } } },
);
client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: {} }));
const transport = new StdioClientTransport({
  command: process.execPath,
  args: [PROGRAM, 'serve', '--config', config],
  env: { ...process.env, CALLSLIP_HOME: folder },
  stderr: 'inherit',
});
try {
  await client.connect(transport);
  const tools = await listed();
  for (const { name, inputSchema } of tools) {
    const { content, isError } = await client.callTool({ name, arguments: exampleOf(inputSchema) });
    process.stdout.write(
      `${name} ${isError === true ? 'failed' : 'answered'}: ${JSON.stringify(content).slice(0, 200)}\n`,
    );
    if (isError === true) process.exitCode = 1;
  }
} finally {
  await client.close();
  rmSync(folder, { recursive: true });
}

/** The suite's tools, once they are there, or none when their server was given up; `tool_search` and its like are ours. */
async function listed() {
  const end = Date.now() + 30_000;
  while (true) {
    const { tools } = await client.listTools();
    const theirs = tools.filter(({ name }) => name.startsWith('mcp__suite__'));
    if (theirs.length > 0 || Date.now() > end || (await isGivenUp())) return theirs;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function isGivenUp() {
  const { content } = await client.callTool({ name: 'tool_search', arguments: { queries: [crypto.randomUUID()] } });
  return content.some(({ text = '' }) => /"unavailable":"(?!starting|restarting)/.test(text));
}

function exampleOf({ properties = {} }) {
  const numbers = [5, 3, 7];
  const entries = Object.entries(properties).map(([name, { type }], at) => {
    return [name, type === 'number' || type === 'integer' ? numbers[at % numbers.length] : 'text'];
  });
  return Object.fromEntries(entries);
}
