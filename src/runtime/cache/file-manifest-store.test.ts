// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is the syntax of variables
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../../base/logger.ts';
import { readServerEntries } from '../../mcp/entries/server-entries.ts';
import type { Manifest } from '../../mcp/manifest/manifest.ts';
import { createFileManifestStore } from './file-manifest-store.ts';

const made: string[] = [];
let folder: string;
beforeEach(async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'callslip-manifests-'));
  made.push(home);
  folder = path.join(home, 'cache', 'manifests');
});
afterAll(() => Promise.all(made.map((home) => rm(home, { recursive: true }))));

const MANIFEST: Manifest = {
  serverInfo: { name: 'kb', version: '1' },
  capabilities: { tools: {} },
  instructions: 'Ask it.',
  generation: { era: 'legacy', transport: 'http' },
  tools: [{ name: 'get', description: 'é漢🎉', inputSchema: { type: 'object' }, odd: [null] }, 'no object'],
  prompts: [{ name: 'p' }],
  resources: [],
  resourceTemplates: [],
};

function configWith(environment: Record<string, string>, entry = {}) {
  const written = { kb: { url: 'http://127.0.0.1:9/mcp', headers: { authorization: `Bearer \${TOKEN}` }, ...entry } };
  const [config] = readServerEntries(written, environment).servers;
  if (config === undefined) throw new Error('no server');
  return config;
}

const open = (cwd = '/somewhere') => createFileManifestStore({ folder, logger: silentLogger, cwd });

describe('the manifests on disk', () => {
  it('gives back what was kept, in another process too', async () => {
    const config = configWith({ TOKEN: 'first-token' });
    expect(await open().read(config)).toBeUndefined();
    await open().write(config, MANIFEST);
    expect(await open().read(config)).toEqual(MANIFEST);
  });

  it('[CFG-08] knows nothing of a server whose token or address is another one now', async () => {
    await open().write(configWith({ TOKEN: 'first-token' }), MANIFEST);
    expect(await open().read(configWith({ TOKEN: 'second-token' }))).toBeUndefined();
    expect(
      await open().read(configWith({ TOKEN: 'first-token' }, { url: 'http://127.0.0.1:9/other' })),
    ).toBeUndefined();
    expect(await open().read(configWith({ TOKEN: 'first-token' }))).toEqual(MANIFEST);
  });

  it('[CFG-08] knows nothing of a program whose variable is another one now, though its entry is the same', async () => {
    const entryOf = (KEY: string, where: 'env' | 'args') => {
      const entry = where === 'env' ? { env: { KEY: '${KEY}' } } : { args: ['--key', '${KEY}'] };
      const [config] = readServerEntries({ kb: { command: 'kb', ...entry } }, { KEY }).servers;
      if (config === undefined) throw new Error('no server');
      return config;
    };
    for (const where of ['env', 'args'] as const) {
      await open().write(entryOf('first-key', where), MANIFEST);
      expect(await open().read(entryOf('second-key', where))).toBeUndefined();
      expect(await open().read(entryOf('first-key', where))).toEqual(MANIFEST);
    }
  });

  it('[CFG-08] keeps no secret, neither in a name nor in a file', async () => {
    await open().write(configWith({ TOKEN: 'first-token' }), MANIFEST);
    const home = path.dirname(folder);
    const files = await readdir(home, { recursive: true });
    expect(files.join()).not.toContain('first-token');
    for (const name of await readdir(folder)) {
      expect(name).toMatch(/^[0-9a-f]{40}\.json$/);
      const file = path.join(folder, name);
      expect(await readFile(file, 'utf8')).not.toContain('first-token');
      expect((await stat(file)).mode & 0o777).toBe(0o600);
    }
  });

  it('gives an entry another name in another home, so that nobody can try out tokens', async () => {
    await open().write(configWith({ TOKEN: 'guess' }), MANIFEST);
    const [one] = await readdir(folder);
    await rm(path.dirname(folder), { recursive: true });
    await open().write(configWith({ TOKEN: 'guess' }), MANIFEST);
    const [other] = await readdir(folder);
    expect(other).not.toBe(one);
  });

  it('tells programs apart by the folder they are started in', async () => {
    const [config] = readServerEntries({ a: { command: './server' } }, {}).servers;
    if (config === undefined) throw new Error('no server');
    await open('/one').write(config, MANIFEST);
    expect(await open('/two').read(config)).toBeUndefined();
    expect(await open('/one').read(config)).toEqual(MANIFEST);
  });

  it.each([['not json'], ['{"format":1}'], ['{"format":999,"tools":[]}'], ['[]'], ['']])(
    'takes a spoilt file (%s) for none, and mends it at the next write',
    async (text) => {
      const config = configWith({ TOKEN: 'first-token' });
      await open().write(config, MANIFEST);
      const [name = ''] = await readdir(folder);
      await writeFile(path.join(folder, name), text);
      expect(await open().read(config)).toBeUndefined();
      await open().write(config, MANIFEST);
      expect(await open().read(config)).toEqual(MANIFEST);
    },
  );

  it('agrees with writers that begin at the same time', async () => {
    const servers = ['a', 'b', 'c', 'd'].map((TOKEN) => ({ config: configWith({ TOKEN }), tools: [TOKEN] }));
    await Promise.all(servers.map(({ config, tools }) => open().write(config, { ...MANIFEST, tools })));
    for (const { config, tools } of servers) expect((await open().read(config))?.tools).toEqual(tools);
    expect((await readdir(path.dirname(folder))).sort()).toEqual(['manifest-salt', 'manifests']);
  });

  it('forgets what was not used for 30 days', async () => {
    const old = configWith({ TOKEN: 'old' });
    await open().write(old, MANIFEST);
    const [name = ''] = await readdir(folder);
    const then = new Date(Date.now() - 31 * 24 * 3_600_000);
    await utimes(path.join(folder, name), then, then);
    await open().write(configWith({ TOKEN: 'new' }), MANIFEST);
    expect(await open().read(old)).toBeUndefined();
  });

  it('tells the operator when nothing can be kept, and goes on', async () => {
    const told: string[] = [];
    const logger = { ...silentLogger, warn: (message: string) => void told.push(message) };
    const store = createFileManifestStore({ folder: '/proc/callslip/manifests', logger });
    await store.write(configWith({ TOKEN: 'x' }), MANIFEST);
    expect(await store.read(configWith({ TOKEN: 'x' }))).toBeUndefined();
    expect(told).toHaveLength(1);
  });
});
