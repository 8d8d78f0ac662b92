import type { Registry } from '../registry/registry.ts';
import type { Scope } from '../registry/scope.ts';
import type { Snapshot } from '../registry/snapshot.ts';

/** The first snapshot of a scope that fits, now or after a change of the registry. Waits without end. */
export async function untilSnapshot(
  registry: Registry,
  scope: Scope,
  fits: (snapshot: Snapshot) => boolean,
): Promise<Snapshot> {
  for (;;) {
    const changed = new Promise<void>((resolve) => {
      const unsubscribe = registry.subscribe(() => {
        unsubscribe();
        resolve();
      });
    });
    const snapshot = await registry.snapshot(scope);
    if (fits(snapshot)) return snapshot;
    await changed;
  }
}
