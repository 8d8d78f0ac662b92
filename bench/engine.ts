import type { CallOutcome } from '../src/base/call/tool-call.ts';
import type { ToolResult } from '../src/base/call/tool-result.ts';
import type { JsonObject } from '../src/base/json.ts';
import type { PolicyOptions } from '../src/disclosure/policy/policy.ts';
import type { Session } from '../src/dispatch/session.ts';
import * as source from '../src/index.ts';
import type { SourceHandle } from '../src/registry/source.ts';
import type { Tool } from '../src/registry/tool/tool.ts';

/** The package's main door. */
export type Library = typeof source;

/** The door as it is built, for what a program that starts pays. */
export function builtLibrary(): Promise<Library> {
  return import(new URL('../dist/index.js', import.meta.url).href);
}

/** A registry and its sessions, put together as a program that uses the library does. */
export interface Engine {
  /** Opens a server, registers its tools, and marks it ready. */
  open(label: string, tools: readonly Tool[]): SourceHandle;
  /** A new session. One that searched for the same again and again would be stopped by its guard against loops. */
  session(): Session;
}

/**
 * An engine without tools.
 *
 * @param options how tools are shown, and the model's context window in tokens.
 * @param library the door to use. @default the sources
 */
export function createEngine(
  options: PolicyOptions & { readonly contextLength?: number } = {},
  library: Library = source,
): Engine {
  const { contextLength, ...rules } = options;
  const registry = library.createRegistry();
  const sessions = library.createSessionFactory({ registry, policy: library.createPolicy(rules) });
  let opened = 0;
  let sessionCount = 0;
  return {
    open(label, tools) {
      const handle = registry.open({ kind: 'mcp', label, order: opened++ });
      handle.replace(tools);
      handle.setState('ready');
      return handle;
    },
    session: () =>
      sessions.createSession({
        sessionId: `bench-${sessionCount++}`,
        surface: 'library',
        ...(contextLength === undefined ? {} : { contextLength }),
      }),
  };
}

/** Calls `tool_search` with one query, through every stage of a call. */
export async function search(session: Session, query: string): Promise<ToolResult> {
  const call = { id: 'search', name: 'tool_search', arguments: { queries: [query] } };
  const [outcome] = await session.dispatch([call]);
  return (outcome as CallOutcome).result;
}

/** The names an answer of `tool_search` gives for its one query, best first. */
export function namesFound(result: ToolResult): readonly string[] {
  const results = (result.structured as { readonly results?: readonly JsonObject[] } | undefined)?.results;
  const matches = results?.[0]?.['matches'];
  return Array.isArray(matches) ? (matches as readonly string[]) : [];
}
