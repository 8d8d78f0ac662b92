import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { isJsonObject } from '../../base/json.ts';
import { fitsTemplate } from '../../mcp/upstream/template-match.ts';
import type { Upstream } from '../../mcp/upstream/upstream.ts';
import { AT_ONCE, grantedUpstreams, type Viewer, withPatience } from './granted.ts';
import { isQualified, qualify, readQualified } from './resource-address.ts';
import { shownResources } from './shown-resources.ts';

/** Templates of one server that an address is held against. */
const MAX_TEMPLATES = 500;
/** A longer address is nobody's. */
const MAX_URI_CHARS = 100_000;

/** Where a resource is. */
export interface ResourceRoute {
  readonly upstream: Upstream;
  /** What its server knows it by. */
  readonly own: string;
  /** What the client asked for. */
  readonly asked: string;
}

/**
 * The server that an address belongs to: the one it names, or that lists it, or one of whose templates it fits, or that
 * has shown it to this session, or the only one with resources at all.
 *
 * @throws ResourceNotFoundError when it is nobody's.
 * @throws ProtocolError when it may be of several servers; the message names them.
 */
export async function routeResource(viewer: Viewer, asked: string): Promise<ResourceRoute> {
  if (asked === '' || asked.length > MAX_URI_CHARS) throw notFound(asked.slice(0, 200));
  const route =
    (await listedRoute(viewer, asked, AT_ONCE)) ??
    (await withPatience(viewer.parts.clock, async (signal) => {
      return (await listedRoute(viewer, asked, signal)) ?? (await unlistedRoute(viewer, asked, signal));
    }));
  if (route === undefined) throw notFound(asked);
  return route;
}

/** The server it names, or the one that lists it. */
async function listedRoute(viewer: Viewer, asked: string, signal: AbortSignal): Promise<ResourceRoute | undefined> {
  const qualified = readQualified(asked);
  if (qualified !== undefined) {
    const upstream = grantedUpstreams(viewer).find(({ label }) => label === qualified.label);
    if (upstream?.mayReach(qualified.uri) !== true) return undefined;
    return { upstream, own: qualified.uri, asked };
  }
  const owners = (await shownResources(viewer, 'resources', signal)).filter(({ own }) => own === asked);
  return onlyOne(
    asked,
    owners.map(({ upstream }) => upstream),
  );
}

async function unlistedRoute(viewer: Viewer, asked: string, signal: AbortSignal): Promise<ResourceRoute | undefined> {
  // It names a server that is not there: no other may answer in its place.
  if (isQualified(asked)) return undefined;
  const { sessionId } = viewer.session().scope;
  const reached = grantedUpstreams(viewer).filter((upstream) => upstream.mayReach(asked));
  const fitting: Upstream[] = [];
  for (const upstream of reached) {
    const templates = (await upstream.list('resourceTemplates', signal)).slice(0, MAX_TEMPLATES);
    if (templates.some(({ uriTemplate }) => fitsTemplate(asked, String(uriTemplate)))) fitting.push(upstream);
  }
  const showing = (fitting.length === 0 ? reached : fitting).filter((each) => each.hasShown(sessionId, asked));
  const [shower] = showing;
  if (showing.length === 1 && shower !== undefined) return { upstream: shower, own: asked, asked };
  const withResources = grantedUpstreams(viewer).filter(({ capabilities }) => isJsonObject(capabilities['resources']));
  const left = withResources.length === 1 ? reached.filter((upstream) => withResources.includes(upstream)) : [];
  return onlyOne(asked, fitting.length === 0 ? left : fitting);
}

function onlyOne(asked: string, upstreams: readonly Upstream[]): ResourceRoute | undefined {
  const [upstream] = upstreams;
  if (upstream === undefined) return undefined;
  if (upstreams.length === 1) return { upstream, own: asked, asked };
  const labels = upstreams.map(({ label }) => label);
  const addresses = labels.map((label) => qualify(label, asked)).join(' or ');
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `${asked} is a resource of more than one server (${labels.join(', ')}): ask for ${addresses}`,
    { uri: asked, servers: labels },
  );
}

function notFound(uri: string): ResourceNotFoundError {
  return new ResourceNotFoundError(uri, `there is no resource ${uri} here`);
}
