import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'callslip-folder-'));
});
afterAll(() => rm(root, { recursive: true }));

describe('makeFolder', () => {
  it('makes what is missing, for its owner alone, and minds nothing that is there', async () => {
    const folder = path.join(root, 'a', 'b');
    await Promise.all([makeFolder(folder), makeFolder(folder)]);
    await makeFolder(folder);
    expect((await stat(path.join(root, 'a'))).mode & 0o777).toBe(0o700);
  });

  it('names the folder, and what to do, when a file stands in its way', async () => {
    const file = path.join(root, 'file');
    await writeFile(file, '');
    await expect(makeFolder(path.join(file, 'x', 'y'))).rejects.toMatchObject({
      code: 'invalid-config',
      message: expect.stringMatching(/file.x.y.*CALLSLIP_HOME/),
    });
  });

  it.runIf(existsSync('/proc/self'))('gives up where nothing can be made', async () => {
    await expect(makeFolder('/proc/nope/deep')).rejects.toMatchObject({ code: 'invalid-config' });
  });
});
