import type { Snapshot, SnapshotSource } from '../../registry/snapshot.ts';
import { oneLine } from './miss/one-line.ts';

/** A source the session may use and can't reach now. */
export interface UnavailableSource {
  readonly label: string;
  /** True while it has not said yet which tools it has. */
  readonly starting: boolean;
  /** How many tools it had, where known. */
  readonly toolCount?: number;
  /** Why it can't be reached: one line, at most 160 characters. */
  readonly reason: string;
}

/**
 * The sources that were configured and granted but have no usable tools now, because they are starting, restarting with
 * nothing known of them, or have given up. One that is switched off is not among them.
 */
export function unavailableSources({ sources }: Pick<Snapshot, 'sources'>): readonly UnavailableSource[] {
  return sources.filter(isUnavailable).map(({ label, state, toolCount, reason }) => ({
    label,
    starting: state === 'starting',
    ...(toolCount === undefined ? {} : { toolCount }),
    reason: state === 'failed' ? oneLine(reason ?? 'it is not running') : `it is ${state}; search again shortly`,
  }));
}

function isUnavailable({ granted, state, toolCount }: SnapshotSource): boolean {
  if (!granted) return false;
  return state === 'failed' || state === 'starting' || (state === 'restarting' && (toolCount ?? 0) === 0);
}
