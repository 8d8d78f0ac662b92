import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';

/** How other clients name the tools that are taken, and those that are left out. */
const INCLUDING = ['includeTools', 'include_tools', 'enabledTools', 'enabled_tools'];
const EXCLUDING = ['excludeTools', 'exclude_tools', 'disabledTools', 'disabled_tools'];

/**
 * An entry of another client's file with its filters of tools where `mcp_servers` has them: `tools` may be a list of those
 * that are taken, and there are keys for both. Of several lists of tools to take the first counts, in the order `tools`,
 * {@link INCLUDING}; of lists of tools to leave out all do. A value that is no list is handed on, to be told of.
 */
export function filtersInOwnKeys(entry: JsonObject): JsonObject {
  const written = Array.isArray(entry.tools) ? { include: entry.tools } : (entry.tools ?? {});
  const isFilter = ([key]: readonly [string, unknown]) => INCLUDING.includes(key) || EXCLUDING.includes(key);
  const rest = Object.fromEntries(Object.entries(entry).filter((member) => !isFilter(member)));
  if (!isJsonObject(written)) return rest;
  const [include] = [written.include, ...INCLUDING.map((key) => entry[key])].filter(isWritten);
  const excludes = [written.exclude, ...EXCLUDING.map((key) => entry[key])].filter(isWritten);
  const tools = {
    ...written,
    ...(include === undefined ? {} : { include }),
    ...(excludes.length === 0 ? {} : { exclude: excludes.flat() as Json[] }),
  };
  return Object.keys(tools).length === 0 ? rest : { ...rest, tools };
}

function isWritten(value: Json | undefined): value is Json {
  return value !== undefined && value !== null;
}
