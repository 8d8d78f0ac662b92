import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type InstalledPackage, installPacked } from './installed-package.ts';

const MOST_BYTES = 40 * 1024 * 1024;
const BRIDGE = ['tool_search', 'tool_describe', 'tool_call'];
const require = createRequire(import.meta.url);
const program = (name: string, file = 'dist/index.js') => require.resolve(`${name}/${file}`);
const SERVERS = {
  everything: { command: process.execPath, args: [program('@modelcontextprotocol/server-everything'), 'stdio'] },
  memory: { command: process.execPath, args: [program('@modelcontextprotocol/server-memory')] },
};

let installed: InstalledPackage;
beforeAll(async () => {
  installed = await installPacked();
  const memory = { ...SERVERS.memory, env: { MEMORY_FILE_PATH: path.join(installed.elsewhere, 'memory.jsonl') } };
  const home = installed.environment['CALLSLIP_HOME'] ?? '';
  await mkdir(home);
  await writeFile(path.join(home, 'config.yaml'), JSON.stringify({ mcp_servers: { ...SERVERS, memory } }));
}, 120_000);
afterAll(async () => {
  await installed.stopRegistry();
  await installed.remove();
});

const ownFolder = () => path.join(installed.folder, 'node_modules/callslip');
const callslip = async (...args: readonly string[]) =>
  (await installed.run('npx', ['--no-install', 'callslip', ...args])).stdout;

/** Files below a folder, absolute. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** What a client does first, and one call behind the bridge. */
async function useGateway(client: Client): Promise<void> {
  const listed = await client.listTools();
  expect(listed.tools.map(({ name }) => name)).toEqual(BRIDGE);
  const found = await client.callTool({ name: 'tool_search', arguments: { queries: ['echo message'] } });
  expect(JSON.stringify(found.content)).toContain('mcp__everything__echo');
  const calls = [{ name: 'mcp__everything__echo', arguments: { message: 'from the package' } }];
  await vi.waitFor(async () => {
    const { content } = await client.callTool({ name: 'tool_call', arguments: { calls } });
    expect(content).toMatchObject([{ type: 'text', text: 'Echo: from the package' }]);
  }, 15_000);
}

describe.skipIf(process.platform === 'win32')('the packed package, installed in an empty folder for production', () => {
  it('is under 40 MB, all files of all packages summed', () => {
    const bytes = filesIn(path.join(installed.folder, 'node_modules')).reduce(
      (sum, file) => sum + statSync(file).size,
      0,
    );
    console.log(
      `installed: ${(bytes / 1e6).toFixed(1)} MB; packed: ${(statSync(installed.archive).size / 1e6).toFixed(2)} MB`,
    );
    expect(bytes).toBeGreaterThan(1_000_000);
    expect(bytes).toBeLessThan(MOST_BYTES);
  });

  it('runs no install script: no package has one', () => {
    const files = filesIn(path.join(installed.folder, 'node_modules'));
    const manifests = files.filter((file) => /node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(file));
    expect(manifests.length).toBeGreaterThan(20);
    const scripts = manifests.flatMap((file) => {
      const { name, scripts = {} } = JSON.parse(readFileSync(file, 'utf8'));
      return ['preinstall', 'install', 'postinstall']
        .filter((script) => script in scripts)
        .map((script) => `${name}: ${script}`);
    });
    expect(scripts).toEqual([]);
    expect(files.filter((file) => file.endsWith('binding.gyp'))).toEqual([]);
  });

  it('holds what is built and what a reader needs, no test, no source, and no path of the machine that built it', () => {
    const files = filesIn(ownFolder()).map((file) => path.relative(ownFolder(), file));
    const beside = files.filter((file) => !file.startsWith('dist/'));
    expect(beside.sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']);
    expect(files.filter((file) => /\.test\.|\.map$|(?<!\.d)\.ts$/.test(file))).toEqual([]);
    const here = path.resolve('.');
    const telling = files.filter((file) => readFileSync(path.join(ownFolder(), file), 'utf8').includes(here));
    expect(telling).toEqual([]);
  });

  it('tells its version, its help and its configuration', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(await callslip('--version')).toBe(`${version}\n`);
    // Help that nobody asked for is an answer on standard error, and a fault of use.
    await expect(callslip()).rejects.toMatchObject({ stderr: expect.stringContaining('Usage: callslip') });
    expect(await callslip('--help')).toContain('Usage: callslip');
    expect(JSON.parse(await callslip('config', '--check', '--json'))).toEqual({ ok: true, problems: [] });
  });

  it('shows the tools and the state of configured servers', async () => {
    const tools = JSON.parse(await callslip('tools', '--json'));
    expect(tools).toMatchObject({ visible: [], bridge: BRIDGE, troubles: [] });
    expect(tools.deferred.map(({ source }: { source: string }) => source).sort()).toEqual(['everything', 'memory']);
    const { servers } = JSON.parse(await callslip('doctor', '--json'));
    expect(servers).toMatchObject([
      { label: 'everything', state: 'ready' },
      { label: 'memory', state: 'ready' },
    ]);
  });

  it('serves a client over stdio', async () => {
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StdioClientTransport({
      command: 'npx',
      args: ['--no-install', 'callslip', 'serve'],
      cwd: installed.folder,
      env: { ...installed.environment },
      stderr: 'ignore',
    });
    onTestFinished(() => client.close());
    await client.connect(transport as Parameters<Client['connect']>[0]);
    expect(client.getServerVersion()).toMatchObject({ name: 'callslip' });
    await useGateway(client);
  });

  it('serves a client over HTTP', async () => {
    const main = path.join(ownFolder(), 'dist/cli/main.js');
    const { environment: env, folder: cwd } = installed;
    const server = spawn(process.execPath, [main, 'serve', '--http', '--port', '0'], { cwd, env: { ...env } });
    onTestFinished(() => void server.kill('SIGKILL'));
    const [url] = await once(createInterface(server.stdout), 'line');
    const client = new Client({ name: 'test', version: '1' });
    onTestFinished(() => client.close());
    await client.connect(new StreamableHTTPClientTransport(new URL(url)) as Parameters<Client['connect']>[0]);
    await useGateway(client);
    server.kill('SIGTERM');
    expect(await once(server, 'close')).toEqual([0, null]);
  });

  it('says what to do instead of a tour, whose servers come with a checkout only', async () => {
    const environment = { ...installed.environment, CALLSLIP_HOME: path.join(installed.elsewhere, 'no-home') };
    const main = path.join(ownFolder(), 'dist/cli/main.js');
    const child = spawn(process.execPath, [main, 'start', '--once'], { cwd: installed.elsewhere, env: environment });
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    expect(await once(child, 'close')).toEqual([2, null]);
    expect(said).toMatch(/there is no configuration yet.+callslip init/);
  });

  it('is what npx fetches, and starts again from its cache', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    const npx = () => installed.run('npx', ['-y', `callslip@${version}`, '--version'], installed.elsewhere);
    expect((await npx()).stdout).toBe(`${version}\n`);
    expect((await npx()).stdout).toBe(`${version}\n`);
    expect(existsSync(path.join(installed.elsewhere, 'node_modules'))).toBe(false);
  });
});

describe.skipIf(process.platform === 'win32')('the doors of the installed package', () => {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
  const doors = Object.keys(exports)
    .filter((door) => door !== './package.json')
    .map((door) => `callslip${door.slice(1)}`);

  it('load', async () => {
    expect(doors.length).toBeGreaterThan(5);
    const code = `for (const door of ${JSON.stringify(doors)}) {
      if (Object.keys(await import(door)).length === 0) throw new Error(door + ' exports nothing');
    }
    console.log('all of them');`;
    const { stdout } = await installed.run(process.execPath, ['--input-type=module', '--eval', code]);
    expect(stdout).toBe('all of them\n');
  });

  it('have types that a strict compiler accepts, libraries checked too', async () => {
    const names = doors.map((_, index) => `door${index}`);
    const lines = doors.map((door, index) => `import * as ${names[index]} from '${door}';`);
    await writeFile(
      path.join(installed.folder, 'consumer.ts'),
      [
        ...lines,
        "import { createRegistry, defineTool } from 'callslip';",
        'const registry: ReturnType<typeof createRegistry> = createRegistry();',
        `export const all = [registry, defineTool, ${names.join(', ')}];`,
      ].join('\n'),
    );
    const compilerOptions = {
      strict: true,
      skipLibCheck: false,
      exactOptionalPropertyTypes: true,
      module: 'NodeNext',
      target: 'ES2023',
      lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
      types: ['node'],
      noEmit: true,
    };
    await writeFile(
      path.join(installed.folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['consumer.ts'] }),
    );
    // A consumer of the Node doors has these.
    await mkdir(path.join(installed.folder, 'node_modules/@types'));
    for (const name of ['@types/node', 'undici-types']) {
      await symlink(path.resolve('node_modules', name), path.join(installed.folder, 'node_modules', name));
    }
    const compiler = require.resolve('typescript/lib/tsc.js');
    const faults = await installed.run(process.execPath, [compiler, '-p', '.']).then(
      () => 'none',
      ({ stdout, message }) => stdout || message,
    );
    expect(faults).toBe('none');
  }, 120_000);
});
