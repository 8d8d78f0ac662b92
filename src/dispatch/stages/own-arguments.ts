import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { deepFreeze } from '../../registry/tool/frozen-copy.ts';

/**
 * A frozen copy of arguments that nobody else holds, so that what was checked and approved is what runs, whatever the
 * sender does with its own object. Only what JSON can say is taken over.
 *
 * @throws when the value has no JSON (a circle, a big integer, nesting beyond the stack), or its JSON is no object (a date).
 */
export function ownArguments(args: JsonObject): JsonObject {
  const own: unknown = JSON.parse(JSON.stringify(args));
  if (!isJsonObject(own)) throw new TypeError('as JSON they are no object');
  return deepFreeze(own);
}
