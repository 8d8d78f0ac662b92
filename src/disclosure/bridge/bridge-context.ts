import type { Clock } from '../../base/clock.ts';
import { withDeadline } from '../../base/deadline.ts';
import type { Snapshot } from '../../registry/snapshot.ts';
import type { RemoteCatalog } from '../catalog/remote-catalog.ts';
import type { ToolSearchConfig } from '../policy/config.ts';
import type { Deferral } from '../policy/deferrable.ts';
import type { Encoder } from '../related/encoder.ts';
import type { View } from '../view.ts';

/** What the bridge of one session works with. */
export interface BridgeContext {
  /** What the session may use right now; asked at every call. */
  readonly snapshot: (signal: AbortSignal) => Promise<Snapshot>;
  /** Which of it is behind the bridge. */
  readonly isDeferred: Deferral;
  readonly config: ToolSearchConfig;
  /** How the session's model is shown its tools; asked at every call. @default as a model of no special client */
  readonly view?: () => View;
  /** Resolves when no source of the session is starting any more. */
  readonly settled: (signal: AbortSignal) => Promise<void>;
  readonly clock: Clock;
  /** The host's own encoder, for the related tier. @default none */
  readonly encoder?: Encoder;
  /** For the operator: an aid that failed. @default nobody */
  readonly warn?: (text: string) => void;
  /** Tools that live elsewhere. @default none */
  readonly remote?: RemoteCatalog;
}

/** Milliseconds for which a search, or a call of a name that is not known yet, waits for sources that are starting. */
export const START_WAIT_MS = 2_000;

type Reach = Pick<Snapshot, 'tools' | 'groups' | 'hidden' | 'leftOut' | 'sources'>;

const NOTHING: Reach = { tools: [], groups: [], hidden: [], leftOut: [], sources: [] };

/** What the session may use now. When that can't be found out, it is nothing. */
async function reach({ snapshot }: BridgeContext, signal: AbortSignal): Promise<Reach> {
  try {
    return await snapshot(signal);
  } catch {
    return NOTHING;
  }
}

/** As {@link reach}, after a short wait when a source of the session is still starting and what is there is not enough. */
export async function reachWhenStarted(
  context: BridgeContext,
  signal: AbortSignal,
  isEnough: (now: Reach) => boolean = () => false,
): Promise<Reach> {
  const now = await reach(context, signal);
  if (isEnough(now) || !now.sources.some(({ granted, state }) => granted && state === 'starting')) return now;
  await withDeadline(context.clock, START_WAIT_MS, signal, context.settled).catch(() => {});
  return reach(context, signal);
}
