import type { Clock } from '../../base/clock.ts';
import { messageOf } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import type { LoadedConfig } from '../load-config.ts';
import type { ServerChanges } from '../wire-mcp.ts';
import { watchFiles } from './watch-files.ts';

/** Nothing started, nothing stopped. */
export const NO_CHANGES: ServerChanges = { started: [], stopped: [], restarted: [] };

/** How a runtime reads its configuration again. */
export interface ReloaderOptions {
  readonly load: () => Promise<LoadedConfig>;
  /** Makes what was read the configuration that counts. */
  readonly follow: (loaded: LoadedConfig) => Promise<ServerChanges>;
  /** Where the configuration that counts comes from. */
  readonly files: () => readonly string[];
  /** Whether to reload when a file changes. */
  readonly watch: boolean;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Reads a configuration again, when asked or when its files change. */
export interface Reloader {
  /** Rejects, and changes nothing, when the configuration can't be read. One reload runs at a time. */
  reload(): Promise<ServerChanges>;
  /** Calls `listener` after each reload; the returned function ends that. */
  subscribe(listener: () => void): () => void;
  close(): void;
}

/** A reloader. A file that is spoilt for a moment, or for good, costs a warning: the old configuration goes on counting. */
export function createReloader({ load, follow, files, watch, clock, logger }: ReloaderOptions): Reloader {
  const listeners = new Set<() => void>();
  let last: Promise<unknown> = Promise.resolve();
  const once = async (): Promise<ServerChanges> => {
    const changes = await follow(await load());
    if (watch) watcher.follow(files());
    for (const listener of [...listeners]) listener();
    return changes;
  };
  const reload = (): Promise<ServerChanges> => {
    const next = last.then(once);
    last = next.catch(() => {});
    return next;
  };
  const watcher = watchFiles(clock, () => {
    reload().then(
      ({ started, stopped, restarted }) => logger.info('configuration reloaded', { started, stopped, restarted }),
      (error: unknown) => logger.warn('the configuration could not be reloaded', { reason: messageOf(error) }),
    );
  });
  if (watch) watcher.follow(files());

  return {
    reload,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => watcher.close(),
  };
}
