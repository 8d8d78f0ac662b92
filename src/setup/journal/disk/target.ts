import { lstat, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { CallslipError, messageOf } from '../../../base/errors.ts';

/** Where a file that is to be written really is. */
export interface Target {
  /** Without any link on the way. Absolute. */
  readonly real: string;
  /** Folders that have to be made first, the outermost first. */
  readonly missingFolders: readonly string[];
}

/** A regular file as it is. */
export interface FoundFile {
  readonly bytes: Buffer;
  /** Permission bits. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/**
 * Follows links to where a file is, or would be.
 *
 * @throws CallslipError `invalid-config` when a link leads nowhere, or a part of the path can't be looked at.
 */
export async function findTarget(file: string): Promise<Target> {
  try {
    return { real: await realpath(file), missingFolders: [] };
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw cannot(file, 'be looked at', error);
  }
  if (await isThere(file)) throw invalid(file, 'is a link to what is not there; remove it, or make what it names');
  const parent = await findTarget(path.dirname(file));
  const isMissing = !(await isThere(parent.real));
  return {
    real: path.join(parent.real, path.basename(file)),
    missingFolders: isMissing ? [...parent.missingFolders, parent.real] : [],
  };
}

/**
 * A regular file; absent when there is none. A link is not followed.
 *
 * @throws CallslipError `invalid-config` when it is something else, or can't be read.
 */
export async function readTarget(real: string): Promise<FoundFile | undefined> {
  try {
    const found = await lstat(real);
    if (!found.isFile()) throw invalid(real, 'is no regular file');
    const { mode, uid, gid } = found;
    return { bytes: await readFile(real), mode: mode & 0o7777, uid, gid };
  } catch (error) {
    if (CallslipError.isInstance(error)) throw error;
    if (isAbsent(error)) return undefined;
    throw cannot(real, 'be read', error);
  }
}

/** Whether two contents are the same; absent stands for no file. */
export function isSame(one: Buffer | undefined, other: Buffer | undefined): boolean {
  return one === undefined || other === undefined ? one === other : one.equals(other);
}

/** Whether something is there, a link that leads nowhere included. */
export async function isThere(place: string): Promise<boolean> {
  try {
    await lstat(place);
    return true;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw cannot(place, 'be looked at', error);
  }
}

/** A fault of one file: its name, then what is wrong with it. */
export function invalid(file: string, what: string, cause?: unknown): CallslipError {
  return new CallslipError('invalid-config', `${file} ${what}`, { data: { file }, cause });
}

/** The same for what the system refuses. */
export function cannot(file: string, what: string, error: unknown): CallslipError {
  return invalid(file, `can't ${what}: ${messageOf(error)}`, error);
}

/** Nothing can be below a file. */
function isAbsent(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
