import type { Runtime, ServerStatus } from '../../runtime/create-runtime.ts';
import type { CommandContext, SharedOptions } from '../program/command.ts';
import { NO_SERVER } from '../render/servers.ts';
import { printableLine } from '../terminal/printable.ts';

/** Says how to begin where tools are asked for and there are neither servers nor a file of tools. */
export function warnOfNoServer(runtime: Runtime, { output }: CommandContext, { tools }: SharedOptions): void {
  if (tools === undefined && runtime.servers().length === 0) output.warn(NO_SERVER);
}

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
      `server ${printableLine(label)} is not available: ${reason ?? 'no reason known'}${remedy === undefined ? '' : `; ${remedy}`}`,
    );
  }
}

/** As {@link connect}, but names nothing: for a door whose log does. */
export async function settled(
  runtime: Runtime,
  { host, output }: CommandContext,
  isEnough: () => boolean = () => false,
): Promise<void> {
  const isOver = () => host.signal.aborted || isEnough() || !runtime.servers().some(isComing);
  if (!isOver()) {
    await new Promise<void>((resolve) => {
      const look = () => {
        if (!isEnough()) output.progress.show(describeStart(runtime.servers()));
        if (!isOver()) return;
        unsubscribe();
        host.signal.removeEventListener('abort', look);
        resolve();
      };
      const unsubscribe = runtime.registry.subscribe(look);
      host.signal.addEventListener('abort', look);
      look();
    });
  }
  output.progress.clear();
  host.signal.throwIfAborted();
}

/** What is remembered of a server is not enough: people ask for how things are now. One that sleeps is left alone. */
function isComing({ state }: ServerStatus): boolean {
  return state === 'starting' || state === 'restarting';
}

function describeStart(servers: readonly ServerStatus[]): string {
  const waiting = servers.filter(isComing).map(({ label }) => label);
  const ready = servers.filter(({ state }) => state === 'ready').length;
  const rest = waiting.length === 0 ? '' : `; waiting for ${waiting.join(', ')}`;
  return `connecting: ${ready} of ${servers.filter(({ state }) => state !== 'disabled').length} servers ready${rest}`;
}
