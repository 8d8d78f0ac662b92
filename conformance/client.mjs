// The client that the conformance suite starts, with the address of its server as the last argument: goes through the
// gateway to that server in the protocol that the suite wants, lists what is there, and calls what the suite says or else
// every tool, prompt and resource. It can be asked, and fills in defaults.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const PROGRAM = path.join(import.meta.dirname, '..', 'dist', 'cli', 'main.js');
const PREFIX = 'mcp__suite__';
const url = process.argv.at(-1);
const { MCP_CONFORMANCE_PROTOCOL_VERSION: version, MCP_CONFORMANCE_CONTEXT: context = '{}' } = process.env;
const folder = mkdtempSync(path.join(tmpdir(), 'callslip-conformance-'));
const config = path.join(folder, 'config.yaml');
writeFileSync(config, JSON.stringify({ mcp_servers: { suite: { url, always_load: true } } }));

const client = new Client(
  { name: 'callslip-conformance', version: '1' },
  {
    capabilities: { elicitation: { form: { applyDefaults: true } } },
    versionNegotiation: { mode: version === '2026-07-28' ? { pin: version } : 'legacy' },
  },
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
  for (const { name, arguments: args } of JSON.parse(context).toolCalls ?? tools.map(exampleCall)) {
    // As a model does once it has read that a parameter may not be null.
    const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
    const { content, isError } = await client.callTool({ name: PREFIX + name, arguments: given });
    process.stdout.write(
      `${name} ${isError === true ? 'failed' : 'answered'}: ${JSON.stringify(content).slice(0, 200)}\n`,
    );
  }
  for (const { name } of (await client.listPrompts()).prompts) await client.getPrompt({ name });
  for (const { uri } of (await client.listResources()).resources) await client.readResource({ uri });
} finally {
  await client.close();
  rmSync(folder, { recursive: true });
}

/** The suite's tools once its server has come up, or was given up; `tool_search` and its like are ours. */
async function listed() {
  for (const end = Date.now() + 30_000; Date.now() < end && (await isStarting()); ) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { tools } = await client.listTools();
  return tools.filter(({ name }) => name.startsWith(PREFIX));
}

async function isStarting() {
  const { content } = await client.callTool({ name: 'tool_search', arguments: { queries: [crypto.randomUUID()] } });
  return content.some(({ text = '' }) => /"unavailable":"[^"]*starting/.test(text));
}

/** A call of a tool with something in each parameter. One tool wants to be shown the schema of the first. */
function exampleCall({ name, inputSchema: { properties = {} } }, _at, [{ inputSchema: shown }]) {
  const numbers = [5, 3, 7];
  const examples = { boolean: true, array: [], object: shown, null: null };
  const entries = Object.entries(properties).map(([property, { type }], at) => {
    if (type === 'number' || type === 'integer') return [property, numbers[at % numbers.length]];
    return [property, Object.hasOwn(examples, type) ? examples[type] : 'text'];
  });
  return { name: name.slice(PREFIX.length), arguments: Object.fromEntries(entries) };
}
