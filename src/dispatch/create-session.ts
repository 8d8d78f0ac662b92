import type { ResultStore } from '../base/call/result-store.ts';
import { type Clock, systemClock } from '../base/clock.ts';
import { type Logger, silentLogger } from '../base/logger.ts';
import { createBridge } from '../disclosure/bridge/create-bridge.ts';
import type { RemoteCatalog } from '../disclosure/catalog/remote-catalog.ts';
import { expose } from '../disclosure/expose.ts';
import { createPolicy, type ExposurePolicy } from '../disclosure/policy/policy.ts';
import type { Embedder } from '../disclosure/related/embedder.ts';
import { createEncoder } from '../disclosure/related/encoder.ts';
import type { View } from '../disclosure/view.ts';
import type { Registry } from '../registry/registry.ts';
import type { Scope } from '../registry/scope.ts';
import type { ApprovalChannel } from './approval-channel.ts';
import { DEFAULT_DISPATCH, type DispatchConfig } from './config.ts';
import { createDispatcher } from './dispatcher.ts';
import { createEventStream } from './event-stream.ts';
import type { Hooks } from './hook.ts';
import { createLoopMemory } from './loop-memory.ts';
import { createToolLookup } from './planner/tool-lookup.ts';
import type { Session, SessionFactory } from './session.ts';
import { createWorkQueue } from './work-queue.ts';

/** What sessions are made of. */
export interface SessionOptions {
  readonly registry: Registry;
  /** How tools are shown. @default every default, with the registry's core tools */
  readonly policy?: ExposurePolicy;
  readonly hooks?: Hooks;
  /** Decides about calls before they run. @default every call that the deny list lets through may run */
  readonly approvals?: ApprovalChannel;
  /** Keeps results that are too long for a model. @default they are cut, and say that the rest was not kept */
  readonly resultStore?: ResultStore;
  /** @default every default */
  readonly config?: Partial<DispatchConfig>;
  /** Tools of remote connectors. @default none */
  readonly remote?: RemoteCatalog;
  /** A sentence encoder of your own, for searches that no tool answers strictly. @default none */
  readonly embedder?: Embedder;
  /** @default the machine's clock */
  readonly clock?: Clock;
  /** @default says nothing */
  readonly logger?: Logger;
}

/** Makes sessions over one registry with one set of rules. */
export function createSessionFactory(options: SessionOptions): SessionFactory {
  // One policy for all: what is remembered of a source's tools hangs on it.
  const policy = options.policy ?? createPolicy({ core: options.registry.core });
  return {
    createSession: (scope, view) => createSession({ ...options, policy, scope, ...(view && { view }) }),
  };
}

/** Makes one session: what its model sees, and the only way to its tools. */
export function createSession(
  options: SessionOptions & { readonly scope: Scope; readonly view?: () => View },
): Session {
  const { registry, scope, view = () => ({}), clock = systemClock, logger = silentLogger } = options;
  const policy = options.policy ?? createPolicy({ core: registry.core });
  const bridge = createBridge({
    snapshot: (signal) => registry.snapshot(scope, { signal }),
    isDeferred: policy.isDeferred,
    config: policy.toolSearch,
    view,
    settled: (signal) => registry.settled(signal, scope),
    clock,
    ...(options.remote === undefined ? {} : { remote: options.remote }),
    warn: (text) => logger.warn(text),
    ...(options.embedder && { encoder: createEncoder(options.embedder, clock, (text) => logger.warn(text)) }),
  });
  const config = { ...DEFAULT_DISPATCH, ...options.config };
  const events = createEventStream();
  const dispatcher = createDispatcher({
    scope,
    lookup: createToolLookup({ registry, scope, policy, bridge }),
    hooks: options.hooks ?? {},
    approvals: options.approvals,
    resultStore: options.resultStore,
    memory: config.loopGuardrails ? createLoopMemory(clock) : undefined,
    config,
    clock,
    logger,
    emit: events.emit,
    oneAtATime: createWorkQueue(1),
  });
  return {
    scope,
    snapshot: () => registry.snapshot(scope),
    expose: async () => expose(await registry.snapshot(scope), policy, view()),
    dispatch: dispatcher.dispatch,
    events: events.read,
    async close() {
      await dispatcher.close();
      events.close();
    },
  };
}
