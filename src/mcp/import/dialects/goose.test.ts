// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is the syntax under test
import { describe, expect, it } from 'vitest';
import { readForeignFile } from '../read-foreign-file.ts';
import { goose } from './goose.ts';

const read = (extensions: unknown) =>
  readForeignFile(JSON.stringify({ extensions }), { file: 'config.yaml', dialect: goose }).servers;

describe('goose', () => {
  it.each(['builtin', 'platform', 'frontend', 'inline_python'])(
    'leaves its own parts of type %s, with a note',
    (type) => {
      const [server] = read({ a: { type, name: 'a', enabled: true, bundled: true } });
      expect([server?.entry, server?.remarks.map(({ severity }) => severity)]).toEqual([undefined, ['note']]);
    },
  );

  it('takes an empty list of tools for all', () => {
    const [all, some] = read({
      all: { type: 'stdio', cmd: 'a', available_tools: [] },
      some: { type: 'stdio', cmd: 'a', available_tools: ['b'] },
    });
    expect([all?.entry?.['tools'], some?.entry?.['tools']]).toEqual([undefined, { include: ['b'] }]);
  });

  it('fills in headers from the entry itself, and asks for what is in the keyring', () => {
    const [server] = read({
      a: {
        type: 'streamable_http',
        uri: 'https://a.example/mcp',
        headers: { A: 'Bearer $TOKEN', B: '${TEAM}/$TEAM', C: 'costs $5' },
        envs: { TEAM: 'tools' },
        env_keys: ['TOKEN'],
      },
    });
    expect(server?.entry?.['headers']).toEqual({ A: 'Bearer ${TOKEN}', B: 'tools/tools', C: 'costs $5' });
    expect(server?.entry?.['env']).toBeUndefined();
    expect(server?.asked.map(({ name }) => name)).toEqual(['TOKEN']);
  });

  it.each([
    ['envs', 5],
    ['env_keys', ['A-B']],
  ])('says of %s that it can not be read, also of a server at an address', (key, value) => {
    const [server] = read({ a: { type: 'streamable_http', uri: 'https://a.test/mcp', [key]: value } });
    expect(server).toMatchObject({ entry: undefined, remarks: [{ severity: 'error' }] });
    expect(server?.remarks[0]?.path).toMatch(new RegExp(`extensions\\.a\\.${key}$`));
  });

  it('what is written out comes before what is in the keyring', () => {
    const [server] = read({ a: { type: 'stdio', cmd: 'a', envs: { A: 'here' }, env_keys: ['A', 'B'] } });
    expect(server?.entry?.['env']).toEqual({ A: 'here', B: '${B}' });
  });

  it('has one file, where its platform keeps it', () => {
    const places = { userFolder: '/home/me', cwd: '/shop', environment: {} };
    const windows = { userFolder: String.raw`C:\Users\me`, cwd: String.raw`C:\shop`, environment: {} };
    const user = ['darwin', 'linux'].map((platform) => goose.files?.({ ...places, platform } as never).user);
    expect(user).toEqual(Array(2).fill(['/home/me/.config/goose/config.yaml']));
    expect(goose.files?.({ ...windows, platform: 'win32' })).toEqual({
      user: [String.raw`C:\Users\me\AppData\Roaming\Block\goose\config\config.yaml`],
      project: [],
    });
    expect(goose.files?.({ ...places, platform: 'linux', environment: { GOOSE_PATH_ROOT: '/srv' } }).user).toEqual([
      '/srv/config/config.yaml',
    ]);
  });
});
