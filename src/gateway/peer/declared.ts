import { isJsonObject, type JsonObject } from '../../base/json.ts';

/** What a client may declare that concerns servers' requests. */
const NAMES = ['roots', 'sampling', 'elicitation'];

/** Of a client's capabilities those that concern servers' requests, each as it came. What is no object is not declared. */
export function declaredOf(capabilities: unknown): JsonObject {
  if (!isJsonObject(capabilities)) return {};
  const declared = NAMES.filter((name) => isJsonObject(capabilities[name]));
  return Object.fromEntries(declared.map((name) => [name, capabilities[name] as JsonObject]));
}
