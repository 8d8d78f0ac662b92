import { describe, expect, it } from 'vitest';
import { readForeignFile } from '../read-foreign-file.ts';
import { zed } from './zed.ts';

const read = (value: unknown) =>
  readForeignFile(JSON.stringify(value), { file: 'settings.json', dialect: zed }).servers;

describe('zed', () => {
  it.each([
    { source: 'extension', settings: { api_key: 'not-a-real-key' }, remote: true },
    { settings: {} },
    { enabled: false },
  ])('leaves a server of an extension where it is, with a note that holds no setting: %j', (entry) => {
    const [server] = read({ context_servers: { a: entry } });
    expect(server?.entry).toBeUndefined();
    expect(server?.remarks).toEqual([
      {
        severity: 'note',
        path: 'settings.json: context_servers.a',
        message: 'settings.json: context_servers.a belongs to an extension of Zed',
      },
    ]);
  });

  it.each([
    [{ tool_permissions: { default: 'allow' } }, ['*'], undefined],
    [{ always_allow_tool_actions: true }, ['*'], undefined],
    [
      { tool_permissions: { tools: { 'mcp:a:x': { default: 'allow' }, 'mcp:ab:y': { default: 'allow' } } } },
      ['x'],
      undefined,
    ],
    [{ tool_permissions: { tools: { 'mcp:a:x': { default: 'confirm' } } } }, [], undefined],
    [{ tool_permissions: { tools: { 'mcp:a:x': { default: 'deny' }, 'mcp:a:y': 'deny' } } }, [], { exclude: ['x'] }],
  ])('shows what %j allows, and leaves out what it denies', (agent, approved, tools) => {
    const [server] = read({ agent, context_servers: { a: { command: 'a' } } });
    expect([server?.approved, server?.entry?.['tools']]).toEqual([approved, tools]);
  });

  it('tells that a server ran on a remote machine', () => {
    const remarks = [true, false].map(
      (remote) => read({ context_servers: { a: { command: 'a', remote } } })[0]?.remarks.length,
    );
    expect(remarks).toEqual([1, 0]);
  });

  it('keeps its settings where its platform does', () => {
    const places = { userFolder: '/home/me', cwd: '/shop', environment: { XDG_CONFIG_HOME: '/xdg' } };
    const windows = { userFolder: String.raw`C:\Users\me`, cwd: String.raw`C:\shop`, environment: {} };
    expect(zed.files?.({ ...places, platform: 'linux' })).toEqual({
      user: ['/xdg/zed/settings.json'],
      project: ['/shop/.zed/settings.json'],
    });
    expect(zed.files?.({ ...places, platform: 'darwin' }).user).toEqual(['/home/me/.config/zed/settings.json']);
    expect(zed.files?.({ ...windows, platform: 'win32' }).user).toEqual([
      String.raw`C:\Users\me\AppData\Roaming\Zed\settings.json`,
    ]);
  });
});
