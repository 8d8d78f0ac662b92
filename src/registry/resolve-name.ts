import { TOOL_ALIASES } from './toolset/aliases.data.ts';

/** What a called name came to. */
export type ResolvedName =
  | { readonly kind: 'found'; readonly name: string }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly string[] }
  | { readonly kind: 'unknown' };

/** One way of reading a name: what the called name becomes, and what a registered name is compared by. */
interface Reading {
  readonly called: (name: string) => string;
  readonly registered: (name: string) => string;
}

const same = (name: string): string => name;

/** Lower case, `-` and space as `_`, no space around. */
export function foldName(name: string): string {
  return name.trim().toLowerCase().replace(/[\s-]/gu, '_');
}

const squeezed = (name: string): string => squeeze(foldName(name));
const withoutMcp = (name: string): string => foldName(name).replace(/^mcp__/u, '');
const bareName = (name: string): string => withoutServer(foldName(name));

/** Tried when no name is exactly the called one, from the strictest to the most forgiving. */
const READINGS: readonly Reading[] = [
  { called: (name) => currentName(name.trim()), registered: same },
  { called: (name) => currentName(foldName(name)), registered: foldName },
  { called: (name) => onePrefix(squeezed(name)), registered: squeezed },
  { called: foldName, registered: withoutMcp },
  { called: foldName, registered: bareName },
  { called: classLike, registered: foldName },
  { called: classLike, registered: bareName },
];

/**
 * Finds the registered name that a model meant: exact; then trimmed, lower case, `-` and space as `_`; then a repeated
 * `mcp__` collapsed; then a missing `mcp__<server>__` prefix; then class-like forms (`TodoTool_tool`, `WriteFileTool`).
 * A reading decides only when exactly one name fits it; the first that several fit names them all.
 */
export function resolveName(called: string, names: readonly string[]): ResolvedName {
  return createNameResolver(names)(called);
}

/** {@link resolveName} for many calls over the same names: each way of reading looks at all names once, when it is needed. */
export function createNameResolver(names: readonly string[]): (called: string) => ResolvedName {
  const indexes = new Map<Reading['registered'], ReadonlyMap<string, readonly string[]>>();
  const indexOf = (registered: Reading['registered']) => {
    const index = indexes.get(registered) ?? indexNames(names, registered);
    indexes.set(registered, index);
    return index;
  };
  return (called) => {
    if (names.includes(called)) return { kind: 'found', name: called };
    for (const { called: read, registered } of READINGS) {
      const wanted = read(called);
      const fitting = (wanted === '' ? undefined : indexOf(registered).get(wanted)) ?? [];
      const [only, another] = fitting;
      if (only === undefined) continue;
      return another === undefined ? { kind: 'found', name: only } : { kind: 'ambiguous', candidates: fitting };
    }
    return { kind: 'unknown' };
  };
}

/** Names by how they are read, sorted, each once. */
function indexNames(names: readonly string[], read: (name: string) => string): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>();
  for (const name of new Set(names)) {
    const key = read(name);
    const alike = index.get(key);
    if (alike === undefined) index.set(key, [name]);
    else alike.push(name);
  }
  for (const alike of index.values()) alike.sort();
  return index;
}

/** The name a tool has today, for any name it had before. */
export function currentName(name: string): string {
  return TOOL_ALIASES.get(name) ?? name;
}

function squeeze(name: string): string {
  return name.replace(/_+/gu, '_');
}

/** `mcp_mcp_kb_get` and `mmcp_kb_get` as `mcp_kb_get`. */
function onePrefix(name: string): string {
  return name.replace(/^m?(?:mcp_)+/u, 'mcp_');
}

function withoutServer(name: string): string {
  return /^mcp__.+?__(.+)$/su.exec(name)?.[1] ?? name;
}

/** `BrowserClick_tool` and `BrowserClickTool` as `browser_click`. */
function classLike(name: string): string {
  const bare = name
    .trim()
    .replace(/_?tool$/iu, '')
    .replace(/_?tool$/iu, '');
  if (!/^[A-Za-z][A-Za-z0-9_]*$/u.test(bare)) return '';
  // Where a word begins, by looking round: a run of capitals may be as long as a model likes.
  const words = bare.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/gu, '_');
  return currentName(words.toLowerCase());
}
