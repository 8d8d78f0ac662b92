import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { Upstream } from '../../mcp/upstream/upstream.ts';
import type { ClientSide, Methods } from '../client/client-side.ts';
import { askUpstream } from './ask-upstream.ts';
import { AT_ONCE, type Viewer, withPatience } from './granted.ts';
import { findPrompt } from './prompt-methods.ts';
import { routeResource } from './route-resource.ts';
import { shownResources } from './shown-resources.ts';

/** What is to be completed, as its server knows it. */
interface Reference {
  readonly upstream: Upstream;
  readonly ref: JsonObject;
}

/** `completion/complete`: asked of the server whose prompt or resource it is; one that can't complete has no values. */
export function completionMethods(side: ClientSide): Methods {
  return [
    [
      'completion/complete',
      async ({ ref, argument, context: filled }, context) => {
        const { upstream, ref: ownRef } = await findReference(side, isJsonObject(ref) ? ref : {});
        if (!isJsonObject(upstream.capabilities['completions'])) return { completion: { values: [] } };
        const params = { ref: ownRef, argument, ...(filled === undefined ? {} : { context: filled }) };
        return askUpstream(side, upstream, { method: 'completion/complete', params, context });
      },
    ],
  ];
}

async function findReference(viewer: Viewer, ref: JsonObject): Promise<Reference> {
  if (ref['type'] === 'ref/prompt') {
    const { upstream, ownName } = await findPrompt(viewer, ref['name']);
    return { upstream, ref: { ...ref, name: ownName } };
  }
  const { uri } = ref;
  if (ref['type'] !== 'ref/resource' || typeof uri !== 'string') {
    const message = 'completion needs a ref: a prompt by its name, or a resource or template by its uri';
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
  }
  const find = async (signal: AbortSignal) => {
    const templates = await shownResources(viewer, 'resourceTemplates', signal);
    return templates.find(({ shown }) => shown === uri);
  };
  const template = (await find(AT_ONCE)) ?? (await withPatience(viewer.parts.clock, find));
  const { upstream, own } = template ?? (await routeResource(viewer, uri));
  return { upstream, ref: { ...ref, uri: own } };
}
