import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { newWorld } from '../../../test/fixtures/journal/new-world.ts';
import { applyChanges } from './apply-changes.ts';
import { listJournals } from './list-journals.ts';
import { restore } from './restore.ts';

async function movedWorld() {
  const world = newWorld();
  const date = () => new Date('2026-07-13T10:15:12.345Z');
  const applied = await applyChanges(world.changes, { home: world.home, title: 'init: cursor', date });
  return { ...world, id: applied?.id ?? '', folder: applied?.folder ?? '' };
}

describe('listJournals', () => {
  it('is empty where nothing was done', async () => {
    expect(await listJournals(newWorld().home)).toEqual([]);
  });

  it('says what was done to which files, when, and how far it came', async () => {
    const { changes, id, folder, home } = await movedWorld();
    const files = changes.map(({ file }) => file);
    const journal = { id, folder, title: 'init: cursor', time: '2026-07-13T10:15:12.345Z', files };
    expect(id).toBe('000001-20260713T101512Z');
    expect(await listJournals(home)).toEqual([{ ...journal, state: 'done' }]);
    rmSync(path.join(folder, 'done'));
    expect(await listJournals(home)).toEqual([{ ...journal, state: 'half' }]);
    await restore({ home });
    expect(await listJournals(home)).toEqual([{ ...journal, state: 'restored' }]);
  });

  it('has them in the order in which they were made, even if the clock went back', async () => {
    const { home, files } = await movedWorld();
    const undo = { kind: 'variables', names: [] } as const;
    const change = {
      file: path.join(files.empty, '../new'),
      before: undefined,
      after: Buffer.from('x'),
      isPrivate: false,
      undo,
    };
    await applyChanges([change], { home, title: 'later', date: () => new Date(0) });
    expect((await listJournals(home)).map(({ id }) => id)).toEqual([
      '000001-20260713T101512Z',
      '000002-19700101T000000Z',
    ]);
  });

  it('leaves out what was cut short before any file was changed, and what is none of ours', async () => {
    const { home } = newWorld();
    const unfinished = path.join(home.backupsFolder, '000007-20260713T101512Z');
    mkdirSync(unfinished, { recursive: true });
    writeFileSync(path.join(unfinished, '0.before'), 'x');
    mkdirSync(path.join(home.backupsFolder, 'by-hand'));
    expect(await listJournals(home)).toEqual([]);
    await restore({ home });
    expect(readdirSync(home.backupsFolder)).toEqual(['by-hand']);
  });

  it('refuses one that was put into another folder', async () => {
    const { home, folder } = await movedWorld();
    const other = path.join(home.backupsFolder, '000009-20260713T101512Z');
    renameSync(folder, other);
    expect(await listJournals(home)).toMatchObject([
      { state: 'refused', reason: `${path.join(other, 'journal.json')} belongs to another folder` },
    ]);
  });

  it('refuses one whose journal is gone, by its place, and forgets it once all is taken back', async () => {
    const { home, id, folder } = await movedWorld();
    rmSync(path.join(folder, 'journal.json'));
    expect(await listJournals(home)).toEqual([
      {
        id,
        folder,
        state: 'refused',
        reason: expect.stringContaining(`${path.join(folder, 'journal.json')} is not there`),
      },
    ]);
    writeFileSync(path.join(folder, 'restored'), '');
    expect(await listJournals(home)).toEqual([]);
  });
});
