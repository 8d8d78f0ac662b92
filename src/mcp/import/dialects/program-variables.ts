import { isJsonObject, type JsonObject } from '../../../base/json.ts';

const PLAIN_FORM = /(?<!\$)\$\{([A-Za-z_]\w*)\}/g;

/**
 * Keeps `${NAME}` in the arguments of an entry that sets NAME in its own `env`. Programs such as mcp-remote fill it in by
 * themselves, and clients for whom that is no variable hand it on as it stands.
 */
export function keepProgramVariables(entry: JsonObject): JsonObject {
  const { args, env } = entry;
  if (!Array.isArray(args) || !isJsonObject(env)) return entry;
  const keep = (text: string) =>
    text.replace(PLAIN_FORM, (form, name) => (Object.hasOwn(env, name) ? `$${form}` : form));
  return { ...entry, args: args.map((arg) => (typeof arg === 'string' ? keep(arg) : arg)) };
}
