import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/**
 * Collects whatever nothing holds any more. A weak reference holds on until the turn of the event loop in which it was made
 * or read is over, so that this one ends first.
 */
export async function collectGarbage(): Promise<void> {
  await nextTurn();
  collect();
}
