import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFileResultStore } from './file-result-store.ts';
import { pruneFolder } from './prune-folder.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'callslip-prune-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(name: string, age: number): Promise<void> {
  await writeFile(path.join(folder, name), name);
  const then = new Date(Date.now() - age);
  await utimes(path.join(folder, name), then, then);
}

describe('pruneFolder', () => {
  it('removes old files and leaves young ones and folders', async () => {
    await fileOf('old', 10_000);
    await fileOf('young', 0);
    await mkdir(path.join(folder, 'inner'));
    await pruneFolder(folder, Date.now() - 5_000);
    expect((await readdir(folder)).sort()).toEqual(['inner', 'young']);
  });

  it('does not mind a folder that is not there', async () => {
    await expect(pruneFolder(path.join(folder, 'nowhere'), Date.now())).resolves.toBeUndefined();
  });

  it('keeps results for 30 days', async () => {
    const day = 24 * 3_600_000;
    await fileOf('ancient.txt', 31 * day);
    await fileOf('recent.txt', 29 * day);
    await createFileResultStore(folder).put('new', 'text');
    expect((await readdir(folder)).filter((name) => name.endsWith('.txt')).sort()).toEqual(['new.txt', 'recent.txt']);
  });
});
