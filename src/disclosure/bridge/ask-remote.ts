import type { Snapshot } from '../../registry/snapshot.ts';
import type { RemoteAnswer, RemoteCatalog } from '../catalog/remote-catalog.ts';
import { MANAGE_CONNECTIONS } from '../policy/split-source.ts';
import type { BridgeContext } from './bridge-context.ts';

/** Asks the remote catalogue, where the session may; one that throws could not be reached. */
export async function askRemote<Found>(
  { remote }: BridgeContext,
  snapshot: Pick<Snapshot, 'tools'>,
  nothing: Found,
  ask: (remote: RemoteCatalog) => Promise<RemoteAnswer<Found>>,
): Promise<RemoteAnswer<Found>> {
  if (remote === undefined || !snapshot.tools.some(({ name }) => name === MANAGE_CONNECTIONS))
    return { found: nothing };
  try {
    return await ask(remote);
  } catch {
    return {
      found: nothing,
      failure: {
        status: 'unavailable',
        reason: 'unreachable',
        hint: 'The remote catalogue could not be asked. Do not conclude that an app is missing; try again later.',
      },
    };
  }
}
