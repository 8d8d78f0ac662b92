import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { jsonFault } from '../../base/json-fault.ts';
import { deepFreeze } from '../../registry/tool/frozen-copy.ts';

/** Deeper arguments are no tool's, and code that recurses could not be sure to end. */
const MAX_LEVELS = 500;

/**
 * A frozen copy of arguments that nobody else holds, so that what was checked and approved is what runs, whatever the
 * sender does with its own object. Only what JSON can say is taken over.
 *
 * @throws when the value has no JSON (a circle, a big integer, nesting of more than 500 levels), or its JSON is no object (a date).
 */
export function ownArguments(args: JsonObject): JsonObject {
  const fault = jsonFault(args, MAX_LEVELS);
  if (fault !== undefined) throw new TypeError(`the value ${fault}`);
  const own: unknown = JSON.parse(JSON.stringify(args));
  if (!isJsonObject(own)) throw new TypeError('as JSON they are no object');
  return deepFreeze(own);
}
