/**
 * The library: register tools, show a model what it needs, search, describe and call the rest. Runs in Node and in a
 * browser.
 *
 * @module callslip
 */

// Values
export type { CallContext, Elicited, Elicitor, Progress } from './base/call/call-context.ts';
export type { Content } from './base/call/content.ts';
export { text } from './base/call/content.ts';
export type { ResultStore } from './base/call/result-store.ts';
export type { CallOutcome, RefusedBy, ToolCall } from './base/call/tool-call.ts';
export type { ToolError } from './base/call/tool-error.ts';
export type { ToolResult } from './base/call/tool-result.ts';
export { failure, jsonResult, textResult } from './base/call/tool-result.ts';
export type { Clock } from './base/clock.ts';
export { systemClock } from './base/clock.ts';
export type { CallslipErrorCode } from './base/errors.ts';
export { CallslipError } from './base/errors.ts';
export type { Json, JsonObject, JsonSchema } from './base/json.ts';
export type { Logger } from './base/logger.ts';
export { silentLogger } from './base/logger.ts';
// Disclosure
export type { RemoteAnswer, RemoteCatalog, RemoteFailure } from './disclosure/catalog/remote-catalog.ts';
export { expose } from './disclosure/expose.ts';
export type { Bill, ExposedTool, Exposure, ListingForm } from './disclosure/exposure.ts';
export type { ToolSearchConfig, TriState } from './disclosure/policy/config.ts';
export { DEFAULT_TOOL_SEARCH, readToolSearchConfig } from './disclosure/policy/config-forms.ts';
export type { ExposurePolicy, PolicyOptions } from './disclosure/policy/policy.ts';
export { createPolicy } from './disclosure/policy/policy.ts';
export type { Embedder } from './disclosure/related/embedder.ts';
// Dispatch
export type { ApprovalAnswer, ApprovalChannel, ApprovalRequest } from './dispatch/approval-channel.ts';
export type { DispatchConfig } from './dispatch/config.ts';
export { DEFAULT_DISPATCH, readDispatchConfig } from './dispatch/config.ts';
export type { SessionOptions } from './dispatch/create-session.ts';
export { createSession, createSessionFactory } from './dispatch/create-session.ts';
export type { SessionEvent } from './dispatch/events.ts';
export type { HookedCall, Hooks, PostCallHook, PreCallDecision, PreCallHook } from './dispatch/hook.ts';
export type { MemoryResultStore } from './dispatch/memory-result-store.ts';
export { createMemoryResultStore } from './dispatch/memory-result-store.ts';
export { errorObject, renderResult } from './dispatch/render-result.ts';
export type { DispatchOptions, Session, SessionFactory } from './dispatch/session.ts';
// Registry
export type { FoundTool } from './registry/find-tool.ts';
export type { Gate, GateVerdict } from './registry/gate/gate.ts';
export type { Registry, RegistryOptions } from './registry/registry.ts';
export { createRegistry } from './registry/registry.ts';
export type { Scope } from './registry/scope.ts';
export type { HiddenTool, LeftOutGroup, Snapshot, SnapshotGroup, SnapshotSource } from './registry/snapshot.ts';
export type {
  DroppedTool,
  LeftOutTool,
  Registration,
  SourceHandle,
  SourceIdentity,
  SourceNotes,
  SourceReport,
  SourceState,
} from './registry/source.ts';
export type { RunResult } from './registry/tool/as-result.ts';
export type { BridgeName } from './registry/tool/bridge-names.ts';
export { BRIDGE_NAMES } from './registry/tool/bridge-names.ts';
export type { PlainToolTemplate, ToolTemplate, TypedToolTemplate } from './registry/tool/define-tool.ts';
export { defineTool } from './registry/tool/define-tool.ts';
export type { InputSchema } from './registry/tool/standard-schema.ts';
export type {
  Concurrency,
  DescriptionContext,
  PathUse,
  Tool,
  ToolAnnotations,
  ToolDefinition,
  ToolOrigin,
} from './registry/tool/tool.ts';
export type { Toolset } from './registry/toolset/toolset.ts';
