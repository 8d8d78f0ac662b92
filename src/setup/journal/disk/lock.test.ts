import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { newFolder } from '../../../../test/fixtures/journal/new-world.ts';
import { takeLock } from './lock.ts';

describe('takeLock', () => {
  it('never lets two in, and leaves nothing', async () => {
    const folder = newFolder();
    let inside = 0;
    const visit = async () => {
      const release = await takeLock(folder).catch(() => undefined);
      if (release === undefined) return false;
      inside += 1;
      expect(inside).toBe(1);
      await Promise.resolve();
      inside -= 1;
      await release();
      return true;
    };
    for (let round = 0; round < 20; round++) await Promise.all([visit(), visit(), visit()]);
    expect(await visit()).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('takes the lock of a killed process that had the same number', async () => {
    const folder = newFolder();
    writeFileSync(path.join(folder, `lock-${process.pid}-00112233aabb`), '');
    const release = await takeLock(folder);
    await expect(takeLock(folder)).rejects.toThrow(`(process ${process.pid})`);
    await release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves other files alone', async () => {
    const folder = newFolder();
    const names = ['lock', 'lock-0-00112233aabb', 'lock-1x-00112233aabb', 'lockfile'];
    for (const name of names) writeFileSync(path.join(folder, name), '');
    await (await takeLock(folder))();
    expect(readdirSync(folder).sort()).toEqual(names);
  });
});
