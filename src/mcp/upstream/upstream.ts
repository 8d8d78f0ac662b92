import type { Progress } from '../../base/call/call-context.ts';
import type { JsonObject } from '../../base/json.ts';
import type { SourceState } from '../../registry/source.ts';

/** On whose behalf a server is asked. */
export interface Caller {
  readonly sessionId: string;
  readonly signal: AbortSignal;
  /** The running call, where the request is part of one. */
  readonly callId?: string;
  readonly onProgress?: (progress: Progress) => void;
}

/** What a server offers beside tools, by the method that lists it. */
export type OfferingKind = 'prompts' | 'resources' | 'resourceTemplates';

/**
 * One server as a door sees it beside its tools: it can be asked anything, and lists prompts and resources. Entries are
 * as they came, and untrusted.
 */
export interface Upstream {
  readonly label: string;
  /** The toolset of its tools; a session that is not granted it must not reach the server. */
  readonly toolset: string;
  readonly state: SourceState;
  /** What it declared, live or from its manifest; empty while nothing is known. Untrusted. */
  readonly capabilities: JsonObject;
  /**
   * What it lists now, under its own names, tailored as its entry says; empty where it has none or can't be asked. Waits
   * for a server that is starting as long as `signal` allows. Never rejects.
   */
  list(kind: OfferingKind, signal: AbortSignal): Promise<readonly JsonObject[]>;
  /** The name under which its prompt is shown: the one its entry gives, or else as tools are named. */
  promptName(ownName: string): string;
  /** Whether its entry lets this address be reached, listed or not. */
  mayReach(uri: string): boolean;
  /** Whether a result of this session showed a link to the address, or the resource itself, not too long ago. */
  hasShown(sessionId: string, uri: string): boolean;
  /**
   * Sends a request, on the caller's own connection where it has one, and gives back the answer as it came. Starts a
   * server that sleeps. Rejects with the SDK's `ProtocolError`, secrets masked, when the server says no, and with
   * `CallslipError` `server-unavailable` when it says nothing.
   */
  request(method: string, params: JsonObject, caller: Caller): Promise<JsonObject>;
  /**
   * Tells of each `notifications/resources/updated` for this address, or for one below it, until the returned function
   * is called. Resolves once the server has agreed to tell; rejects as `request` does.
   */
  watchResource(uri: string, listener: (params: JsonObject) => void, signal: AbortSignal): Promise<() => void>;
}

/** All configured servers, for doors that pass on more than tools. */
export interface Upstreams {
  /** In the order of the configuration; those that are switched off or failed among them. */
  all(): readonly Upstream[];
  /** Calls `listener` when what some server lists of this kind may have changed. */
  subscribe(listener: (kind: OfferingKind) => void): () => void;
}
