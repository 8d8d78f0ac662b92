import type { Runtime, ServerStatus } from '../../runtime/create-runtime.ts';
import type { CommandContext } from '../program/command.ts';

/**
 * Waits until every server has started or failed, telling what is waited for, and then names those that failed. Ends
 * early, with the user's reason, when the user stops it; and as soon as `isEnough` holds.
 */
export async function connect(
  runtime: Runtime,
  context: CommandContext,
  isEnough: () => boolean = () => false,
): Promise<void> {
  await settled(runtime, context, isEnough);
  for (const { label, state, transport, reason, remedy } of runtime.servers()) {
    // A misconfigured one was named when the configuration was read.
    if (state !== 'failed' || transport === 'misconfigured') continue;
    context.output.warn(
      `server ${label} is not available: ${reason ?? 'no reason known'}${remedy === undefined ? '' : `; ${remedy}`}`,
    );
  }
}

/** As {@link connect}, but names nothing: for a door whose log does. */
export async function settled(
  runtime: Runtime,
  { host, output }: CommandContext,
  isEnough: () => boolean = () => false,
): Promise<void> {
  const enough = new AbortController();
  const look = () => {
    if (isEnough()) enough.abort();
    else output.progress.show(describeStart(runtime.servers()));
  };
  if (runtime.servers().some(isStarting)) {
    const unsubscribe = runtime.registry.subscribe(look);
    look();
    await runtime.settled(AbortSignal.any([host.signal, enough.signal]));
    unsubscribe();
  }
  output.progress.clear();
  host.signal.throwIfAborted();
}

function isStarting({ state }: ServerStatus): boolean {
  return state === 'starting';
}

function describeStart(servers: readonly ServerStatus[]): string {
  const waiting = servers.filter(isStarting).map(({ label }) => label);
  const ready = servers.filter(({ state }) => state === 'ready').length;
  const rest = waiting.length === 0 ? '' : `; waiting for ${waiting.join(', ')}`;
  return `connecting: ${ready} of ${servers.filter(({ state }) => state !== 'disabled').length} servers ready${rest}`;
}
