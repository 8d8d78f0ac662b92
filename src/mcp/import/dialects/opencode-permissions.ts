import { isJsonObject, type Json, type JsonObject } from '../../../base/json.ts';

/** A rule on tools, `*` and `?` in its pattern; of several that fit a tool the last counts. */
interface Rule {
  readonly pattern: string;
  readonly isDenied: boolean;
}

/**
 * Which tools of a server opencode denies everybody, as globs on their own names. There a tool is
 * `<server>_<tool>`, and the rules are at the root of the file: `tools: { "x_*": false }`, `permission: { "x_*": "deny" }`,
 * or `permissions: [{ action, effect }]`.
 */
export function deniedTools(label: string, document: JsonObject): readonly string[] {
  const prefix = `${label.replaceAll(/[^A-Za-z0-9_-]/g, '_')}_`;
  const rules = [...switches(document.tools), ...words(document.permission), ...list(document.permissions)];
  const denied = new Set<string>();
  for (const { pattern, isDenied } of rules) {
    const own = ownPattern(pattern, prefix);
    if (own === undefined) continue;
    if (isDenied) denied.add(own);
    else if (own === '*') denied.clear();
    else denied.delete(own);
  }
  return [...denied];
}

function switches(tools: Json | undefined): readonly Rule[] {
  return membersOf(tools).map(([pattern, said]) => ({ pattern, isDenied: said === false }));
}

function words(permission: Json | undefined): readonly Rule[] {
  return membersOf(permission).map(([pattern, said]) => ({ pattern, isDenied: said === 'deny' }));
}

function list(permissions: Json | undefined): readonly Rule[] {
  if (!Array.isArray(permissions)) return [];
  return permissions
    .filter(isJsonObject)
    .flatMap(({ action, effect, resource = '*' }) =>
      typeof action === 'string' && resource === '*' ? [{ pattern: action, isDenied: effect === 'deny' }] : [],
    );
}

function membersOf(value: Json | undefined): readonly (readonly [string, Json | undefined])[] {
  return isJsonObject(value) ? Object.entries(value) : [];
}

/** What is left of a pattern behind the server's prefix; absent where it is about other tools. */
function ownPattern(pattern: string, prefix: string): string | undefined {
  if (pattern.startsWith(prefix)) return pattern.slice(prefix.length);
  const beginning = /^([^*?]*)\*$/.exec(pattern)?.[1];
  return beginning !== undefined && prefix.startsWith(beginning) ? '*' : undefined;
}
