// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is the syntax under test
import { describe, expect, it } from 'vitest';
import { readForeignFile } from '../read-foreign-file.ts';
import { opencode } from './opencode.ts';
import { deniedTools } from './opencode-permissions.ts';

const read = (value: unknown) =>
  readForeignFile(JSON.stringify(value), { file: 'opencode.json', dialect: opencode }).servers;

describe('opencode', () => {
  it('[CFG-22] splits a command that is a list, and keeps a server that is off', () => {
    const x = { type: 'local', command: ['npx', '-y', 'srv'], environment: { A: '{env:A}' }, enabled: false };
    expect(read({ mcp: { x } })[0]?.entry).toEqual({
      command: 'npx',
      args: ['-y', 'srv'],
      env: { A: '${A}' },
      enabled: false,
    });
  });

  it('reads the form of version 2 beside that of version 1', () => {
    const servers = read({
      mcp: {
        timeout: { startup: 1000 },
        one: { type: 'local', command: ['one'], timeout: 7000 },
        servers: { two: { type: 'remote', url: 'https://two.example/mcp', timeout: { catalog: 9000 } } },
      },
    });
    expect(servers.map(({ label, path, entry }) => [label, path, entry])).toEqual([
      ['one', 'opencode.json: mcp.one', { command: 'one', start_timeout: 7, call_timeout: 7 }],
      ['two', 'opencode.json: mcp.servers.two', { url: 'https://two.example/mcp' }],
    ]);
  });

  it('leaves what only switches a server that is elsewhere where it is, with a note', () => {
    const [jira] = read({ mcp: { jira: { enabled: true } } });
    expect([jira?.entry, jira?.remarks.map(({ severity }) => severity)]).toEqual([undefined, ['note']]);
    const reached = [{ command: ['jira-mcp'] }, { url: 'https://jira.example/mcp' }].map(
      (entry) => read({ mcp: { jira: entry } })[0]?.entry,
    );
    expect(reached).toEqual([{ command: 'jira-mcp' }, { url: 'https://jira.example/mcp' }]);
  });

  it('names the generations of the protocol as we do', () => {
    const generations = ['legacy', '2026-07-28', 'auto'].map(
      (protocol) => read({ mcp: { a: { type: 'local', command: ['a'], protocol } } })[0]?.entry?.['protocol'],
    );
    expect(generations).toEqual(['2025', '2026', 'auto']);
  });

  it('gets no key that version 1 would refuse, and is marked as always shown for version 2', () => {
    const launch = { command: 'npx', args: ['-y', 'callslip', 'serve'], env: {} };
    const one = opencode.ownEntry(launch, ['mcp']);
    const two = opencode.ownEntry(launch, ['mcp', 'servers']);
    expect(one).toEqual({ type: 'local', command: ['npx', '-y', 'callslip', 'serve'] });
    expect(two).toEqual({ ...one, codemode: false });
    expect([one, two].map((entry) => opencode.toolSearch?.isMarked?.(entry))).toEqual([false, true]);
  });

  it('keeps its files under .config on every platform', () => {
    const places = { userFolder: String.raw`C:\Users\me`, cwd: String.raw`C:\shop`, environment: {} };
    expect(opencode.files?.({ ...places, platform: 'win32' })).toEqual({
      user: [
        String.raw`C:\Users\me\.config\opencode\opencode.json`,
        String.raw`C:\Users\me\.config\opencode\opencode.jsonc`,
      ],
      project: [
        String.raw`C:\shop\opencode.json`,
        String.raw`C:\shop\opencode.jsonc`,
        String.raw`C:\shop\.opencode\opencode.json`,
        String.raw`C:\shop\.opencode\opencode.jsonc`,
      ],
    });
    const mac = { platform: 'darwin', userFolder: '/Users/me', cwd: '/shop', environment: {} } as const;
    expect(opencode.files?.(mac).user[0]).toBe('/Users/me/.config/opencode/opencode.json');
    expect(opencode.files?.({ ...mac, environment: { XDG_CONFIG_HOME: '/xdg' } }).user[0]).toBe(
      '/xdg/opencode/opencode.json',
    );
  });
});

describe('deniedTools', () => {
  it.each([
    [{ tools: { 'my_srv_drop_*': false, my_srv_read: true, other_x: false } }, ['drop_*']],
    [{ tools: { 'my_srv_*': false } }, ['*']],
    [{ tools: { 'my*': false } }, ['*']],
    [{ tools: { '*': false } }, ['*']],
    [{ tools: { '*': false, 'my_srv_*': true } }, []],
    [{ tools: { my_srv_a: false, my_srv_b: false, 'my_srv_*': true } }, []],
    [{ tools: { my_srv_a: false, my_srv_b: false, my_srv_b2: true }, permission: { my_srv_b: 'allow' } }, ['a']],
    [{ tools: { my_srv_a: false }, permission: { my_srv_b: 'deny', my_srv_c: 'ask' } }, ['a', 'b']],
    [{ permission: { my_srv_a: 'deny' }, tools: 'all' }, ['a']],
    [{ permissions: [{ action: 'my_srv_a', resource: '*', effect: 'deny' }, 7, { action: 3 }] }, ['a']],
    [{ permissions: [{ action: 'my_srv_a', resource: '/etc/*', effect: 'deny' }] }, []],
    [{ permission: 'ask' }, []],
  ])('of %j are %j', (document, denied) => {
    expect(deniedTools('my srv', document)).toEqual(denied);
  });
});
