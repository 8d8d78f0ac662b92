import type { Clock } from '../../base/clock.ts';
import type { JsonObject } from '../../base/json.ts';
import type { OfferingKind, Upstream } from '../../mcp/upstream/upstream.ts';
import type { ClientSide } from '../client/client-side.ts';

/** Whoever looks at what servers offer: the session that is granted some of them. */
export type Viewer = Pick<ClientSide, 'parts' | 'session'>;

/** How long a request waits for servers that are starting. */
const PATIENCE_MS = 2_000;

/** One entry of a list, with the server that gave it. */
export interface Offered {
  readonly upstream: Upstream;
  readonly entry: JsonObject;
}

/** The servers that the session reaches, in the order of the configuration. For it there are no others. */
export function grantedUpstreams({ parts, session }: Viewer): readonly Upstream[] {
  const { scope } = session();
  return parts.upstreams.all().filter(({ toolset }) => parts.registry.grants(scope, toolset));
}

/** What they list of a kind, in order. Waits for servers that are starting as long as `signal` allows. */
export async function offeredBy(
  upstreams: readonly Upstream[],
  kind: OfferingKind,
  signal: AbortSignal,
): Promise<readonly Offered[]> {
  const lists = await Promise.all(upstreams.map((upstream) => upstream.list(kind, signal)));
  return upstreams.flatMap((upstream, index) => (lists[index] ?? []).map((entry) => ({ upstream, entry })));
}

/** Never waits. */
export const AT_ONCE: AbortSignal = AbortSignal.abort();

/** Runs work that may wait for servers, for 2 s at most. */
export async function withPatience<T>(clock: Clock, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const cancel = clock.schedule(PATIENCE_MS, () => controller.abort());
  try {
    return await work(controller.signal);
  } finally {
    cancel();
  }
}
