import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { programPath } from './program-path.ts';
import { StdioTransport } from './stdio-transport.ts';

const home = mkdtempSync(path.join(tmpdir(), 'callslip-path-'));
afterAll(() => rmSync(home, { recursive: true }));
const make = (...parts: readonly string[]) => {
  const folder = path.join(home, ...parts);
  mkdirSync(folder, { recursive: true });
  return folder;
};
const foldersOf = (environment: Record<string, string>) =>
  programPath({ environment, platform: 'linux', nodeFolder: '/nowhere/node' }).split(':');

describe('programPath', () => {
  it("puts people's own folders behind the few of a desktop, as far as they exist", () => {
    const local = make('.local', 'bin');
    const folders = foldersOf({ PATH: '/usr/bin:/bin', HOME: home });
    expect(folders.slice(0, 2)).toEqual(['/usr/bin', '/bin']);
    expect(folders).toContain(local);
    expect(folders).not.toContain(path.join(home, '.cargo/bin'));
    expect(new Set(folders).size).toBe(folders.length);
  });

  it('takes the version of Node that nvm uses by default, or the newest', () => {
    for (const version of ['v18.20.0', 'v20.9.0', 'v20.11.1', 'v9.0.0'])
      make('.nvm', 'versions', 'node', version, 'bin');
    const nvm = () => foldersOf({ PATH: '/bin', HOME: home }).filter((folder) => folder.includes('.nvm'));
    const binOf = (version: string) => path.join(home, '.nvm/versions/node', version, 'bin');
    expect(nvm()).toEqual([binOf('v20.11.1')]);
    writeFileSync(path.join(make('.nvm', 'alias'), 'default'), '18\n');
    expect(nvm()).toEqual([binOf('v18.20.0')]);
    writeFileSync(path.join(home, '.nvm/alias/default'), 'lts/*\n');
    expect(nvm()).toEqual([binOf('v20.11.1')]);
  });

  it('does without a home and without a PATH', () => {
    expect(foldersOf({})).toContain('/usr/bin');
    expect(foldersOf({ HOME: 'relative' })).not.toContain('relative/bin');
  });

  it('reads PATH on Windows whatever its case', () => {
    const given = programPath({ environment: { Path: 'C:\\a;C:\\b' }, platform: 'win32', nodeFolder: '/nowhere' });
    expect(given).toBe('C:\\a;C:\\b');
  });
});

describe('a program that the desktop would not find', () => {
  const bin = make('.bun', 'bin');
  const program = path.join(bin, 'callslip-test-tool');
  writeFileSync(program, '#!/bin/sh\necho started >&2\nexec cat\n');
  chmodSync(program, 0o755);
  const start = async (env: Record<string, string>) => {
    const transport = new StdioTransport(
      { kind: 'stdio', command: 'callslip-test-tool', args: [], env },
      { environment: { PATH: '/usr/bin:/bin', HOME: home }, graces: { endMs: 500, terminateMs: 500 } },
    );
    await transport.start();
    return transport;
  };

  it('is started from where it usually is', async () => {
    const transport = await start({});
    expect(transport.pid).toBeGreaterThan(0);
    await transport.close();
  });

  it('is looked for nowhere else when the entry has a PATH of its own', async () => {
    await expect(start({ PATH: '/usr/bin:/bin' })).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
