import { type ChildProcess, spawn } from 'node:child_process';
import type { Clock } from '../../base/clock.ts';

const POLL_MS = 10;
/** After SIGKILL only the kernel's bookkeeping is left to wait for. */
const REAP_MS = 200;

/** Groups that still run, so that an exit of this process takes them along. */
const running = new Set<number>();

/** How long each step of an ending may take, in milliseconds. */
export interface Graces {
  /** From the end of its input to SIGTERM. */
  readonly endMs: number;
  /** From SIGTERM to SIGKILL. */
  readonly terminateMs: number;
}

/**
 * Makes the child's process group die with this process when that exits, whatever for. (A signal that kills this
 * process outright is no exit; the program's entry turns signals into one.)
 */
export function watchGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  if (running.size === 0) process.on('exit', killAll);
  running.add(child.pid);
}

/**
 * Ends a child that leads a process group, and everything in its group: its input was closed before this is called; it
 * gets `graces.endMs` to leave by itself, then SIGTERM, then SIGKILL. Resolves when nothing of the group is left, or,
 * should the kernel not let go, a fifth of a second after SIGKILL. Never rejects.
 *
 * A process that moved itself to another group (a daemon) is out of reach.
 */
export async function endGroup(child: ChildProcess, graces: Graces, clock: Clock): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  const gone = () => hasExited(child) && !groupExists(pid);
  if (!(await waitUntil(() => hasExited(child), graces.endMs, clock)) || !gone()) {
    signalGroup(child, 'SIGTERM');
    if (!(await waitUntil(gone, graces.terminateMs, clock))) {
      signalGroup(child, 'SIGKILL');
      await waitUntil(gone, REAP_MS, clock);
    }
  }
  running.delete(pid);
  if (running.size === 0) process.off('exit', killAll);
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function groupExists(pid: number): boolean {
  if (process.platform === 'win32') return false;
  try {
    process.kill(-pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function signalGroup(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') {
    // There are no groups to signal: the tree is ended by its root, at once.
    if (!hasExited(child))
      spawn('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true }).on(
        'error',
        () => child.kill(),
      );
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It ended in the meantime.
  }
}

function killAll(): void {
  for (const pid of running) {
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
    } catch {
      // It ended in the meantime.
    }
  }
}

async function waitUntil(isDone: () => boolean, limitMs: number, clock: Clock): Promise<boolean> {
  const end = clock.now() + limitMs;
  while (!isDone()) {
    if (clock.now() >= end) return false;
    await new Promise<void>((resolve) => clock.schedule(POLL_MS, resolve));
  }
  return true;
}
