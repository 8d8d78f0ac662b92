import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runInProcess } from '../../../test/fixtures/cli-host.ts';

const OURS = { command: 'npx', args: ['-y', 'callslip', 'serve'] };
const SERVER = { command: 'npx', args: ['-y', 'some-server'] };

let folder: string;
const write = async (name: string, content: string | object) => {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
};
/** What doctor says of clients: a line for each, without its file, and what stands below. */
const clients = async () => {
  const environment = { HOME: folder, USERPROFILE: folder, CALLSLIP_HOME: path.join(folder, '.callslip') };
  const { stdout } = await runInProcess(['doctor'], { cwd: path.join(folder, 'work'), environment });
  const [, ...lines] = (/\nClients found.*\n[\s\S]*$/.exec(stdout)?.[0].trim() ?? '').split('\n');
  return lines.map((line) => line.replace(/^( {2}\S+) +(.*?) +\/.*$/, '$1: $2').trimEnd());
};

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'callslip-doctor-'));
  await mkdir(path.join(folder, 'work'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('callslip doctor, of clients', () => {
  it('advises nothing where a client is moved and marked', async () => {
    await write('.claude.json', { mcpServers: { callslip: { ...OURS, alwaysLoad: true } } });
    await write('.gemini/settings.json', { mcpServers: { callslip: OURS } });
    await write('.cursor/mcp.json', { mcpServers: { some: SERVER } });
    expect(await clients()).toEqual([
      '  claude-code: behind callslip, always shown',
      '  cursor: 1 server',
      '  gemini-cli: behind callslip',
    ]);
  });

  it('says where a client searches tools itself, and what to do', async () => {
    await write('.claude.json', { mcpServers: { callslip: OURS } });
    await write('.codex/config.toml', '[mcp_servers.callslip]\ncommand = "npx"\nargs = ["callslip", "serve"]\n');
    await write('.config/goose/config.yaml', 'extensions: { callslip: { cmd: npx, args: [callslip, serve] } }\n');
    const said = await clients();
    expect(said.filter((line) => line.startsWith('    remedy: '))).toEqual([
      expect.stringContaining('write "alwaysLoad": true'),
      expect.stringContaining('write omit_tools_from = ["deferred"]'),
    ]);
    expect(said).toContain('    Claude Code hides the tools of MCP servers behind a search of its own.');
    await write(
      '.config/goose/config.yaml',
      'extensions: { callslip: { cmd: npx, args: [callslip, serve] }, code_execution: { type: platform, enabled: true } }\n',
    );
    expect((await clients()).at(-1)).toContain('switch code_execution off');
  });

  it('names what a moved client starts besides, where init can move it, and why a file can not be read', async () => {
    await write('.gemini/settings.json', { mcpServers: { callslip: OURS, some: SERVER, broken: { args: [] } } });
    await write('.codeium/windsurf/mcp_config.json', '{ "mcpServers": ');
    expect(await clients()).toEqual([
      "  windsurf: can't be read",
      expect.stringMatching(/^ {4}why: .*mcp_config\.json:/),
      '  gemini-cli: behind callslip, and 2 servers',
      '    starts some without callslip; to move that too: callslip init --client gemini-cli',
    ]);
  });

  it('says how to begin where no client has been moved', async () => {
    await write('.claude.json', { mcpServers: { some: SERVER } });
    expect(await clients()).toEqual([
      '  claude-code: 1 server',
      '  no client has callslip yet; to put it into those you choose: callslip init',
    ]);
  });
});
