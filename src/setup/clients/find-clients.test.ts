import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { newFolder } from '../../../test/fixtures/journal/new-world.ts';
import { cursor } from '../../mcp/import/dialects/cursor.ts';
import { findClients } from './find-clients.ts';
import { newClientFile, readClientFile } from './read-client-file.ts';

const SERVERS = '{"mcpServers": {"a": {"command": "a"}}}';

/** A machine with these files in the user's folder, which stands in another folder with a project. */
function machine(files: Readonly<Record<string, string | Buffer>>, cwd = 'work/shop') {
  const root = newFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), content);
  }
  const places = {
    platform: 'linux',
    userFolder: path.join(root, 'me'),
    cwd: path.join(root, cwd),
    environment: {},
  } as const;
  const find = async () =>
    (await findClients(places)).map(({ file, scope, dialect, found }) => [
      dialect.id,
      scope,
      path.relative(root, file),
      found.servers.map(({ label }) => label),
    ]);
  return { root, places, find };
}

describe('findClients', () => {
  it('finds the user’s clients in their order, then those of the project', async () => {
    const { find } = machine({
      'work/shop/.mcp.json': SERVERS,
      'me/.config/zed/settings.json': '{"context_servers": {}}',
      'me/.cursor/mcp.json': SERVERS,
      'work/shop/.cursor/mcp.json': SERVERS,
      'work/.cursor/mcp.json': SERVERS,
    });
    expect(await find()).toEqual([
      ['cursor', 'user', 'me/.cursor/mcp.json', ['a']],
      ['zed', 'user', 'me/.config/zed/settings.json', []],
      ['claude-code', 'project', 'work/shop/.mcp.json', ['a']],
      ['cursor', 'project', 'work/shop/.cursor/mcp.json', ['a']],
    ]);
  });

  it('takes of several places the first that has a file', async () => {
    const next = { 'me/.codeium/windsurf-next/mcp_config.json': SERVERS };
    expect(await machine(next).find()).toEqual([
      ['windsurf', 'user', 'me/.codeium/windsurf-next/mcp_config.json', ['a']],
    ]);
    const both = { ...next, 'me/.codeium/windsurf/mcp_config.json': '{}' };
    expect(await machine(both).find()).toEqual([['windsurf', 'user', 'me/.codeium/windsurf/mcp_config.json', []]]);
  });

  it('takes no file of the user’s for one of a project too', async () => {
    expect(await machine({ 'me/.cursor/mcp.json': SERVERS }, 'me').find()).toEqual([
      ['cursor', 'user', 'me/.cursor/mcp.json', ['a']],
    ]);
  });

  it('knows the project’s folder in its files, and none in the user’s', async () => {
    const text = `{"servers": {"a": {"command": "a", "args": ["\${workspaceFolder}"]}}}`;
    const { places } = machine({ 'work/shop/.vscode/mcp.json': text, 'me/.config/Code/User/mcp.json': text });
    const [user, project] = await findClients(places);
    expect(user?.found.servers[0]?.entry).toBeUndefined();
    expect(project?.found.servers[0]?.entry).toEqual({ command: 'a', args: [places.cwd] });
  });
});

describe('readClientFile', () => {
  it('keeps the bytes as they are, and reads through a byte order mark', async () => {
    const { root, places } = machine({ 'mcp.json': `\uFEFF${SERVERS}` });
    const read = await readClientFile(path.join(root, 'mcp.json'), { places });
    expect(read?.bytes).toEqual(Buffer.from(`\uFEFF${SERVERS}`));
    expect(read?.found.servers).toHaveLength(1);
    expect(await readClientFile(path.join(root, 'none.json'), { places })).toBeUndefined();
  });

  it('says of a file that is not in UTF-8, or is none, that it can not be read', async () => {
    const { root, places } = machine({ 'mcp.json': Buffer.from(SERVERS.replace('"a":', '"\u00e9":'), 'latin1') });
    for (const file of [path.join(root, 'mcp.json'), root]) {
      expect(await readClientFile(file, { places })).toMatchObject({
        bytes: undefined,
        found: { servers: [], remarks: [{ severity: 'error', path: file }] },
      });
    }
  });
});

it('a file that is to be made has no servers and no fault', () => {
  const { root, places } = machine({});
  const made = newClientFile(path.join(root, '.cursor/mcp.json'), cursor, places);
  expect(made).toMatchObject({ bytes: undefined, found: { servers: [], remarks: [{ severity: 'note' }] } });
});
