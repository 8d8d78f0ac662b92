import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import type { ClientSide, Method, Methods } from '../client/client-side.ts';
import { askUpstream } from './ask-upstream.ts';
import { type Viewer, withPatience } from './granted.ts';
import { type OfferedPage, resourcePage, templatePage } from './offered-page.ts';
import { qualify } from './resource-address.ts';
import { type ResourceRoute, routeResource } from './route-resource.ts';

/** The lists of resources, and whose fingerprint is told. */
export type ResourceList = 'resources' | 'templates';

/** `resources/list`, `resources/templates/list` and `resources/read`. `onListed` is told of each list that is given out. */
export function resourceMethods(
  side: ClientSide,
  onListed: (list: ResourceList, fingerprint: string) => void,
): Methods {
  const listing = (list: ResourceList, page: (viewer: Viewer, signal: AbortSignal) => Promise<OfferedPage>): Method => {
    return async () => {
      const { result, fingerprint } = await withPatience(side.parts.clock, (signal) => page(side, signal));
      onListed(list, fingerprint);
      return result;
    };
  };
  return [
    ['resources/list', listing('resources', resourcePage)],
    ['resources/templates/list', listing('templates', templatePage)],
    [
      'resources/read',
      async (params, context) => {
        const route = await routeResource(side, addressIn(params));
        try {
          const request = { method: 'resources/read', params: { uri: route.own }, context };
          return readdressed(await askUpstream(side, route.upstream, request), route);
        } catch (error) {
          throw readdressedError(error, route);
        }
      },
    ],
  ];
}

/**
 * The address in a request.
 *
 * @throws ProtocolError when there is none.
 */
export function addressIn({ uri }: JsonObject): string {
  if (typeof uri === 'string' && uri !== '') return uri;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'a resource is asked for by its uri, as a text');
}

/** The answer under the address that was asked for; further parts of it under addresses that can be asked for. */
function readdressed(answer: JsonObject, { own, asked, upstream }: ResourceRoute): JsonObject {
  const { contents } = answer;
  if (own === asked || !Array.isArray(contents)) return answer;
  const isOnly = contents.length === 1;
  const readdress = (part: Json): Json => {
    if (!isJsonObject(part) || typeof part['uri'] !== 'string') return part;
    return { ...part, uri: isOnly || part['uri'] === own ? asked : qualify(upstream.label, part['uri']) };
  };
  return { ...answer, contents: contents.map(readdress) };
}

function readdressedError(error: unknown, { own, asked }: ResourceRoute): unknown {
  if (!ProtocolError.isInstance(error) || !isJsonObject(error.data) || error.data['uri'] !== own) return error;
  return new ProtocolError(error.code, error.message, { ...error.data, uri: asked });
}
