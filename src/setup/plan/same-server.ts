import { isJsonObject, type Json } from '../../base/json.ts';
import { stableJson } from '../../base/stable-json.ts';
import { type Environment, expandVariables } from '../../mcp/entries/expand-variables.ts';
import { readServerEntries } from '../../mcp/entries/server-entries.ts';

/**
 * Whether an entry that we have does all that another would do: the same server with the same values, however it is written
 * and whatever its variables are called. A server that is on stands in for one that is off.
 */
export function standsInFor(held: Json | undefined, other: Json, environment: Environment): boolean {
  const [ours, theirs] = [meaningOf(held, environment), meaningOf(other, environment)];
  if (ours.rest !== theirs.rest) return false;
  return ours.enabled || !theirs.enabled;
}

interface Meaning {
  readonly enabled: boolean;
  readonly rest: string;
}

function meaningOf(entry: Json | undefined, environment: Environment): Meaning {
  const all = withUnsetAsWritten(entry, environment);
  const [server] = readServerEntries({ server: entry }, all).servers;
  if (server === undefined || server.endpoint.kind === 'misconfigured') {
    const { enabled = true, ...rest } = isJsonObject(entry) ? entry : {};
    return { enabled: enabled !== false, rest: stableJson(expandVariables(rest, all).value) };
  }
  const { enabled, secrets: _secrets, ...rest } = server;
  return { enabled, rest: stableJson(rest) };
}

/** Two variables that are not set are not the same. */
function withUnsetAsWritten(entry: Json | undefined, environment: Environment): Environment {
  const { missing } = expandVariables(entry, environment);
  return { ...environment, ...Object.fromEntries(missing.map((name) => [name, `\${${name}}`])) };
}
