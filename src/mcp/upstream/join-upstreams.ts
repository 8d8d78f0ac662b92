import type { OfferingKind, Upstream, Upstreams } from './upstream.ts';

/** The servers of one configuration, for doors, and the way in which each tells of changes. */
export interface JoinedUpstreams extends Upstreams {
  /** What some server lists of this kind may have changed. */
  changed(kind: OfferingKind): void;
}

/** Joins servers, which may be made after this. */
export function joinUpstreams(all: () => readonly Upstream[]): JoinedUpstreams {
  const listeners = new Set<(kind: OfferingKind) => void>();
  return {
    all,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    changed(kind) {
      for (const listener of [...listeners]) listener(kind);
    },
  };
}
