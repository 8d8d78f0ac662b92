import { type FSWatcher, watch } from 'node:fs';
import path from 'node:path';
import type { Clock } from '../../base/clock.ts';

/** An editor writes a file in several steps. */
const SETTLED_AFTER_MS = 200;

/** Looks after some files. */
export interface FileWatch {
  /** Looks after these from now on, and no others. Absolute paths; they need not exist. */
  follow(files: readonly string[]): void;
  close(): void;
}

/**
 * Calls `onChange` when one of the files may have changed: was written, made, replaced or removed, then still for 0.2 s.
 * Their folders are watched, so that a file is followed through the renames of editors; one in a folder that does not
 * exist is not. Keeps no process alive.
 */
export function watchFiles(clock: Clock, onChange: () => void): FileWatch {
  const watchers = new Map<string, FSWatcher>();
  let followed: ReadonlySet<string> = new Set();
  let cancel = () => {};

  const changed = (file: string) => {
    if (!followed.has(file)) return;
    cancel();
    cancel = clock.schedule(SETTLED_AFTER_MS, onChange);
  };
  const forget = (folder: string) => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const look = (folder: string) => {
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        // Some systems don't say which file it was.
        const files = name === null ? [...followed] : [path.join(folder, name)];
        for (const file of files) changed(file);
      });
      watchers.set(
        folder,
        watcher.on('error', () => forget(folder)),
      );
    } catch {
      // There is no such folder, or no more watches are to be had: its files are read at the next start.
    }
  };

  return {
    follow(files) {
      followed = new Set(files);
      const folders = new Set(files.map((file) => path.dirname(file)));
      for (const folder of [...watchers.keys()]) if (!folders.has(folder)) forget(folder);
      for (const folder of folders) if (!watchers.has(folder)) look(folder);
    },
    close() {
      cancel();
      followed = new Set();
      for (const folder of [...watchers.keys()]) forget(folder);
    },
  };
}
