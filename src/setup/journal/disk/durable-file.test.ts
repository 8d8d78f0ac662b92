import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { newFolder } from '../../../../test/fixtures/journal/new-world.ts';
import { writeNewFile } from './durable-file.ts';

const posix = it.skipIf(process.platform === 'win32');

describe('writeNewFile', () => {
  posix('writes for the owner alone unless told otherwise', async () => {
    const folder = newFolder();
    const modeOf = async (name: string, mode?: number) => {
      const file = path.join(folder, name);
      await writeNewFile(file, Buffer.from(name), mode);
      expect(readFileSync(file, 'utf8')).toBe(name);
      return lstatSync(file).mode & 0o777;
    };
    const old = process.umask(0o022);
    const modes = [await modeOf('a'), await modeOf('b', 0o644)];
    process.umask(old);
    expect(modes).toEqual([0o600, 0o644]);
  });

  posix.each([
    ['a file', (place: string) => writeFileSync(place, 'mine')],
    ['a folder', (place: string) => mkdirSync(place)],
    ['a link, also to nothing', (place: string) => symlinkSync('elsewhere', place)],
  ])('writes neither over nor through %s', async (_what, make) => {
    const folder = newFolder();
    const place = path.join(folder, 'a');
    make(place);
    await expect(writeNewFile(place, Buffer.from('ours'))).rejects.toMatchObject({ code: 'EEXIST' });
    expect(() => readFileSync(path.join(folder, 'elsewhere'))).toThrow('ENOENT');
  });
});
