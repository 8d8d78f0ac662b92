import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import type { KeyPath } from '../../documents/document-format.ts';
import { meaningOf } from './common-keys.ts';
import type { Dialect } from './dialect.ts';

/** What stands where a dialect keeps its servers. */
export interface ServerList {
  readonly at: KeyPath;
  /** Should be a mapping of entries by label. */
  readonly value: Json;
}

/** The lists a file has. The file itself counts as one only where it has no other, and nothing in it but entries. */
export function serverListsIn(value: JsonObject, dialect: Dialect): readonly ServerList[] {
  const found = dialect.at.flatMap((at) => {
    const there = at.length === 0 ? undefined : valueAt(value, at);
    return there === undefined ? [] : [{ at, value: there }];
  });
  if (found.length > 0 || !dialect.at.some((at) => at.length === 0)) return found;
  const members = Object.values(value);
  const areEntries = members.length > 0 && members.every((member) => looksLikeEntry(member, dialect));
  return areEntries ? [{ at: [], value }] : [];
}

/** What stands at a place; absent when there is nothing, or null. */
export function valueAt(value: Json | undefined, at: KeyPath): Json | undefined {
  let there = value;
  for (const key of at) there = isJsonObject(there) && Object.hasOwn(there, key) ? there[key] : undefined;
  return there ?? undefined;
}

/** Whether two places are the same. */
export function isPlace(one: KeyPath, other: KeyPath): boolean {
  return one.length === other.length && one.every((key, index) => key === other[index]);
}

const REACHED: readonly string[] = ['command', 'url', 'type'];

function looksLikeEntry(value: Json | undefined, dialect: Dialect): boolean {
  if (!isJsonObject(value)) return false;
  const meanings = Object.keys(value).map((key) => meaningOf(key, dialect));
  return meanings.some(
    (meaning) => typeof meaning === 'object' && [meaning.own].flat().some((own) => REACHED.includes(own)),
  );
}
