import { setImmediate } from 'node:timers/promises';
import { type Clock, systemClock } from '../../base/clock.ts';
import type { CommandContext } from '../program/command.ts';

/** For how long work may keep a signal from being heard. */
const BREATH_MS = 50;

/** How often what goes on is told. */
const WORD_MS = 2000;

/**
 * Keeps long work stoppable and tells how far it is. Call it between two steps: now and then it lets signals in, and every
 * other second it shows what `describe` says. Throws the user's reason when the user stops it.
 */
export function createPace(
  { host, output }: CommandContext,
  { now }: Pick<Clock, 'now'> = systemClock,
): (describe: () => string) => Promise<void> | undefined {
  let breathed = now();
  let told = breathed;
  const breathe = async (describe: () => string) => {
    await setImmediate();
    host.signal.throwIfAborted();
    breathed = now();
    if (breathed - told < WORD_MS) return;
    told = breathed;
    output.progress.show(describe());
  };
  return (describe) => (now() - breathed < BREATH_MS ? undefined : breathe(describe));
}
