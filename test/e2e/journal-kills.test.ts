import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'tsdown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyChanges } from '../../src/setup/journal/apply-changes.ts';
import { listJournals } from '../../src/setup/journal/list-journals.ts';
import { createWorld, put, snapshot, type World } from '../fixtures/journal/world.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures/journal/', import.meta.url));
const KILLER = pathToFileURL(path.join(FIXTURES, 'kill-at-step.mjs')).href;
const AT_ONCE = 2;
const LIMIT_MS = 180_000;

const own = mkdtempSync(path.join(tmpdir(), 'callslip-kills-'));
const program = path.join(own, 'program', 'run-journal.mjs');
let worlds = 0;

beforeAll(async () => {
  // In one file it starts in a fraction of the time, and it starts often.
  await build({
    config: false,
    entry: [path.join(FIXTURES, 'run-journal.ts')],
    outDir: path.dirname(program),
    platform: 'node',
    deps: { alwaysBundle: [/./], onlyBundle: false },
    inputOptions: { resolve: { mainFields: ['module', 'main'] } },
    logLevel: 'error',
  });
});
afterAll(() => rmSync(own, { recursive: true, force: true }));

/** How a run ended: killed, or at its own end after so many steps. */
type Ending = 'killed' | number;

/** Which changes of names are lost when the power fails, if nobody waited for them: those of the backups, or all others. */
const LOST = ['inside', 'outside'] as const;

/**
 * @param killAt the step at which the program is killed.
 * @param lost given, the power fails there; at the program's end without a step.
 */
async function run(
  world: World,
  verb: 'apply' | 'restore',
  killAt?: number,
  lost?: (typeof LOST)[number],
): Promise<Ending> {
  const changes = path.join(path.dirname(world.root), `${path.basename(world.root)}.json`);
  if (verb === 'apply') writeFileSync(changes, JSON.stringify(world.changes));
  const child = spawn(process.execPath, ['--import', KILLER, program, world.home.folder, verb, changes], {
    env: {
      KILL_WORLD: world.root,
      KILL_BACKUPS: world.home.backupsFolder,
      KILL_AT: String(killAt ?? 'end'),
      ...(lost === undefined ? {} : { KILL_POWER: lost }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const [code, signal] = await once(child, 'close');
  const text = Buffer.concat(output).toString();
  if (signal === 'SIGKILL') return 'killed';
  if (code !== 0) throw new Error(text);
  return Number(text);
}

/** In this process, where nothing is killed. */
async function applyWhole({ changes, home }: World): Promise<void> {
  await applyChanges(changes, { home, title: 'test' });
}

function newWorld(): World {
  worlds += 1;
  const root = path.join(own, String(worlds));
  mkdirSync(root);
  const world = createWorld(root);
  // One file of each way to be written will do: each has the same steps.
  const { windows, empty } = world.files;
  return { ...world, changes: world.changes.filter(({ file }) => file !== windows && file !== empty) };
}

/** One new file, one in folders that are made, and one that is there. */
function newSmallWorld(): World {
  const world = newWorld();
  const { config, missing, linked } = world.files;
  return { ...world, changes: world.changes.filter(({ file }) => [config, missing, linked].includes(file)) };
}

/** Runs `check` for 1, 2, … up to the number of steps, a few at once. */
async function atEachStep(steps: number, check: (step: number) => Promise<void>): Promise<void> {
  expect(steps).toBeGreaterThan(10);
  let next = 1;
  const work = async () => {
    while (next <= steps) await check(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function stepsOf(world: World, verb: 'apply' | 'restore'): Promise<number> {
  return Number(await run(world, verb));
}

/** No file is ever seen half written. */
function expectWholeFiles(world: World): void {
  for (const { file, before, after } of world.changes) {
    const bytes = read(file);
    const isWhole = bytes === undefined ? before === undefined : after.equals(bytes) || before?.equals(bytes);
    expect([file, isWhole]).toEqual([file, true]);
  }
}

/** Nor is what is to take a file's place ever more open than that. */
function expectNoOpenDraft(world: World): void {
  for (const { file, before, isPrivate } of world.changes) {
    const folder = path.dirname(before === undefined ? file : realpathSync(file));
    const index = world.changes.findIndex((change) => change.file === file);
    const drafts = readIfThere(folder).filter((name) => new RegExp(`^\\.callslip-.*-${index}$`).test(name));
    const allowed = isPrivate ? 0o600 : before === undefined ? 0o644 : statSync(file).mode & 0o777;
    for (const draft of drafts) {
      const mode = statSync(path.join(folder, draft)).mode & 0o777;
      expect([file, mode & ~allowed]).toEqual([file, 0]);
    }
  }
}

async function expectClosed(world: World): Promise<void> {
  for (const { state } of await listJournals(world.home)) expect(state).toBe('restored');
  for (const name of readIfThere(world.home.backupsFolder)) expect(name).not.toMatch(/^lock/);
}

const read = (file: string) => {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
};
const readIfThere = (folder: string) => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** Somebody edits three files while a move is cut short: one behind a link, one with our variables, one that we make. */
function editByHand(world: World): ReadonlyMap<string, string> {
  const edits = new Map<string, string>();
  const edit = (file: string, to: (text: string) => string) => {
    const bytes = read(file);
    if (bytes === undefined) return;
    edits.set(file, to(bytes.toString('utf8')));
    writeFileSync(file, edits.get(file) ?? '');
  };
  edit(world.files.linked, (text) => text.replace('// by hand', '// by my own hand'));
  // Where ours is not in it yet, it gets one of the same name.
  edit(world.files.env, (text) => `NEW=1\n${text}${text.includes('FILES_TOKEN=') ? '' : THEIRS}`);
  edit(world.files.missing, (text) => text.replace('{', '{ "mine": true,'));
  return edits;
}

const THEIRS = 'FILES_TOKEN=theirs\n';

/** What is left of such edits when ours is taken out. */
function expectOnlyTheirs(world: World, edits: ReadonlyMap<string, string>): void {
  expect(read(world.files.linked)?.toString()).toMatch(/\/\/ by my own hand[\s\S]*"files": \{\s*"command": "npx"/);
  expect(read(world.files.linked)?.toString()).not.toContain('callslip');
  const theirs = edits.get(world.files.env)?.includes(THEIRS) ? THEIRS : '';
  expect(read(world.files.env)?.toString()).toBe(`NEW=1\nMINE='a\nb'\r\n${theirs}`);
  const made = read(world.files.missing);
  if (made !== undefined) expect(JSON.parse(made.toString())).toEqual({ mine: true, mcpServers: {} });
}

describe.skipIf(process.platform === 'win32')('a journal, its process killed at each step', () => {
  it('takes everything back when the writing was killed', { timeout: LIMIT_MS }, async () => {
    await atEachStep(await stepsOf(newWorld(), 'apply'), async (step) => {
      const world = newWorld();
      const before = snapshot(world);
      expect(await run(world, 'apply', step)).toBe('killed');
      expectWholeFiles(world);
      expectNoOpenDraft(world);
      await run(world, 'restore');
      expect([step, snapshot(world)]).toEqual([step, before]);
      await expectClosed(world);
    });
  });

  it('takes everything back when the taking back was killed', { timeout: LIMIT_MS }, async () => {
    const first = newWorld();
    await applyWhole(first);
    await atEachStep(await stepsOf(first, 'restore'), async (step) => {
      const world = newWorld();
      const before = snapshot(world);
      await applyWhole(world);
      expect(await run(world, 'restore', step)).toBe('killed');
      expectWholeFiles(world);
      await run(world, 'restore');
      expect([step, snapshot(world)]).toEqual([step, before]);
      await expectClosed(world);
    });
  });

  it.each([0.6, 0.95])(
    'takes everything back when both were killed, the writing at %d of it',
    { timeout: LIMIT_MS },
    async (part) => {
      const half = Math.floor((await stepsOf(newWorld(), 'apply')) * part);
      const first = newWorld();
      await run(first, 'apply', half);
      await atEachStep(await stepsOf(first, 'restore'), async (step) => {
        const world = newWorld();
        const before = snapshot(world);
        await run(world, 'apply', half);
        expect(await run(world, 'restore', step)).toBe('killed');
        await run(world, 'restore');
        expect([step, snapshot(world)]).toEqual([step, before]);
        await expectClosed(world);
      });
    },
  );

  it('leaves what somebody wrote after the writing was killed', { timeout: LIMIT_MS }, async () => {
    await atEachStep(await stepsOf(newWorld(), 'apply'), async (step) => {
      const world = newWorld();
      expect(await run(world, 'apply', step)).toBe('killed');
      const written = new Map(world.changes.map(({ file, after }) => [file, read(file)?.equals(after) ?? false]));
      const edits = editByHand(world);
      await run(world, 'restore');
      expectOnlyTheirs(world, edits);
      for (const [file, text] of edits) if (!written.get(file)) expect(read(file)?.toString()).toBe(text);
      await expectClosed(world);
    });
  });

  it('leaves what somebody wrote after both were killed, the writing right before our variables were in place', {
    timeout: LIMIT_MS,
  }, async () => {
    const isBefore = async (step: number) => {
      const world = newWorld();
      await run(world, 'apply', step);
      const [journal] = await listJournals(world.home);
      const isBegun = readIfThere(journal?.folder ?? '').includes('begun-1');
      return isBegun && world.changes[1]?.before?.equals(read(world.files.env) ?? Buffer.alloc(0)) === true;
    };
    let half = 1;
    while (!(await isBefore(half))) half++;
    const first = newWorld();
    await run(first, 'apply', half);
    await atEachStep(await stepsOf(first, 'restore'), async (step) => {
      const world = newWorld();
      await run(world, 'apply', half);
      expect(await run(world, 'restore', step)).toBe('killed');
      const edits = editByHand(world);
      await run(world, 'restore');
      expect([step, read(world.files.env)?.toString()]).toEqual([step, edits.get(world.files.env)]);
      await expectClosed(world);
    });
  });

  it.each([
    ['was killed', undefined],
    ['was cut by a power failure', 'inside'],
  ] as const)('leaves what somebody wrote before the taking back %s', { timeout: LIMIT_MS }, async (_what, lost) => {
    const first = newWorld();
    await applyWhole(first);
    editByHand(first);
    await atEachStep(await stepsOf(first, 'restore'), async (step) => {
      const world = newWorld();
      await applyWhole(world);
      const edits = editByHand(world);
      expect(await run(world, 'restore', step, lost)).toBe('killed');
      await run(world, 'restore');
      expectOnlyTheirs(world, edits);
      await expectClosed(world);
      const [journal] = await listJournals(world.home);
      const kept = readIfThere(journal?.folder ?? '').filter((name) => name.endsWith('.kept'));
      const keptTexts = kept.map((name) => read(path.join(journal?.folder ?? '', name))?.toString());
      expect(keptTexts.sort()).toEqual([...edits.values()].sort());
    });
  });

  it.each(LOST)(
    'takes everything back when the power failed at the writing, names %s the backups lost',
    { timeout: LIMIT_MS },
    async (lost) => {
      await atEachStep(await stepsOf(newSmallWorld(), 'apply'), async (step) => {
        const world = newSmallWorld();
        const before = snapshot(world);
        expect(await run(world, 'apply', step, lost)).toBe('killed');
        expectWholeFiles(world);
        await run(world, 'restore');
        expect([step, snapshot(world)]).toEqual([step, before]);
        await expectClosed(world);
      });
    },
  );

  it.each(LOST)(
    'takes everything back when the power failed at the taking back, names %s the backups lost',
    { timeout: LIMIT_MS },
    async (lost) => {
      const first = newSmallWorld();
      await applyWhole(first);
      await atEachStep(await stepsOf(first, 'restore'), async (step) => {
        const world = newSmallWorld();
        const before = snapshot(world);
        await applyWhole(world);
        expect(await run(world, 'restore', step, lost)).toBe('killed');
        expectWholeFiles(world);
        await run(world, 'restore');
        expect([step, snapshot(world)]).toEqual([step, before]);
        await expectClosed(world);
      });
    },
  );

  it.each(LOST)('has done what it says though the power fails right then, names %s the backups lost', async (lost) => {
    const [several, one] = [newSmallWorld(), newSmallWorld()];
    // Without a file of ours, nobody waits for the home's names but for the backups' sake.
    const client = one.changes.filter(({ file }) => file === one.files.linked);
    for (const world of [several, { ...one, changes: client }]) {
      const before = snapshot(world);
      await run(world, 'apply', undefined, lost);
      for (const { file, after } of world.changes) expect(read(file)).toEqual(after);
      expect(await listJournals(world.home)).toMatchObject([{ state: 'done' }]);
      await run(world, 'restore', undefined, lost);
      expect(snapshot(world)).toEqual(before);
      expect(await listJournals(world.home)).toMatchObject([{ state: 'restored' }]);
    }
  });

  it('can be written again after it was cut short', { timeout: LIMIT_MS }, async () => {
    const world = newWorld();
    const before = snapshot(world);
    await run(world, 'apply', 12);
    await run(world, 'apply');
    for (const { file, after } of world.changes) expect(read(file)).toEqual(after);
    put(path.join(world.root, 'user/other'), 'x', 0o600);
    await run(world, 'restore');
    expect(snapshot(world)).toEqual(new Map([...before, ['user/other', '600 x']]));
  });
});
