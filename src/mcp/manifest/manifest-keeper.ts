import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../base/clock.ts';
import type { ServerConfig } from '../config.ts';
import type { Manifest, ManifestStore } from './manifest.ts';

/** Lists arrive together; one write does for all. */
const SETTLED_AFTER_MS = 500;

const NOTHING: Manifest = { capabilities: {}, tools: [], prompts: [], resources: [], resourceTemplates: [] };

/** What has been found out anew; what is undefined is taken out. */
type ManifestChange = { readonly [K in keyof Manifest]?: Manifest[K] | undefined };

/** One server's manifest: what an earlier run left, and what this one adds. */
export interface ManifestKeeper {
  /** As it stands, live or from an earlier run; absent while nothing is known. */
  readonly known: Manifest | undefined;
  /** Reads what an earlier run left; once, before anything is saved. */
  read(): Promise<Manifest | undefined>;
  /** Changes it; written half a second later, together with what comes until then, and only if it differs. */
  save(change: ManifestChange): void;
  /** Writes at once what is to be written. */
  flush(): Promise<void>;
}

/** A keeper of one server's manifest; without a store it remembers for itself only. */
export function createManifestKeeper(
  config: ServerConfig,
  clock: Clock,
  store: ManifestStore | undefined,
): ManifestKeeper {
  let known: Manifest | undefined;
  let cancel: (() => void) | undefined;
  let written: Promise<void> = Promise.resolve();
  const write = () => {
    cancel?.();
    cancel = undefined;
    const manifest = known;
    if (manifest !== undefined) written = written.then(() => store?.write(config, manifest));
    return written;
  };
  return {
    get known() {
      return known;
    },
    async read() {
      known = await store?.read(config);
      return known;
    },
    save(change) {
      const next = merged(known ?? NOTHING, change);
      if (isSame(next, known)) return;
      known = next;
      if (store !== undefined) cancel ??= clock.schedule(SETTLED_AFTER_MS, () => void write());
    },
    flush: () => (cancel === undefined ? written : write()),
  };
}

function merged(known: Manifest, change: ManifestChange): Manifest {
  const entries = Object.entries({ ...known, ...change }).filter(([, value]) => value !== undefined);
  return { ...NOTHING, ...Object.fromEntries(entries) };
}

function isSame(a: Manifest, b: Manifest | undefined): boolean {
  try {
    return isDeepStrictEqual(a, b);
  } catch {
    // Nested so deeply that comparing runs out of stack.
    return false;
  }
}
