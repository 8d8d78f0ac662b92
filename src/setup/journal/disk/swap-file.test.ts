import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { newFolder } from '../../../../test/fixtures/journal/new-world.ts';
import { removeFile, swapFile } from './swap-file.ts';

const [OLD, NEW, THEIRS] = [Buffer.from('old'), Buffer.from('new'), Buffer.from('theirs')];

function places() {
  const folder = newFolder();
  return { folder, real: path.join(folder, 'a.json'), draft: path.join(folder, '.draft') };
}

describe('swapFile', () => {
  it('does not take the place of what somebody wrote while the draft was made', async () => {
    const { real, draft } = places();
    writeFileSync(real, OLD);
    const onDrafted = async () => {
      expect(readFileSync(draft)).toEqual(NEW);
      writeFileSync(real, THEIRS);
    };
    await expect(swapFile({ real, draft, bytes: NEW, expected: OLD, onDrafted })).rejects.toThrow(
      'was changed by somebody else meanwhile',
    );
    expect(readFileSync(real)).toEqual(THEIRS);
  });

  it('writes no draft where the file is not as expected', async () => {
    const { folder, real, draft } = places();
    writeFileSync(real, THEIRS);
    await expect(swapFile({ real, draft, bytes: NEW, expected: undefined })).rejects.toThrow('somebody else');
    expect(readdirSync(folder)).toEqual(['a.json']);
  });

  it.skipIf(process.platform === 'win32')(
    'removes what lies in the place of the draft, and does not write through it',
    async () => {
      const { folder, real, draft } = places();
      writeFileSync(path.join(folder, 'other'), THEIRS);
      symlinkSync('other', draft);
      await swapFile({ real, draft, bytes: NEW, expected: undefined });
      expect(readFileSync(path.join(folder, 'other'))).toEqual(THEIRS);
      expect([readFileSync(real), existsSync(draft)]).toEqual([NEW, false]);
    },
  );
});

describe('removeFile', () => {
  it('removes only what is as expected', async () => {
    const { real } = places();
    writeFileSync(real, THEIRS);
    await expect(removeFile(real, OLD)).rejects.toThrow('was changed by somebody else meanwhile');
    expect(readFileSync(real)).toEqual(THEIRS);
    await removeFile(real, THEIRS);
    expect(existsSync(real)).toBe(false);
  });
});
