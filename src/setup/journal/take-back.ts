import { rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { CallslipError, messageOf } from '../../base/errors.ts';
import { backupFile, keepVersion } from './backup.ts';
import { type Decision, decide } from './decide.ts';
import { syncFolder } from './disk/durable-file.ts';
import { removeFile, swapFile } from './disk/swap-file.ts';
import { isThere, readTarget } from './disk/target.ts';
import { draftsOf, type Journal, type JournalFile } from './journal.ts';
import { hasMark, removeMark, setMark } from './mark.ts';

/** What became of one file. */
export interface RestoredFile {
  /** As it was named when it was changed. Absolute. */
  readonly file: string;
  /**
   * `restored`: byte for byte as it was. `removed`: it had not been there. `unchanged`: nothing was to be done. `merged`:
   * somebody had changed it since; only what we had changed was taken back. `failed`: as before, see `reason`.
   */
  readonly how: 'restored' | 'removed' | 'unchanged' | 'merged' | 'failed';
  /** Why, and what to do. Always there when it failed. */
  readonly reason?: string;
  /** Where the version is kept that somebody had changed. */
  readonly kept?: string;
}

/** What goes from journal to journal while several are taken back, the newest first. */
export interface TakingBack {
  /** True: nothing is written. */
  readonly dryRun: boolean;
  /** What files would hold by now, in a dry run. By real path. */
  readonly contents: Map<string, Buffer | undefined>;
  /** Real paths of files of which a later change stands. */
  readonly stuck: Set<string>;
  /** True: a later journal is refused, so a later change of any file may stand. */
  isAnyStuck: boolean;
}

/** One file of a journal. */
interface Item {
  readonly folder: string;
  readonly journal: Journal;
  readonly index: number;
  readonly entry: JournalFile;
}

/** The state before the newest journal. */
export function beginTakingBack(dryRun: boolean): TakingBack {
  return { dryRun, contents: new Map(), stuck: new Set(), isAnyStuck: false };
}

/**
 * Takes the files of one journal back, the last first. What fails costs only itself; when nothing does, the journal is
 * marked as restored. It may be stopped anywhere and done again.
 */
export async function takeBack(folder: string, journal: Journal, state: TakingBack): Promise<readonly RestoredFile[]> {
  const results: RestoredFile[] = [];
  for (const [index, entry] of [...journal.files.entries()].reverse()) {
    results.unshift(await takeFileBack({ folder, journal, index, entry }, state));
  }
  if (state.dryRun) return results;
  await removeMadeFolders(journal);
  if (results.every(({ how }) => how !== 'failed')) await setMark(folder, 'restored');
  return results;
}

async function takeFileBack(item: Item, state: TakingBack): Promise<RestoredFile> {
  const { folder, index, entry } = item;
  const { file, real } = entry;
  try {
    if (!(await wasWritten(item, state.dryRun))) return { file, how: 'unchanged' };
    const current = state.contents.has(real) ? state.contents.get(real) : (await readTarget(real))?.bytes;
    const mayMerge = !state.isAnyStuck && !state.stuck.has(real);
    const decision = await decide({ folder, index, entry, current, mayMerge });
    if (!state.dryRun) return await carryOut(item, decision, current);
    state.contents.set(real, contentAfter(decision, current));
    return resultOf(file, decision);
  } catch (error) {
    state.stuck.add(real);
    const what = CallslipError.isInstance(error) ? error.message : `${file} can't be written: ${messageOf(error)}`;
    const backup = backupFile(folder, index);
    const hint = entry.before === null || what.includes(backup) ? '' : ` What it was before is in ${backup}.`;
    const reason = `${what}. The file is left as it is.${hint} Mend that and restore again, or put the file right by hand and remove ${folder}`;
    return { file, how: 'failed', reason };
  }
}

/** Whether the new bytes took the file's place; drafts go. A draft that is still there did not. */
async function wasWritten({ folder, journal, index, entry }: Item, dryRun: boolean): Promise<boolean> {
  const drafts = draftsOf(journal.token, index, entry.real);
  const isBegun = await hasMark(folder, `begun-${index}`);
  const isDrafted = await isThere(drafts.apply);
  if (!dryRun) {
    // In this order: without the mark, what somebody else has made of the file since is not taken for ours.
    if (isBegun && isDrafted) await removeMark(folder, `begun-${index}`);
    if (isDrafted) await rm(drafts.apply, { force: true });
    if (await isThere(drafts.restore)) await rm(drafts.restore, { force: true });
  }
  return isBegun && !isDrafted;
}

async function carryOut(item: Item, decision: Decision, current: Buffer | undefined): Promise<RestoredFile> {
  const { folder, journal, index, entry } = item;
  const { file, real } = entry;
  const kept = decision.how === 'merged' && current ? await keepVersion(folder, index, current) : undefined;
  const bytes = contentAfter(decision, current);
  if (bytes !== undefined && bytes !== current) {
    const mode = decision.how === 'restored' ? decision.mode : undefined;
    const draft = draftsOf(journal.token, index, entry.real).restore;
    try {
      await swapFile({ real, draft, bytes, expected: current, mode });
    } catch (error) {
      await rm(draft, { force: true }).catch(() => {});
      throw error;
    }
  } else if (bytes === undefined && current !== undefined) {
    await removeFile(real, current);
  }
  return { ...resultOf(file, decision), ...(kept === undefined ? {} : { kept }) };
}

function contentAfter(decision: Decision, current: Buffer | undefined): Buffer | undefined {
  if (decision.how === 'restored' || decision.how === 'merged') return decision.bytes;
  return decision.how === 'removed' ? undefined : current;
}

function resultOf(file: string, decision: Decision): RestoredFile {
  const reason = 'reason' in decision && decision.reason !== undefined ? { reason: decision.reason } : {};
  if (decision.how === 'merged-before') return { file, how: 'merged', kept: decision.kept, ...reason };
  return { file, how: decision.how, ...reason };
}

/** Only empty ones can be removed; whatever else the system says, a folder too many does no harm. */
async function removeMadeFolders({ files }: Journal): Promise<void> {
  const made = new Set(files.flatMap(({ missingFolders }) => missingFolders));
  const deepestFirst = [...made].sort((one, other) => other.split(path.sep).length - one.split(path.sep).length);
  for (const folder of deepestFirst) {
    await rmdir(folder)
      .then(() => syncFolder(path.dirname(folder)))
      .catch(() => {});
  }
}
