import type { CallContext } from '../../base/call/call-context.ts';
import type { ToolResult } from '../../base/call/tool-result.ts';
import type { JsonObject, JsonSchema } from '../../base/json.ts';
import type { Gate } from '../gate/gate.ts';
import type { Scope } from '../scope.ts';

/** Where a tool comes from. */
export interface ToolOrigin {
  readonly kind: 'builtin' | 'plugin' | 'mcp' | 'connectors' | 'other';
  /** The source's label as people know it: the server's key in the config, the plugin's id. */
  readonly label: string;
  /** The tool's own name: what goes on the wire. Untrusted when it comes from a server. */
  readonly toolName: string;
  /** `cached`: remembered from before; the server can't be asked now. */
  readonly provenance: 'live' | 'cached';
}

/** What a tool says of itself. Untrusted when it comes from a server. */
export interface ToolAnnotations {
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
  readonly idempotent?: boolean;
  readonly openWorld?: boolean;
}

/** What a call can do at worst: look, change, or change for good. */
export type Access = 'read' | 'write' | 'destructive';

/** A file that a call reads or writes; absolute. */
export interface PathUse {
  readonly path: string;
  readonly access: 'read' | 'write';
}

/**
 * Whether a call may run beside others of its batch: `parallel` always, `exclusive` never, `paths` with calls that use
 * other files. Absent means `exclusive`.
 */
export type Concurrency = 'parallel' | 'exclusive' | { readonly paths: (args: JsonObject) => readonly PathUse[] };

/** What a description may depend on. */
export interface DescriptionContext {
  readonly scope: Scope;
}

/** A tool as its author or source hands it to the registry. {@link ToolDefinition} is what the registry keeps. */
export interface Tool {
  /** What the model sees: 1 to 64 of `[A-Za-z0-9_-]`, not a bridge name. */
  readonly name: string;
  readonly title?: string;
  /** Text, or a function for a tool whose real limits are known late; it is asked once a snapshot. */
  readonly description: string | ((context: DescriptionContext) => string);
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly toolset: string;
  readonly source: ToolOrigin;
  readonly gate?: Gate;
  /** Never deferred, unless the effective `defer` list names the tool. */
  readonly alwaysLoad?: boolean;
  /** Milliseconds a run may take. @default the dispatch config's `call_timeout` */
  readonly timeoutMs?: number;
  /** Milliseconds to which progress may extend a run; never less than its time-out. @default the dispatch config's `max_call_timeout` */
  readonly maxTimeoutMs?: number;
  /** Characters of a result before it is stored and cut. @default 100000 */
  readonly maxResultChars?: number;
  readonly annotations?: ToolAnnotations;
  /** The owner's word on what a call can do. @default what `accessOf` makes of the annotations */
  readonly access?: Access;
  readonly concurrency?: Concurrency;
  /** The definition as its server sent it, unknown fields and all, for doors that pass it on. Kept without its schemas. */
  readonly wire?: JsonObject;
  /**
   * Runs the tool with arguments that were coerced and validated. An expected failure is a value; a throw is turned
   * into one by the dispatcher.
   */
  execute(args: JsonObject, call: CallContext): Promise<ToolResult>;
}

/**
 * A tool the registry has taken: linted, deeply frozen, its description a text. Memos (search terms, listing line,
 * compiled schema) hang on this object, so a changed tool is always a new object.
 */
export type ToolDefinition = Tool & { readonly description: string };
