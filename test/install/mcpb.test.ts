import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getMcpConfigForManifest, MANIFEST_SCHEMAS, unpackExtension, validateManifest } from '@anthropic-ai/mcpb';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startProgram } from '../tooling/run-program.ts';

const SCRIPT = path.resolve('scripts/package/mcpb.mjs');
const EVERYTHING = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');

let root: string;
let bundle: string;
let unpacked: string;
beforeAll(async () => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'callslip-bundle-')));
});
afterAll(() => rmSync(root, { recursive: true, maxRetries: 3 }));

/** Makes the bundle in a folder of its own, and gives its path. */
async function pack(name: string): Promise<string> {
  const folder = path.join(root, name);
  const { code, stderr } = await startProgram([SCRIPT, folder]).ended;
  expect(code, stderr).toBe(0);
  return path.join(folder, readdirSync(folder)[0] ?? '');
}

const sumOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
const readManifest = (folder: string) => JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));

describe('the bundle for Claude Desktop', () => {
  it('is the same bytes every time', async () => {
    bundle = await pack('one');
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(path.basename(bundle)).toBe(`callslip-${version}.mcpb`);
    expect(sumOf(await pack('two'))).toBe(sumOf(bundle));
  });

  it("is unpacked by the client's own tool, and its manifest is valid", async () => {
    unpacked = path.join(root, 'with blanks', 'extension');
    expect(await unpackExtension({ mcpbPath: bundle, outputDir: unpacked, silent: true })).toBe(true);
    vi.spyOn(console, 'log').mockReturnValue();
    expect(validateManifest(path.join(unpacked, 'manifest.json'))).toBe(true);
    const { manifest_version: version, server, tools_generated: generated } = readManifest(unpacked);
    expect(Object.keys(MANIFEST_SCHEMAS)).toContain(version);
    // Those of pinned tools are known to the user's configuration only.
    expect(generated).toBe(true);
    expect(readFileSync(path.join(unpacked, server.entry_point), 'utf8')).toMatch(/^#!/);
    expect(readFileSync(path.join(unpacked, 'LICENSE'), 'utf8')).toContain('MIT');
    const own = JSON.parse(readFileSync(path.join(unpacked, 'package.json'), 'utf8'));
    const { name, version: ownVersion, type, bin } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(own).toMatchObject({ name, version: ownVersion, type, bin });
  });

  it('runs as the client starts it, and shows the tools that its manifest names', async () => {
    const home = path.join(root, 'home of callslip');
    mkdirSync(home);
    const config = { mcp_servers: { everything: { command: process.execPath, args: [EVERYTHING, 'stdio'] } } };
    writeFileSync(path.join(home, 'config.yaml'), JSON.stringify(config));
    const manifest = readManifest(unpacked);
    const { command, args, env } = await launchAsClient({ home });
    // The client has a Node of its own.
    expect(command).toBe('node');
    const client = new Client({ name: 'claude-ai', version: '0.1.0' });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args,
      env,
      cwd: path.parse(root).root,
      stderr: 'ignore',
    });
    onTestFinished(() => client.close());
    await client.connect(transport as Parameters<Client['connect']>[0]);
    expect(client.getServerVersion()).toMatchObject({ name: 'callslip', version: manifest.version });
    const names = (tools: readonly { name: string }[]) => tools.map(({ name }) => name);
    expect(names((await client.listTools()).tools)).toEqual(names(manifest.tools));
    const calls = [{ name: 'mcp__everything__echo', arguments: { message: 'from the bundle' } }];
    await vi.waitFor(async () => {
      const { content } = await client.callTool({ name: 'tool_call', arguments: { calls } });
      expect(content).toMatchObject([{ type: 'text', text: 'Echo: from the bundle' }]);
    }, 15_000);
  });

  it('looks in the usual folder when its user has set none, or cleared it', async () => {
    expect((await launchAsClient({})).env['CALLSLIP_HOME']).toBe('~/.callslip');
    expect((await launchAsClient({ home: '' })).env['CALLSLIP_HOME']).toBe('');
  });
});

/** What the client runs, given what its user has set. */
async function launchAsClient(userConfig: Record<string, string>) {
  const launch = await getMcpConfigForManifest({
    manifest: readManifest(unpacked),
    extensionPath: unpacked,
    systemDirs: { HOME: root },
    userConfig,
    pathSeparator: path.sep,
  });
  return { command: launch?.command ?? '', args: launch?.args ?? [], env: launch?.env ?? {} };
}
