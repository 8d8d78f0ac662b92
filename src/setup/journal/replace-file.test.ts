import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { newFolder } from '../../../test/fixtures/journal/new-world.ts';
import { put } from '../../../test/fixtures/journal/world.ts';
import { replaceFile } from './replace-file.ts';

const posix = it.skipIf(process.platform === 'win32');
const modeOf = (file: string) => (lstatSync(file).mode & 0o7777).toString(8);
const [OLD, NEW] = [Buffer.from('old'), Buffer.from('new')];

describe('replaceFile', () => {
  posix('keeps the mode, follows a link, and leaves nothing beside the file', async () => {
    const root = newFolder();
    put(path.join(root, 'real', 'a.json'), OLD, 0o640);
    symlinkSync(path.join('real', 'a.json'), path.join(root, 'link.json'));
    await replaceFile({ file: path.join(root, 'link.json'), before: OLD, after: NEW, isPrivate: false });
    expect(readFileSync(path.join(root, 'real', 'a.json'))).toEqual(NEW);
    expect(modeOf(path.join(root, 'real', 'a.json'))).toBe('640');
    expect(readdirSync(root, { recursive: true }).sort()).toEqual(['link.json', 'real', path.join('real', 'a.json')]);
    expect(lstatSync(path.join(root, 'link.json')).isSymbolicLink()).toBe(true);
  });

  posix('makes a private file, and the folders to it, its owner’s alone', async () => {
    const root = newFolder();
    const file = path.join(root, 'home', '.env');
    await replaceFile({ file, before: undefined, after: OLD, isPrivate: true });
    expect([modeOf(file), modeOf(path.dirname(file))]).toEqual(['600', '700']);
    put(file, OLD, 0o666);
    await replaceFile({ file, before: OLD, after: NEW, isPrivate: true });
    expect([modeOf(file), readFileSync(file, 'utf8')]).toEqual(['600', 'new']);
  });

  it.each([
    ['has changed', Buffer.from('other'), OLD],
    ['has come', Buffer.from('other'), undefined],
    ['has gone', undefined, OLD],
  ])('does not write a file that %s', async (_what, now, before) => {
    const root = newFolder();
    const file = path.join(root, 'a.json');
    if (now !== undefined) writeFileSync(file, now);
    await expect(replaceFile({ file, before, after: NEW, isPrivate: false })).rejects.toMatchObject({
      code: 'invalid-config',
      message: `${file} was changed by somebody else meanwhile; run this again`,
    });
    expect(readdirSync(root)).toEqual(now === undefined ? [] : ['a.json']);
    if (now !== undefined) expect(readFileSync(file)).toEqual(now);
  });

  it('names a file that can not be written', async () => {
    const root = newFolder();
    put(path.join(root, 'a'), OLD, 0o600);
    mkdirSync(path.join(root, 'b'));
    for (const file of [path.join(root, 'a', 'b.json'), path.join(root, 'b')]) {
      const attempt = replaceFile({ file, before: undefined, after: NEW, isPrivate: false });
      await expect(attempt).rejects.toMatchObject({ code: 'invalid-config', data: { file } });
    }
  });
});
