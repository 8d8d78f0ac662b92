import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const BEAT_MS = 1_000;
const POLL_MS = 200;
/** A dead owner's lock may be taken after this long without a beat. */
const SILENT_MS = 10_000;
/** After this long without a beat the lock may be taken even if some process has the owner's number. */
const ABANDONED_MS = 600_000;

/**
 * Runs `action` while no other process on this folder does. The lock is a directory whose time is refreshed
 * while the owner lives; one left behind by a killed process is taken over after ten seconds.
 *
 * @template T
 * @param {string} directory created, then removed
 * @param {() => void} onWait called once when another process holds the lock
 * @param {() => Promise<T>} action
 * @returns {Promise<T>}
 */
export async function withLock(directory, onWait, action) {
  const owner = { token: randomUUID(), pid: process.pid, host: hostname() };
  let told = false;
  while (!tryTake(directory, owner)) {
    if (isStale(directory)) removeStale(directory);
    if (!told) onWait();
    told = true;
    await sleep(POLL_MS);
  }
  const beat = setInterval(() => touch(directory), BEAT_MS);
  try {
    return await action();
  } finally {
    clearInterval(beat);
    if (readOwner(directory)?.token === owner.token) rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * @typedef {{ token: string; pid: number; host: string }} Owner
 * @param {string} directory
 * @param {Owner} owner
 */
function tryTake(directory, owner) {
  try {
    mkdirSync(directory);
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
  writeFileSync(path.join(directory, 'owner.json'), JSON.stringify(owner));
  return true;
}

/** @param {string} directory */
function isStale(directory) {
  const age = Date.now() - (statSync(directory, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (age < SILENT_MS) return false;
  const owner = readOwner(directory);
  return age > ABANDONED_MS || owner?.host !== hostname() || !isAlive(owner.pid);
}

/**
 * Moves the lock away before removing it, so that of several waiters one wins; a fresh lock that was taken
 * between the look and the move is put back.
 *
 * @param {string} directory
 */
function removeStale(directory) {
  const seen = readOwner(directory)?.token;
  const aside = `${directory}.${randomUUID()}`;
  try {
    renameSync(directory, aside);
    if (readOwner(aside)?.token === seen) rmSync(aside, { recursive: true, force: true });
    else renameSync(aside, directory);
  } catch (error) {
    if (!isCode(error, 'ENOENT') && !isCode(error, 'EEXIST') && !isCode(error, 'ENOTEMPTY')) throw error;
  }
}

/** @param {string} directory */
function touch(directory) {
  const now = new Date();
  try {
    utimesSync(directory, now, now);
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
  }
}

/**
 * @param {string} directory
 * @returns {Owner | undefined}
 */
function readOwner(directory) {
  try {
    return JSON.parse(readFileSync(path.join(directory, 'owner.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, 'EPERM');
  }
}

/**
 * @param {unknown} error
 * @param {string} code
 */
function isCode(error, code) {
  return error instanceof Error && 'code' in error && error.code === code;
}
