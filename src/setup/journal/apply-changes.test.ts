import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { newFolder, newWorld } from '../../../test/fixtures/journal/new-world.ts';
import { snapshot, type World } from '../../../test/fixtures/journal/world.ts';
import { resolveHome } from '../../runtime/home.ts';
import type { FileChange } from '../file-change.ts';
import { applyChanges } from './apply-changes.ts';
import { listJournals } from './list-journals.ts';

const TITLE = 'init: cursor';
const modeOf = (file: string) => (lstatSync(file).mode & 0o7777).toString(8);
const apply = ({ changes, home }: Pick<World, 'changes' | 'home'>) => applyChanges(changes, { home, title: TITLE });
const UNDO: FileChange['undo'] = { kind: 'variables', names: [] };
const posix = it.skipIf(process.platform === 'win32');

/** A change of a file as it is now. */
function changeOf(file: string, after: string): FileChange {
  const before = existsSync(file) ? readFileSync(file) : undefined;
  return { file, before, after: Buffer.from(after), isPrivate: false, undo: UNDO };
}

describe('applyChanges', () => {
  it('writes every file, in whole, and nothing beside it', async () => {
    const world = newWorld();
    const before = snapshot(world);
    const applied = await apply(world);
    for (const { file, after } of world.changes) expect(readFileSync(file)).toEqual(after);
    expect(readdirSync(path.dirname(world.files.missing))).toEqual(['mcp_config.json']);
    const added = [...snapshot(world).keys()].filter((name) => !before.has(name));
    expect(added.sort()).toEqual(
      ['home/config.yaml', 'user/.codeium', 'user/.codeium/windsurf', 'user/.codeium/windsurf/mcp_config.json'].map(
        path.normalize,
      ),
    );
    expect(applied?.folder).toBe(path.join(world.home.backupsFolder, applied?.id ?? ''));
    expect(applied?.id).not.toContain(':');
  });

  posix('keeps links and modes, and makes what is private its owner’s alone', async () => {
    const world = newWorld();
    const old = process.umask(0o027);
    await apply(world).finally(() => process.umask(old));
    expect(lstatSync(world.files.linked).isSymbolicLink()).toBe(true);
    expect(modeOf(path.join(world.root, 'user/dotfiles/cursor.json'))).toBe('640');
    expect(modeOf(world.files.odd)).toBe('755');
    expect(modeOf(world.files.env)).toBe('600');
    expect(modeOf(world.files.config)).toBe('600');
    expect(modeOf(world.files.missing)).toBe('640');
    expect(modeOf(path.dirname(world.files.missing))).toBe('750');
  });

  it.skipIf(process.getuid?.() !== 0)('keeps the owner where the system lets it', async () => {
    const world = newWorld();
    const { chown } = await import('node:fs/promises');
    await chown(world.files.odd, 12_345, 23_456);
    await apply(world);
    expect(lstatSync(world.files.odd)).toMatchObject({ uid: 12_345, gid: 23_456 });
  });

  posix('makes the folder of what is private its owner’s alone', async () => {
    const root = newFolder();
    const home = resolveHome({ CALLSLIP_HOME: path.join(root, 'home') });
    const [secret, open] = [path.join(root, 'secret', '.env'), path.join(root, 'open', 'mcp.json')];
    const old = process.umask(0o022);
    const changes = [{ ...changeOf(secret, 'A=1'), isPrivate: true }, changeOf(open, '{}')];
    await applyChanges(changes, { home, title: TITLE }).finally(() => process.umask(old));
    expect([modeOf(path.dirname(secret)), modeOf(path.dirname(open))]).toEqual(['700', '755']);
  });

  posix('keeps old bytes and journal where only their owner can read them', async () => {
    const world = newWorld();
    const before = readFileSync(world.files.odd);
    const folder = (await apply(world))?.folder ?? '';
    expect([modeOf(world.home.backupsFolder), modeOf(folder)]).toEqual(['700', '700']);
    for (const name of readdirSync(folder)) expect([name, modeOf(path.join(folder, name))]).toEqual([name, '600']);
    expect(readFileSync(path.join(folder, '6.before'))).toEqual(before);
    expect(await listJournals(world.home)).toMatchObject([
      { title: TITLE, state: 'done', files: world.changes.map(({ file }) => file) },
    ]);
  });

  it('does nothing at all where there is nothing to do', async () => {
    const root = newFolder();
    const home = resolveHome({ CALLSLIP_HOME: path.join(root, 'home') });
    const same = { ...changeOf(path.join(root, 'a'), 'x'), before: Buffer.from('x') };
    expect(await applyChanges([], { home, title: TITLE })).toBeUndefined();
    expect(await applyChanges([same], { home, title: TITLE })).toBeUndefined();
    expect(readdirSync(root)).toEqual([]);
  });

  it.each(['linked', 'config', 'env'] as const)('writes nothing when %s is no longer as it was read', async (name) => {
    const world = newWorld();
    writeFileSync(world.files[name], 'by somebody else');
    const before = snapshot(world);
    await expect(apply(world)).rejects.toMatchObject({
      code: 'invalid-config',
      message: `${world.files[name]} has changed meanwhile; run this again`,
    });
    expect(snapshot(world)).toEqual(before);
    expect(readdirSync(world.home.backupsFolder)).toEqual([]);
  });

  it('takes everything back when a file changes while the others are written', async () => {
    const world = newWorld();
    // Asked for the time between the last look at all files and the first write.
    const date = () => {
      writeFileSync(world.files.empty, 'by somebody else');
      return new Date(0);
    };
    const before = snapshot(world);
    const attempt = applyChanges(world.changes, { home: world.home, title: TITLE, date });
    await expect(attempt).rejects.toThrow(
      new RegExp(`${path.basename(world.files.empty)} can't be written: .*changed.*Everything else is as it was`),
    );
    expect(snapshot(world)).toEqual(new Map([...before, ['user/empty.json', '644 by somebody else']]));
    expect(await listJournals(world.home)).toMatchObject([{ state: 'restored', time: '1970-01-01T00:00:00.000Z' }]);
  });

  it('takes everything back when a folder can not be made', async () => {
    const world = newWorld();
    const before = snapshot(world);
    const date = () => {
      writeFileSync(path.join(world.root, 'user/.codeium'), '');
      return new Date();
    };
    const attempt = applyChanges(world.changes, { home: world.home, title: TITLE, date });
    await expect(attempt).rejects.toThrow(/mcp_config\.json can't be written: .*Everything else is as it was$/);
    rmSync(path.join(world.root, 'user/.codeium'));
    expect(snapshot(world)).toEqual(before);
  });

  posix('takes everything back when a folder is read-only', async () => {
    const world = newWorld();
    const locked = path.join(world.root, 'locked');
    mkdirSync(locked);
    writeFileSync(path.join(locked, 'mcp.json'), 'old');
    chmodSync(locked, 0o555);
    const before = snapshot(world);
    const changes = [...world.changes, changeOf(path.join(locked, 'mcp.json'), 'new')];
    await asNobody(world.root, async () => {
      await expect(apply({ ...world, changes })).rejects.toThrow(
        /locked.mcp\.json can't be written: EACCES.*Everything else is as it was/s,
      );
    });
    chmodSync(locked, 0o555);
    expect(snapshot(world)).toEqual(before);
  });

  it('is one at a time', async () => {
    const world = newWorld();
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => apply(world)));
    const [winner, ...others] = results.filter(({ status }) => status === 'fulfilled');
    expect(others).toEqual([]);
    for (const { file, before, after } of world.changes) {
      expect(existsSync(file) ? readFileSync(file) : undefined).toEqual(winner === undefined ? before : after);
    }
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason.message).toMatch(/another Callslip|has changed meanwhile/);
    }
  });

  it('takes over from a process that is gone, and names one that is there', async () => {
    const world = newWorld();
    mkdirSync(world.home.backupsFolder, { recursive: true });
    const { pid } = spawnSync(process.execPath, ['-e', '0']);
    writeFileSync(path.join(world.home.backupsFolder, `lock-${pid}-00112233aabb`), '');
    const living = path.join(world.home.backupsFolder, `lock-${process.ppid}-00112233aabb`);
    writeFileSync(living, '');
    const message = `another Callslip (process ${process.ppid}) is changing files; wait until it is done, then run this again. If no such process is one, remove ${living}`;
    await expect(apply(world)).rejects.toMatchObject({ message, data: { pid: process.ppid } });
    rmSync(living);
    const applied = await apply(world);
    expect(readdirSync(world.home.backupsFolder)).toEqual([applied?.id]);
  });

  it('stops at a signal before the first write, and not after it', async () => {
    const world = newWorld();
    const before = snapshot(world);
    const controller = new AbortController();
    const options = { home: world.home, title: TITLE, signal: controller.signal };
    const late = () => {
      controller.abort(new Error('enough'));
      return new Date();
    };
    expect(await applyChanges(world.changes.slice(0, 1), { ...options, date: late })).toBeDefined();
    await expect(applyChanges(world.changes.slice(1), options)).rejects.toThrow('enough');
    expect(new Map([...snapshot(world)].filter(([name]) => !name.endsWith('config.yaml')))).toEqual(before);
  });

  posix('takes two names of one file as one, if both want the same', async () => {
    const root = newFolder();
    const home = resolveHome({ CALLSLIP_HOME: path.join(root, 'home') });
    const [file, link] = [path.join(root, 'a.json'), path.join(root, 'b.json')];
    writeFileSync(file, 'old');
    symlinkSync(file, link);
    const [one, other] = [changeOf(file, 'new'), changeOf(link, 'newer')];
    await expect(applyChanges([one, other], { home, title: TITLE })).rejects.toThrow(
      `${link} and ${file} are one and the same file; change one at a time`,
    );
    expect(readFileSync(file, 'utf8')).toBe('old');
    await applyChanges([one, { ...other, after: one.after }], { home, title: TITLE });
    expect(readFileSync(link, 'utf8')).toBe('new');
  });

  posix.each([
    ['a link to nothing', (file: string) => symlinkSync('nothing', file), /is a link to what is not there/],
    ['a folder', (file: string) => mkdirSync(file), /is no regular file/],
    ['a link in a circle', (file: string) => symlinkSync(file, file), /can't be looked at: ELOOP/],
  ])('refuses %s before anything is written', async (_what, make, message) => {
    const world = newWorld();
    const file = path.join(world.root, 'odd-thing');
    make(file);
    const before = snapshot(world);
    const change = { ...changeOf(path.join(world.root, 'none'), 'x'), file };
    await expect(apply({ ...world, changes: [...world.changes, change] })).rejects.toThrow(message);
    expect(snapshot(world)).toEqual(before);
  });

  it('refuses a path that is not absolute', async () => {
    const world = newWorld();
    const change = { ...changeOf(path.join(world.root, 'none'), 'x'), file: 'mcp.json' };
    await expect(apply({ ...world, changes: [change] })).rejects.toMatchObject({ code: 'invalid-argument' });
  });
});

/** Root may write everywhere, so as somebody else for a while. */
async function asNobody(root: string, run: () => Promise<void>): Promise<void> {
  if (process.getuid?.() !== 0) return run();
  spawnSync('chown', ['-R', '65534:65534', root]);
  process.setegid?.(65_534);
  process.seteuid?.(65_534);
  try {
    await run();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}
