import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fc, it as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { newFolder, newWorld } from '../../../test/fixtures/journal/new-world.ts';
import { put, snapshot, type World } from '../../../test/fixtures/journal/world.ts';
import { resolveHome } from '../../runtime/home.ts';
import type { FileChange } from '../file-change.ts';
import { applyChanges } from './apply-changes.ts';
import { listJournals } from './list-journals.ts';
import { restore } from './restore.ts';

const apply = async ({ changes, home }: Pick<World, 'changes' | 'home'>) => {
  const applied = await applyChanges(changes, { home, title: 'init: cursor' });
  return applied?.folder ?? '';
};
const textOf = (file: string) => readFileSync(file, 'utf8');
const posix = it.skipIf(process.platform === 'win32');

/** A world after its changes, its journal's folder, and what it was before. */
async function movedWorld() {
  const world = newWorld();
  const before = snapshot(world);
  return { ...world, before, folder: await apply(world) };
}

/** Sets `callslip` in a JSON file as it is now, to be taken out again. */
function entryChange(file: string, after: string): FileChange {
  return {
    file,
    before: readFileSync(file),
    after: Buffer.from(after),
    isPrivate: false,
    undo: { kind: 'document', format: 'json', changes: [{ path: ['callslip'] }] },
  };
}

describe('restore', () => {
  it('puts every byte, mode, link and folder back, and says so of each file', async () => {
    const { before, files, ...world } = await movedWorld();
    expect(snapshot(world)).not.toEqual(before);
    const report = await restore(world);
    expect(snapshot(world)).toEqual(before);
    expect(report.files).toEqual([
      { file: files.config, how: 'removed' },
      { file: files.env, how: 'restored' },
      { file: files.linked, how: 'restored' },
      { file: files.windows, how: 'restored' },
      { file: files.missing, how: 'removed' },
      { file: files.empty, how: 'restored' },
      { file: files.odd, how: 'restored' },
    ]);
    expect(await listJournals(world.home)).toMatchObject([{ state: 'restored' }]);
    expect(await restore(world)).toEqual({ files: [] });
  });

  it('has nothing to do, and makes nothing, where nothing was done', async () => {
    const root = newFolder();
    const home = resolveHome({ CALLSLIP_HOME: path.join(root, 'home') });
    expect(await restore({ home })).toEqual({ files: [] });
    expect(readdirSync(root)).toEqual([]);
  });

  it('takes several journals back, the newest first, and tells of each file once', async () => {
    const world = newWorld();
    const before = snapshot(world);
    const file = world.files.empty;
    await apply(world);
    await apply({ ...world, changes: [entryChange(file, '{"callslip":1}')] });
    await apply({ ...world, changes: [entryChange(file, '{"callslip":2}'), entryChange(world.files.missing, '{}')] });
    const report = await restore(world);
    expect(snapshot(world)).toEqual(before);
    expect(report.files.map(({ how }) => how)).toEqual(
      Array.from(report.files, ({ file: name }) => (existsSync(name) ? 'restored' : 'removed')),
    );
    expect(new Set(report.files.map(({ file: name }) => name)).size).toBe(7);
  });

  it('goes on from files that are as they were already', async () => {
    const { files, before, ...world } = await movedWorld();
    rmSync(files.config);
    writeFileSync(files.empty, '');
    const report = await restore(world);
    expect(report.files.filter(({ how }) => how === 'unchanged').map(({ file }) => file)).toEqual([
      files.config,
      files.empty,
    ]);
    expect(snapshot(world)).toEqual(before);
  });

  it('leaves a folder that it made when there is something else in it now', async () => {
    const { files, ...world } = await movedWorld();
    put(path.join(path.dirname(files.missing), 'more.json'), 'x', 0o600);
    await restore(world);
    expect(readdirSync(path.dirname(files.missing))).toEqual(['more.json']);
  });

  it('only takes our part out of what somebody has changed since, and keeps their version', async () => {
    const { files, before, folder, ...world } = await movedWorld();
    const linked = textOf(files.linked).replace('// by hand', '// by my own hand');
    writeFileSync(files.linked, linked);
    const env = `A=1\n${textOf(files.env)}B=2`;
    writeFileSync(files.env, env);
    const report = await restore(world);
    const rows = report.files.filter(({ how }) => how === 'merged');
    expect(rows.map(({ file }) => file)).toEqual([files.env, files.linked]);
    expect(rows.map(({ kept }) => path.dirname(kept ?? ''))).toEqual([folder, folder]);
    expect(rows.map(({ kept }) => textOf(kept ?? ''))).toEqual([env, linked]);
    expect(textOf(files.env)).toBe("A=1\nMINE='a\nb'\r\nB=2");
    expect(textOf(files.linked)).toContain('// by my own hand');
    expect(JSON.parse(textOf(files.linked).replace(/\/\/.*|,(?=\s*\})/g, ''))).toEqual({
      mcpServers: { files: { command: 'npx' } },
    });
    expect(snapshot(world).get('user/.cursor/mcp.json')).toBe(before.get('user/.cursor/mcp.json'));
    expect(await listJournals(world.home)).toMatchObject([{ state: 'restored' }]);
  });

  it('takes a file away that it made when nothing of somebody else’s is left in it', async () => {
    const world = newWorld();
    const change = world.changes.find(({ file }) => file === world.files.env);
    rmSync(world.files.env);
    await apply({
      ...world,
      changes: change ? [{ ...change, before: undefined, after: Buffer.from('FILES_TOKEN=a\n') }] : [],
    });
    writeFileSync(world.files.env, '\nFILES_TOKEN=b\n');
    expect((await restore(world)).files).toMatchObject([{ how: 'merged' }]);
    expect(existsSync(world.files.env)).toBe(false);
  });

  it('leaves a file that was there, though nothing is left in it', async () => {
    const { home, files } = newWorld();
    writeFileSync(files.env, '');
    const undo = { kind: 'variables', names: ['FILES_TOKEN'] } as const;
    const change = {
      file: files.env,
      before: Buffer.alloc(0),
      after: Buffer.from('FILES_TOKEN=a\n'),
      isPrivate: true,
      undo,
    };
    await apply({ home, changes: [change] });
    writeFileSync(files.env, 'FILES_TOKEN=b\n');
    expect((await restore({ home })).files).toMatchObject([{ how: 'merged' }]);
    expect(textOf(files.env)).toBe('');
  });

  it('says once more where a version is kept when something else kept it from its end', async () => {
    const { files, ...world } = await movedWorld();
    const ours = textOf(files.windows);
    writeFileSync(files.windows, '{');
    writeFileSync(files.linked, textOf(files.linked).replace('// by hand', '// by my own hand'));
    const rowOf = async () => (await restore(world)).files.find(({ file }) => file === files.linked);
    const first = await rowOf();
    expect(first).toMatchObject({ how: 'merged', kept: expect.stringMatching(/\.kept$/) });
    writeFileSync(files.windows, ours);
    expect(await rowOf()).toEqual(first);
  });

  it('calls it unchanged when somebody has taken our part out by hand', async () => {
    const { files, ...world } = await movedWorld();
    writeFileSync(files.windows, '{ "theme": "light" }');
    const report = await restore(world);
    expect(report.files.find(({ file }) => file === files.windows)).toEqual({ file: files.windows, how: 'unchanged' });
    expect(textOf(files.windows)).toBe('{ "theme": "light" }');
  });

  it.each([
    ['is no JSON any more', '{ "mcpServers": ', /in|position|line|:1:/],
    ['is not in UTF-8 any more', Buffer.from([0xff, 0xfe]), /not in UTF-8/],
  ])('leaves a changed file that %s, and takes it back once it is mended', async (_what, content, reason) => {
    const { files, before, folder, ...world } = await movedWorld();
    const ours = textOf(files.windows);
    writeFileSync(files.windows, content);
    const report = await restore(world);
    const [failed, ...others] = report.files.filter(({ how }) => how === 'failed');
    expect(others).toEqual([]);
    expect(failed?.file).toBe(files.windows);
    expect(failed?.reason).toMatch(reason);
    expect(failed?.reason).toContain(path.join(folder, '3.before'));
    expect(readFileSync(files.windows)).toEqual(Buffer.from(content));
    expect(await listJournals(world.home)).toMatchObject([{ state: 'done' }]);
    writeFileSync(files.windows, ours);
    expect((await restore(world)).files.map(({ how }) => how).sort()).toEqual(
      [...Array(6).fill('unchanged'), 'restored'].sort(),
    );
    expect(snapshot(world)).toEqual(before);
  });

  it('puts a file back that somebody has removed, unless its folder is gone too', async () => {
    const { files, before, folder, root, home } = await movedWorld();
    rmSync(files.empty);
    rmSync(path.dirname(files.windows), { recursive: true });
    const report = await restore({ home });
    expect(report.files.find(({ file }) => file === files.empty)).toEqual({ file: files.empty, how: 'restored' });
    expect(report.files.find(({ file }) => file === files.windows)).toEqual({
      file: files.windows,
      how: 'unchanged',
      reason: `its folder is gone; what it held is in ${path.join(folder, '3.before')}`,
    });
    expect(snapshot({ root, home })).toEqual(
      new Map([...before].filter(([name]) => !name.startsWith('user/settings'))),
    );
  });

  it.each([
    ['a folder', (file: string) => mkdirSync(file)],
    ['a link', (file: string) => symlinkSync('odd.json', file)],
  ])('does not follow %s in the place of a file', async (_what, make) => {
    const { files, ...world } = await movedWorld();
    rmSync(files.empty);
    make(files.empty);
    const report = await restore(world);
    expect(report.files.filter(({ how }) => how === 'failed')).toMatchObject([
      { file: files.empty, reason: expect.stringContaining('is no regular file') },
    ]);
    expect(readFileSync(files.odd)).toEqual(Buffer.from([0xff, 0x00, 0xfe, 0x0a]));
  });

  it('refuses a backup that is not as it was written, by its place', async () => {
    const { files, folder, ...world } = await movedWorld();
    const backup = path.join(folder, '5.before');
    writeFileSync(backup, 'forged');
    const now = textOf(files.empty);
    expect((await restore(world)).files.filter(({ how }) => how === 'failed')).toMatchObject([
      { file: files.empty, reason: expect.stringContaining(`${backup} is not as Callslip wrote it`) },
    ]);
    expect(textOf(files.empty)).toBe(now);
  });

  it.each([
    [
      'was changed',
      (text: string) => text.replace('user/empty.json', 'user/other.json'),
      /is not as Callslip wrote it/,
    ],
    ['is cut off', (text: string) => text.slice(0, -20), /is not as Callslip wrote it/],
    [
      'is of another version',
      (text: string) => text.replace('"version": 1', '"version": 2'),
      /version that this Callslip does not know/,
    ],
  ])('refuses a journal that %s, by its place, and changes nothing of it', async (_what, spoil, reason) => {
    const { folder, ...world } = await movedWorld();
    const file = path.join(folder, 'journal.json');
    writeFileSync(file, spoil(textOf(file)));
    const now = snapshot(world);
    expect((await restore(world)).files).toMatchObject([
      { file, how: 'failed', reason: expect.stringMatching(reason) },
    ]);
    expect(snapshot(world)).toEqual(now);
    expect(await listJournals(world.home)).toMatchObject([{ state: 'refused' }]);
  });

  it('does not take an older change out of a file while a later one can not be', async () => {
    const { files, home, folder, before, ...world } = await movedWorld();
    const later = await apply({ home, changes: [entryChange(files.empty, '{"callslip":1}')] });
    const backup = path.join(later, '0.before');
    renameSync(backup, `${backup}.away`);
    const report = await restore({ home });
    expect(report.files.filter(({ how }) => how === 'failed')).toMatchObject([{ file: files.empty }]);
    expect(textOf(files.empty)).toBe('{"callslip":1}');
    expect((await listJournals(home)).map(({ state }) => state)).toEqual(['done', 'done']);
    renameSync(`${backup}.away`, backup);
    await restore({ home });
    expect(snapshot({ ...world, home })).toEqual(before);
  });

  it('does not take an older change out of what a later one made of the file, when that one is refused', async () => {
    const { files, home } = await movedWorld();
    const later = await apply({ home, changes: [entryChange(files.empty, '{"callslip":1}')] });
    const journal = path.join(later, 'journal.json');
    const text = textOf(journal);
    writeFileSync(journal, text.slice(1));
    const report = await restore({ home });
    expect(report.files.find(({ file }) => file === files.empty)).toMatchObject({ how: 'failed' });
    expect(textOf(files.empty)).toBe('{"callslip":1}');
    writeFileSync(journal, text);
    await restore({ home });
    expect(textOf(files.empty)).toBe('');
  });

  it('takes away what an earlier try has left beside a file', async () => {
    const { files, folder, before, ...world } = await movedWorld();
    const { token } = JSON.parse(textOf(path.join(folder, 'journal.json')));
    writeFileSync(path.join(path.dirname(files.empty), `.callslip-${token}-5-back`), 'half');
    writeFileSync(files.empty, '');
    await restore(world);
    expect(snapshot(world)).toEqual(before);
  });

  posix('tells in a dry run what it would do, and does nothing', async () => {
    const { home, files, ...world } = await movedWorld();
    await apply({ home, changes: [entryChange(files.empty, '{"callslip":1}')] });
    writeFileSync(files.env, `A=1\n${textOf(files.env)}`);
    const now = snapshot({ ...world, home, root: home.folder });
    const backups = readdirSync(home.backupsFolder, { recursive: true });
    const told = await restore({ home, dryRun: true });
    expect(snapshot({ ...world, home, root: home.folder })).toEqual(now);
    expect(readdirSync(home.backupsFolder, { recursive: true })).toEqual(backups);
    const done = await restore({ home });
    expect(told.files).toEqual(done.files.map(({ kept, ...row }) => row));
  });

  property.prop(
    [
      fc.array(
        fc.uniqueArray(
          fc.record({
            name: fc.constantFrom('a', 'b', 'new/c', 'new/d/e'),
            after: fc.uint8Array({ maxLength: 20 }),
            isPrivate: fc.boolean(),
          }),
          { selector: ({ name }) => name, minLength: 1, maxLength: 4 },
        ),
        { minLength: 1, maxLength: 3 },
      ),
      fc.uint8Array({ maxLength: 20 }),
      fc.constantFrom(0o600, 0o640, 0o644, 0o444, 0o755),
    ],
    { numRuns: 12 },
  )('is the inverse of any changes, however many times they were made', async (rounds, held, mode) => {
    const root = newFolder();
    const home = resolveHome({ CALLSLIP_HOME: path.join(root, 'home') });
    mkdirSync(home.folder);
    put(path.join(root, 'a'), Buffer.from(held), mode);
    const before = snapshot({ root, home });
    for (const round of rounds) {
      const changes = round.map(({ name, after, isPrivate }): FileChange => {
        const file = path.join(root, name);
        const old = existsSync(file) ? readFileSync(file) : undefined;
        return { file, before: old, after: Buffer.from(after), isPrivate, undo: { kind: 'variables', names: [] } };
      });
      await applyChanges(changes, { home, title: 'test' });
      for (const { file, after } of changes) expect(readFileSync(file)).toEqual(after);
      expect(
        await applyChanges(
          changes.map((change) => ({ ...change, before: change.after })),
          { home, title: 'test' },
        ),
      ).toBeUndefined();
    }
    await restore({ home });
    expect(snapshot({ root, home })).toEqual(before);
  });
});
