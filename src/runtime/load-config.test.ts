import { mkdir, mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ConfigOptions, loadConfig } from './load-config.ts';
import { recordTrust } from './project-trust.ts';

let root: string;
let home: string;
let project: string;

beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'callslip-load-')));
  home = path.join(root, 'home');
  project = path.join(root, 'project');
  await mkdir(path.join(project, '.callslip'), { recursive: true });
  await mkdir(home);
});
afterEach(() => rm(root, { recursive: true }));

const inHome = (name: string, content: string) => writeFile(path.join(home, name), content);
const inProject = (name: string, content: string) => writeFile(path.join(project, '.callslip', name), content);
const load = (options: ConfigOptions = {}) =>
  loadConfig({ cwd: project, environment: { CALLSLIP_HOME: home }, ...options });

async function trust(): Promise<void> {
  const loaded = await load();
  if (loaded.project) await recordTrust(loaded.home, loaded.project.folder, loaded.project.digest);
}

describe('loadConfig', () => {
  it('is empty where there is no file', async () => {
    await rm(path.join(project, '.callslip'), { recursive: true });
    expect(await load()).toMatchObject({ values: {}, files: [], mcpJson: [], project: undefined });
  });

  it('reads one named file in place of the others, and refuses a missing one', async () => {
    await inHome('config.yaml', 'toolsets: [web]');
    await writeFile(path.join(root, 'own.yaml'), 'model: {context_length: 8000}');
    const loaded = await load({ configFile: '../own.yaml' });
    expect(loaded.values).toEqual({ model: { context_length: 8000 } });
    expect(loaded.files).toEqual([path.join(root, 'own.yaml')]);
    await expect(load({ configFile: 'nowhere.yaml' })).rejects.toMatchObject({
      code: 'invalid-config',
      message: `${path.join(project, 'nowhere.yaml')} does not exist`,
    });
  });

  it('takes variables of the .env file of the home, below those of the process', async () => {
    await inHome('.env', 'A=file\nB=file\n');
    const { environment } = await load({ environment: { CALLSLIP_HOME: home, B: 'process' } });
    expect(environment).toMatchObject({ A: 'file', B: 'process' });
  });

  it('reads mcp.json files relative to the file that names them, and those of the command line from here', async () => {
    await inHome('config.yaml', 'mcp_json: [servers.json, missing.json]');
    await inHome('servers.json', '{"mcpServers": {}}');
    await writeFile(path.join(project, 'mine.json'), '{}');
    expect((await load({ mcpJson: ['mine.json'] })).mcpJson).toMatchObject([
      { file: path.join(home, 'servers.json'), content: '{"mcpServers": {}}' },
      { file: path.join(home, 'missing.json'), content: undefined },
      { file: path.join(project, 'mine.json'), content: '{}' },
    ]);
  });

  it('takes the home for no project', async () => {
    await mkdir(path.join(root, '.callslip'));
    await writeFile(path.join(root, '.callslip', 'config.yaml'), 'mcp_servers: {a: {command: x}}');
    const loaded = await load({ cwd: root, environment: { CALLSLIP_HOME: path.join(root, '.callslip') } });
    expect(loaded.project).toBeUndefined();
    expect(loaded.values).toEqual({ mcp_servers: { a: { command: 'x' } } });
  });
});

describe('a project', () => {
  const SERVERS = 'mcp_servers: {evil: {command: run-me}}\n';

  it('is merged over the home at once in what it shows, and in what it refuses', async () => {
    await inHome('config.yaml', 'tools: {tool_search: {listing: off}}\napprovals: {deny_tools: [a]}\n');
    await inProject('config.yaml', 'tools: {tool_search: {enabled: on}}\napprovals: {deny_tools: [b]}\n');
    const { values, project: found, files } = await load();
    expect(values).toEqual({
      tools: { tool_search: { listing: 'off', enabled: 'on' } },
      approvals: { deny_tools: ['a', 'b'] },
    });
    expect(found?.trusted).toBe(true);
    expect(files).toEqual([path.join(home, 'config.yaml'), path.join(project, '.callslip', 'config.yaml')]);
  });

  it('starts nothing, opens nothing and grants nothing before it is trusted', async () => {
    await inHome('config.yaml', 'mcp_servers: {mine: {command: good}}\ntoolsets: [web]\n');
    await inProject('servers.json', '{}');
    await inProject(
      'config.yaml',
      `${SERVERS}mcp_json: [servers.json]\ntoolsets: [all]\ngateway: {host: 0.0.0.0}\napprovals: {deny_tools: [b], mode: x}\nnew_key: 1\n`,
    );
    const before = await load();
    expect(before.values).toEqual({
      mcp_servers: { mine: { command: 'good' } },
      toolsets: ['web'],
      approvals: { deny_tools: ['b'] },
    });
    expect(before.mcpJson).toEqual([]);
    expect(before.project).toMatchObject({ trusted: false, guarded: { mcp_servers: { evil: { command: 'run-me' } } } });

    await trust();
    const after = await load();
    expect(after.project?.trusted).toBe(true);
    expect(Object.keys(after.values['mcp_servers'] ?? {})).toEqual(['mine', 'evil']);
    expect(after.mcpJson).toHaveLength(1);
    expect(after.values).toMatchObject({ toolsets: ['all'], gateway: { host: '0.0.0.0' } });
  });

  it('needs trust again once its servers, or an mcp.json it names, changed', async () => {
    await inProject('servers.json', '{}');
    await inProject('config.yaml', `${SERVERS}mcp_json: servers.json\n`);
    await trust();
    expect((await load()).project?.trusted).toBe(true);

    await inProject('config.yaml', `# a comment\n${SERVERS}mcp_json: servers.json\ntools: {tool_search: false}\n`);
    expect((await load()).project?.trusted).toBe(true);

    await inProject('servers.json', '{"mcpServers": {"b": {"command": "other"}}}');
    expect((await load()).project?.trusted).toBe(false);

    await trust();
    await inProject('config.yaml', `${SERVERS.replace('run-me', 'run-this')}mcp_json: servers.json\n`);
    expect((await load()).project?.trusted).toBe(false);
  });

  it('is not trusted for another folder with the same configuration', async () => {
    await inProject('config.yaml', SERVERS);
    await trust();
    const other = path.join(root, 'other');
    await mkdir(path.join(other, '.callslip'), { recursive: true });
    await writeFile(path.join(other, '.callslip', 'config.yaml'), SERVERS);
    expect((await load({ cwd: other })).project?.trusted).toBe(false);
  });

  it('is not trusted by a trust file that was tampered with, and such a file is not overwritten', async () => {
    await inProject('config.yaml', SERVERS);
    await inHome('trust.json', '{"projects": []}');
    expect((await load()).project?.trusted).toBe(false);
    await expect(trust()).rejects.toMatchObject({ code: 'invalid-config' });
  });

  it.skipIf(process.platform === 'win32')('leaves a trust file that only its owner can read', async () => {
    await inProject('config.yaml', SERVERS);
    await trust();
    expect((await stat(path.join(home, 'trust.json'))).mode & 0o777).toBe(0o600);
  });
});
