import { isJsonObject, type Json, type JsonObject } from '../base/json.ts';
import { sameValue } from './same-value.ts';

/** How a mapping has to change. */
export interface Differences {
  /** In the order in which they should stand. */
  readonly added: readonly (readonly [string, Json])[];
  readonly removed: ReadonlySet<string>;
  readonly replaced: ReadonlyMap<string, Json>;
  /** Members that are mappings before and after, and differ within. */
  readonly within: ReadonlyMap<string, readonly [before: JsonObject, after: JsonObject]>;
}

/** What turns one mapping into another, with the smallest changes. */
export function differencesOf(before: JsonObject, after: JsonObject): Differences {
  const replaced = new Map<string, Json>();
  const within = new Map<string, readonly [JsonObject, JsonObject]>();
  const added: (readonly [string, Json])[] = [];
  for (const [key, value] of Object.entries(after)) {
    if (value === undefined) continue;
    const held = Object.hasOwn(before, key) ? before[key] : undefined;
    if (held === undefined) added.push([key, value]);
    else if (isJsonObject(held) && isJsonObject(value)) {
      if (!sameValue(held, value)) within.set(key, [held, value]);
    } else if (!sameValue(held, value)) replaced.set(key, value);
  }
  return { added, removed: new Set(Object.keys(before).filter((key) => !Object.hasOwn(after, key))), replaced, within };
}
