import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';

const FORWARDED = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** Windows has no process groups. */
const GROUPS = process.platform !== 'win32';

/** The user stopped the work while a child ran. `exitCode` is 128 plus the signal's number. */
export class Interrupted extends Error {
  /** @param {NodeJS.Signals} signal */
  constructor(signal) {
    super(`stopped by ${signal}`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

/**
 * Runs a command to its end and answers its exit code. The command has a process group of its own: a stop signal is
 * passed on to the whole group, grandchildren included, and once the child has ended this throws {@link Interrupted}.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @param {(child: import('node:child_process').ChildProcess) => void} [onStart]
 * @returns {Promise<number>}
 */
export function runChild(command, args, options, onStart) {
  return new Promise((resolve, reject) => {
    /** @type {NodeJS.Signals | undefined} */
    let stoppedBy;
    const child = spawn(command, args, { ...options, detached: GROUPS });
    onStart?.(child);
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => {
      stoppedBy = signal;
      stop(child, signal);
    };
    const done = () => {
      for (const signal of FORWARDED) process.off(signal, forward);
    };
    for (const signal of FORWARDED) process.on(signal, forward);
    child.once('error', (error) => {
      done();
      reject(error);
    });
    child.once('close', (code, signal) => {
      done();
      if (stoppedBy) reject(new Interrupted(stoppedBy));
      else resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']);
    });
  });
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function stop(child, signal) {
  if (!GROUPS || child.pid === undefined) {
    child.kill(signal);
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    // The group may have ended between the signal and this line.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/**
 * Like {@link runChild}, but keeps the output back.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} cwd
 * @returns {Promise<{ code: number; output: string }>}
 */
export async function runQuietly(command, args, cwd) {
  /** @type {Buffer[]} */
  const chunks = [];
  const code = await runChild(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] }, (child) => {
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
  });
  return { code, output: Buffer.concat(chunks).toString('utf8') };
}

/**
 * The program file of an installed package's command, to be started with `process.execPath`: no shell, no
 * `.cmd` wrapper, the same on every system.
 *
 * @param {string} root
 * @param {string} packageName
 * @param {string} [commandName] the package's own name without its scope unless given
 * @returns {string}
 */
export function toolPath(root, packageName, commandName = packageName.replace(/^@[^/]+\//, '')) {
  const folder = path.join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const file = typeof bin === 'string' ? bin : bin?.[commandName];
  if (!file) throw new Error(`${packageName} has no command ${commandName}`);
  return path.join(folder, file);
}
