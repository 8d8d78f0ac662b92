import type { ToolError } from '../../base/call/tool-error.ts';
import type { JsonObject } from '../../base/json.ts';
import { displayName } from '../../guard/display-name.ts';
import type { HiddenTool } from '../../registry/snapshot.ts';

/** Longest arguments, as compact JSON, that a refusal repeats. */
const MAX_ECHO_CHARS = 1500;
/** Most names that an ambiguous name is answered with. */
const MAX_CANDIDATES = 10;

/** A `tool_call` whose arguments can't be read. */
export function invalidToolCall(message: string): ToolError {
  return { code: 'invalid-tool-call', message };
}

/** A bridge tool called through the bridge. */
export function bridgeRecursion(place: string, name: string): ToolError {
  return {
    code: 'bridge-recursion',
    message: `${place} names ${displayName(name)}, which is itself a bridge tool`,
    hint: 'call it directly; tool_call is for the tools that tool_search finds',
  };
}

/**
 * Several entries in one `tool_call`. The message carries, between `Retry with only: ` and ` then issue`, the JSON that
 * would be accepted, because small models send a rejected batch again as it was.
 */
export function severalEntries(first: JsonObject, count: number): ToolError {
  const size = JSON.stringify(first.arguments ?? null).length;
  const echoed = size > MAX_ECHO_CHARS ? { ...first, arguments: { '...': 'the same arguments again' } } : first;
  const payload = JSON.stringify({ calls: [echoed] });
  return {
    code: 'several-calls',
    message:
      `tool_call takes exactly one entry, you sent ${count}, and none was run. ` +
      `Retry with only: ${payload} then issue the other ${count - 1} as separate tool_call calls`,
    hint: 'only names that start with connectors__ may share one tool_call',
  };
}

/** Entries for remote connectors, in a session that has none. */
export function connectorsUnavailable(names: readonly string[]): ToolError {
  return {
    code: 'not-available',
    message: `remote connectors are not available in this session, so ${shownList(names)} can't be called`,
    hint: 'do not retry; use tool_search to see what this session has',
  };
}

/** A tool that the model sees, called through the bridge. */
export function directlyListed(name: string): ToolError {
  return {
    code: 'directly-listed',
    message: `${name} is a directly-listed tool, not one behind the bridge; it was not run`,
    hint: `call it directly, as ${name} with its own arguments`,
  };
}

/** A name that is no tool's, at least none the session was granted; or none yet, while sources are still starting. */
export function unknownTool(name: string, isBridgeOn: boolean, starting: readonly string[]): ToolError {
  const message = `${displayName(name) || 'a blank name'} is not a known tool name`;
  if (starting.length > 0) {
    return {
      code: 'unknown-tool',
      message: `${message}, but not every source has started: ${shownList(starting)}`,
      hint: 'try again in a moment',
      retryable: true,
    };
  }
  return {
    code: 'unknown-tool',
    message,
    hint: isBridgeOn
      ? 'use the exact name that tool_search returns; search with what you want to do'
      : 'use one of the tools you were given, by its exact name',
  };
}

/** A name that several tools in scope could be meant by. */
export function ambiguousTool(name: string, candidates: readonly string[]): ToolError {
  const shown = candidates.slice(0, MAX_CANDIDATES);
  return {
    code: 'ambiguous-tool',
    message: `${displayName(name)} is not a known tool name, and ${candidates.length} tools come close to it`,
    hint: `Did you mean ${shown.map((each) => `'${each}'`).join(' or ')}? Use the full name`,
    data: { candidates: shown },
  };
}

/** A tool that exists but that this session can't use now. */
export function hiddenTool(hidden: HiddenTool): ToolError {
  const { tool, by, reason, remedy, isPassing = false } = hidden;
  // How to grant a toolset is for the operator; to a model it would read as an invitation.
  const help = by === 'toolset' || remedy === undefined ? '' : `; to have it: ${remedy}`;
  return {
    code: 'not-available',
    message: `${tool.name} is not available in this session: ${reason}`,
    hint: isPassing ? `it is tried again by itself, so call it again later${help}` : `do not retry it as it is${help}`,
    ...(isPassing ? { retryable: true } : {}),
  };
}

function shownList(names: readonly string[]): string {
  return names
    .slice(0, MAX_CANDIDATES)
    .map((name) => displayName(name))
    .join(', ');
}
