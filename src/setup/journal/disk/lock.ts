import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { CallslipError } from '../../../base/errors.ts';
import { writeNewFile } from './durable-file.ts';

const NAME = /^lock-([1-9]\d{0,9})-[0-9a-f]{12}$/;
/** Of this process: in a container the next one may well get the number of one that was killed. */
const held = new Set<string>();

/**
 * Makes this process the only one that changes files. The lock is a file with the process's number in its name; one whose
 * process is gone is taken away. Nobody else may ever remove a living one's, and each looks for others only after its own
 * is there: so of two that come at once one goes on or none, never both.
 *
 * @param folder it must be there.
 * @returns what gives the lock back.
 * @throws CallslipError `invalid-config` naming the process that has it.
 */
export async function takeLock(folder: string): Promise<() => Promise<void>> {
  await refuseOthers(folder, undefined);
  const own = `lock-${process.pid}-${randomBytes(6).toString('hex')}`;
  const release = async () => {
    await rm(path.join(folder, own), { force: true });
    held.delete(own);
  };
  held.add(own);
  try {
    await writeNewFile(path.join(folder, own), Buffer.alloc(0));
    await refuseOthers(folder, own);
  } catch (error) {
    await release();
    throw error;
  }
  return release;
}

async function refuseOthers(folder: string, own: string | undefined): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = NAME.exec(name)?.[1];
    if (pid === undefined || name === own) continue;
    const file = path.join(folder, name);
    if (isAlive(Number(pid), name)) {
      const message = `another Callslip (process ${pid}) is changing files; wait until it is done, then run this again. If no such process is one, remove ${file}`;
      throw new CallslipError('invalid-config', message, { data: { pid: Number(pid), file } });
    }
    await rm(file, { force: true });
  }
}

function isAlive(pid: number, name: string): boolean {
  if (pid === process.pid) return held.has(name);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // One that belongs to somebody else is there too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
