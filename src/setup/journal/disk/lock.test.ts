import { spawn } from 'node:child_process';
import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
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

  it.skipIf(process.platform === 'win32')('leaves the lock of somebody else’s process', async () => {
    const folder = newFolder();
    chmodSync(folder, 0o777);
    // Root may signal everybody, so as somebody else for a while, and neither of the two.
    const isRoot = process.geteuid?.() === 0;
    const sleeper = isRoot ? spawn('sleep', ['60'], { uid: 12_345 }) : undefined;
    onTestFinished(() => void sleeper?.kill('SIGKILL'));
    const pid = sleeper?.pid ?? 1;
    writeFileSync(path.join(folder, `lock-${pid}-00112233aabb`), '');
    if (isRoot) process.seteuid?.(65_534);
    try {
      expect(() => process.kill(pid, 0)).toThrow('EPERM');
      await expect(takeLock(folder)).rejects.toThrow(`(process ${pid})`);
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  });

  it('leaves other files alone', async () => {
    const folder = newFolder();
    const names = ['lock', 'lock-0-00112233aabb', 'lock-1x-00112233aabb', 'lockfile'];
    for (const name of names) writeFileSync(path.join(folder, name), '');
    await (await takeLock(folder))();
    expect(readdirSync(folder).sort()).toEqual(names);
  });
});
