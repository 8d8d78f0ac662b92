import { readFileSync } from 'node:fs';
import process from 'node:process';

const POLL_MS = 500;
const STOP_SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * npm starts a script through a shell, and a signal that stops npm ends the shell, or npm only: the program below would
 * live on, with its port. So a program that has lost its parent, or whose parent has lost npm, stops itself with
 * SIGTERM, unless a signal reached it already.
 */
export function stopWithParent() {
  if (!process.env['npm_lifecycle_event'] || process.platform === 'win32') return;
  const parent = process.ppid;
  const npm = parentOf(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && parentOf(parent) === npm) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, POLL_MS);
  timer.unref();
  for (const signal of STOP_SIGNALS) {
    const heed = () => {
      clearInterval(timer);
      if (process.listenerCount(signal) > 1) return;
      // Nobody else listens: do what the signal does by itself.
      process.off(signal, heed);
      process.kill(process.pid, signal);
    };
    process.on(signal, heed);
  }
}

/**
 * The parent of a process, where the system tells; elsewhere the shell gives way to the program, and there is none
 * between it and npm.
 *
 * @param {number} pid
 * @returns {string | undefined}
 */
function parentOf(pid) {
  try {
    // The name before it stands in brackets and may hold anything.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1];
  } catch {
    return undefined;
  }
}
