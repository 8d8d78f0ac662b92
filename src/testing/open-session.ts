import type { CallOutcome } from '../base/call/tool-call.ts';
import type { View } from '../disclosure/view.ts';
import { createSession, type SessionOptions } from '../dispatch/create-session.ts';
import { renderResult } from '../dispatch/render-result.ts';
import type { DispatchOptions, Session } from '../dispatch/session.ts';
import { createRegistry, type Registry } from '../registry/registry.ts';
import type { Scope } from '../registry/scope.ts';
import type { SourceHandle } from '../registry/source.ts';
import type { Tool } from '../registry/tool/tool.ts';

/** A session over real parts, and short ways to use it. */
export interface OpenSession {
  readonly registry: Registry;
  readonly session: Session;
  /** The hands on the MCP sources, by label. */
  readonly sources: ReadonlyMap<string, SourceHandle>;
  /** Calls a tool as a model does, by the name it wrote. */
  call(name: string, args?: unknown, options?: DispatchOptions): Promise<CallOutcome>;
  /** Calls a tool through `tool_call`, as one entry. */
  bridged(name: string, args?: unknown): Promise<CallOutcome>;
}

/** What a test cares about; the registry, and its scope of everything, are filled in. */
export type OpenSessionOptions = Partial<SessionOptions> & {
  readonly scope?: Partial<Scope>;
  readonly view?: () => View;
};

/**
 * Opens a session over a fresh registry with these tools: MCP tools under their server, which is ready, all others as a
 * host's own.
 */
export function openSession(tools: readonly Tool[], options: OpenSessionOptions = {}): OpenSession {
  const registry = options.registry ?? createRegistry(options.clock === undefined ? {} : { clock: options.clock });
  const sources = new Map<string, SourceHandle>();
  const labels = new Set(tools.map(serverOf));
  for (const label of labels) {
    const own = tools.filter((tool) => serverOf(tool) === label);
    if (label === undefined) {
      registry.register(own);
      continue;
    }
    const source = registry.open({ kind: 'mcp', label });
    source.replace(own);
    source.setState('ready');
    sources.set(label, source);
  }
  const scope: Scope = { sessionId: 'session', surface: 'test', ...options.scope };
  const session = createSession({ ...options, registry, scope });
  let calls = 0;
  const call: OpenSession['call'] = async (name, args, dispatchOptions) => {
    const [outcome] = await session.dispatch([{ id: `call_${++calls}`, name, arguments: args }], dispatchOptions);
    return outcome as CallOutcome;
  };
  return {
    registry,
    session,
    sources,
    call,
    bridged: (name, args = {}) => call('tool_call', { calls: [{ name, arguments: args }] }),
  };
}

/** What a model is shown of an outcome. */
export function shown({ result }: CallOutcome): string {
  return renderResult(result);
}

function serverOf({ source }: Tool): string | undefined {
  return source.kind === 'mcp' ? source.label : undefined;
}
