import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fc, test } from '@fast-check/vitest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFileResultStore } from './file-result-store.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'callslip-results-'));
});
afterAll(() => rm(root, { recursive: true }));

describe('createFileResultStore', () => {
  it('keeps the whole text under the call id and says where', async () => {
    const folder = path.join(root, 'deep', 'results');
    const { location } = await createFileResultStore(folder).put('call_1.a-B', 'häuser 🏠');
    expect(location).toBe(path.join(folder, 'call_1.a-B.txt'));
    expect(await readFile(location, 'utf8')).toBe('häuser 🏠');
  });

  it.skipIf(process.platform === 'win32')('lets nobody but the owner read it', async () => {
    const folder = path.join(root, 'private');
    const { location } = await createFileResultStore(folder).put('a', 'x');
    expect((await stat(location)).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it('overwrites nothing when two calls have one id', async () => {
    const store = createFileResultStore(path.join(root, 'twice'));
    const [first, second] = [await store.put('1', 'one'), await store.put('1', 'two')];
    expect(await readFile(first.location, 'utf8')).toBe('one');
    expect(await readFile(second.location, 'utf8')).toBe('two');
  });

  it('rejects when it can’t write', async () => {
    const { location } = await createFileResultStore(root).put('a-file', 'x');
    await expect(createFileResultStore(path.join(location, 'below')).put('b', 'x')).rejects.toThrow();
  });

  test.prop([fc.uniqueArray(fc.string({ unit: 'binary', maxLength: 200 }), { minLength: 2, maxLength: 4 })], {
    numRuns: 50,
  })('gives ids of any kind files of their own inside the folder', async (ids) => {
    const folder = await mkdtemp(path.join(root, 'ids-'));
    const store = createFileResultStore(folder);
    const kept = await Promise.all(ids.map((id) => store.put(id, 'x')));
    expect(new Set(kept.map(({ location }) => location)).size).toBe(ids.length);
    expect(await readdir(folder)).toHaveLength(ids.length);
    for (const { location } of kept) {
      expect(path.dirname(location)).toBe(folder);
      expect(path.basename(location)).toMatch(/^[A-Za-z0-9_.-]{1,140}\.txt$/);
    }
  });
});
