import process from 'node:process';

const POLL_MS = 500;
const STOP_SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * npm starts a script through a shell, and a signal that stops npm ends the shell only: the program below would live
 * on, with its port. So a program whose parent is gone stops itself with SIGTERM, unless a signal reached it already.
 */
export function stopWithParent() {
  if (!process.env['npm_lifecycle_event'] || process.platform === 'win32') return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
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
