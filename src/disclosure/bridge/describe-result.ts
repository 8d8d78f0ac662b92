import type { Json, JsonObject } from '../../base/json.ts';
import { displayName } from '../../guard/display-name.ts';
import { accessOf } from '../../registry/access.ts';
import { createNameResolver } from '../../registry/resolve-name.ts';
import type { HiddenTool, Snapshot } from '../../registry/snapshot.ts';
import { BRIDGE_NAMES, CALL_NAMES } from '../../registry/tool/bridge-names.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import type { RemoteAnswer } from '../catalog/remote-catalog.ts';
import type { View } from '../view.ts';

/** What an answer of `tool_describe` is made of. */
export interface DescribeRequest {
  /** As they were asked for, each once. */
  readonly names: readonly string[];
  readonly snapshot: Pick<Snapshot, 'tools' | 'hidden'>;
  readonly isDeferred: (tool: ToolDefinition) => boolean;
  readonly remote: RemoteAnswer<ReadonlyMap<string, ToolDefinition>>;
  readonly view?: View | undefined;
}

/** Most names that an ambiguous name is answered with. */
const MAX_CANDIDATES = 10;

/** What one name came to. */
type Described =
  | { readonly kind: 'tool'; readonly tool: ToolDefinition; readonly isListed?: boolean }
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'not-found' | 'not-reached' };

/**
 * The answer of `tool_describe`. A name is read as leniently as in a call; a tool stands under its real name, an error
 * under the name that was asked for. One bad name costs only itself. A tool that is listed directly is described only where
 * its client cuts its description.
 */
export function describeResult(request: DescribeRequest): JsonObject {
  const tools: Record<string, Json> = Object.create(null);
  const errors: Record<string, Json> = Object.create(null);
  const notFound: string[] = [];
  const notReached: string[] = [];
  const describe = describer(request);
  for (const name of request.names) {
    const described = describe(name);
    if (described.kind === 'tool') tools[described.tool.name] = schemaOf(described, request.view);
    else if (described.kind === 'error') errors[name] = described.message;
    else (described.kind === 'not-found' ? notFound : notReached).push(name);
  }
  const { failure } = request.remote;
  return {
    tools,
    ...(notFound.length === 0 ? {} : { not_found: notFound, hint: 'Find the exact names of tools with tool_search.' }),
    ...(Object.keys(errors).length === 0 ? {} : { errors }),
    ...(failure === undefined ? {} : { connectors: { ...failure, names: notReached } }),
  };
}

/** Names that belong to remote connectors. */
export function isConnectorName(name: string): boolean {
  return name.startsWith('connectors__');
}

function describer({ snapshot, isDeferred, remote, view }: DescribeRequest): (name: string) => Described {
  const usable = new Map(snapshot.tools.map((tool) => [tool.name, tool]));
  const hidden = new Map(snapshot.hidden.filter(({ by }) => by !== 'toolset').map((each) => [each.tool.name, each]));
  const resolve = createNameResolver([...usable.keys(), ...hidden.keys(), ...BRIDGE_NAMES]);
  const describeReal = (name: string): Described => {
    const tool = usable.get(name);
    if (tool !== undefined && isDeferred(tool)) return { kind: 'tool', tool };
    if (tool !== undefined && tool.description.length > (view?.descriptionLimit ?? Number.POSITIVE_INFINITY)) {
      return { kind: 'tool', tool, isListed: true };
    }
    const obstacle = hidden.get(name);
    return { kind: 'error', message: obstacle === undefined ? listedDirectly(name) : cannotBeUsed(obstacle) };
  };
  const describeRemote = (name: string): Described => {
    const tool = remote.found.get(name);
    if (tool !== undefined) return { kind: 'tool', tool };
    return { kind: remote.failure === undefined ? 'not-found' : 'not-reached' };
  };
  return (called) => {
    if (isConnectorName(called) && !usable.has(called)) return describeRemote(called);
    const resolved = resolve(called);
    if (resolved.kind === 'found') return describeReal(resolved.name);
    if (resolved.kind === 'unknown') return { kind: 'not-found' };
    return { kind: 'error', message: severalFit(called, resolved.candidates) };
  };
}

function schemaOf({ tool, isListed }: Described & { readonly kind: 'tool' }, view: View | undefined): JsonObject {
  const { name, description, inputSchema } = tool;
  const callWith = isListed === true ? name : CALL_NAMES[accessOf(tool)];
  return {
    description,
    parameters: inputSchema,
    ...(view?.callTools === 'split' ? { call_with: callWith } : {}),
  };
}

function severalFit(called: string, candidates: readonly string[]): string {
  const shown = candidates.slice(0, MAX_CANDIDATES).join(', ');
  return `"${displayName(called)}" fits several tools (${candidates.length}): ${shown}. Ask again with a full name.`;
}

function listedDirectly(name: string): string {
  return `${name} is a directly listed tool: you have its schema already. Call it directly, under this name.`;
}

function cannotBeUsed({ tool, reason, remedy }: HiddenTool): string {
  return `${tool.name} can't be used now: ${reason}${remedy === undefined ? '' : `. To change that: ${remedy}`}`;
}
