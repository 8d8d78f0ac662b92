import type { Json, JsonObject } from '../../../base/json.ts';
import { expandVariables } from '../../entries/expand-variables.ts';
import { readEntry } from '../../entries/read-entry.ts';
import type { Remark, WrittenKey } from '../foreign-server.ts';
import { asWritten } from './as-written.ts';

/**
 * What is wrong with an entry in our own keys, whatever its variables hold: as it would be told at run time, were they all
 * set to something that fits.
 *
 * @param keys where the entry is written, if that is under other keys.
 */
export function entryFaults(entry: JsonObject, path: string, keys: readonly WrittenKey[] = []): readonly Remark[] {
  const checked = holdsVariable(entry['url']) ? { ...entry, url: 'https://example.org' } : entry;
  const unset = expandVariables(checked, {}).missing;
  const filled = Object.fromEntries(unset.map((name) => [name, '1']));
  const { problems } = readEntry('', checked, filled, path, (fault) => asWritten(fault, path, keys));
  return problems.map(({ severity, path: place, message, remedy }) => ({ severity, path: place, message, remedy }));
}

function holdsVariable(value: Json | undefined): boolean {
  return typeof value === 'string' && value.includes('${');
}
