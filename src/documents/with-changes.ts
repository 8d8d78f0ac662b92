import { isJsonObject, type Json, type JsonObject } from '../base/json.ts';
import { documentFault } from './document-fault.ts';
import type { Change, KeyPath } from './document-format.ts';

/**
 * What a document should say after the changes, made in order.
 *
 * @throws CallslipError `invalid-config` when something that is no mapping stands on the way to a value.
 */
export function withChanges(value: JsonObject, changes: readonly Change[], file: string): JsonObject {
  return changes.reduce<JsonObject>((before, change) => {
    // Leaves out members that are absent, and keeps `__proto__` as a member.
    const wanted: Json | undefined = change.value === undefined ? undefined : JSON.parse(JSON.stringify(change.value));
    const after = changed(before, change.path, wanted, { path: change.path, file });
    if (isJsonObject(after)) return after;
    throw documentFault(file, 'it must be a mapping of keys to values');
  }, value);
}

function changed(
  before: Json | undefined,
  path: KeyPath,
  wanted: Json | undefined,
  context: { readonly path: KeyPath; readonly file: string },
): Json | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return wanted === undefined && context.path.length === 0 ? {} : wanted;
  if (wanted === undefined && !isJsonObject(before)) return before;
  const members = Object.entries(mappingIn(before, path, context));
  const isThere = members.some(([name]) => name === key);
  const next = changed(members.find(([name]) => name === key)?.[1], rest, wanted, context);
  if (!isThere) return next === undefined ? before : Object.fromEntries([...members, [key, next]]);
  const kept = next === undefined ? members.filter(([name]) => name !== key) : members;
  return Object.fromEntries(kept.map(([name, held]) => [name, name === key ? next : held]));
}

/** The mapping that stands on the way to a value; an empty one where nothing does. */
function mappingIn(
  before: Json | undefined,
  rest: KeyPath,
  { path, file }: { readonly path: KeyPath; readonly file: string },
): JsonObject {
  if (isJsonObject(before)) return before;
  if (before === undefined || before === null) return {};
  const place = path.slice(0, path.length - rest.length).join('.');
  throw documentFault(file, `${place} is no mapping, so that nothing can be put into it; change it by hand`);
}
