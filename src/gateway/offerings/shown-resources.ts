import { isHidden } from '../../guard/hidden-characters.ts';
import type { Upstream } from '../../mcp/upstream/upstream.ts';
import { grantedUpstreams, type Offered, offeredBy, type Viewer } from './granted.ts';
import { isPlainAddress, isQualified, isWellFormed, qualify, qualifyTemplate } from './resource-address.ts';

/** A resource, or a template of some, under the address that clients know it by. */
export interface ShownResource extends Offered {
  /** What its server knows it by. */
  readonly own: string;
  /** The same, unless another server lists it too or it could not be told apart from something else. */
  readonly shown: string;
}

/** What is listed under addresses, and how it is shown where the plain address will not do. */
interface Addressed {
  readonly key: 'uri' | 'uriTemplate';
  readonly qualify: (label: string, own: string) => string;
  readonly isPlain: (own: string) => boolean;
  readonly isUsable: (own: string) => boolean;
}

const ADDRESSED: Readonly<Record<'resources' | 'resourceTemplates', Addressed>> = {
  resources: { key: 'uri', qualify, isPlain: isPlainAddress, isUsable: isWellFormed },
  resourceTemplates: {
    key: 'uriTemplate',
    qualify: qualifyTemplate,
    isPlain: (template) => !isQualified(template),
    isUsable: (template) => !isHidden(template),
  },
};

/** The resources, or templates, of all servers that the session reaches. */
export async function shownResources(
  viewer: Viewer,
  kind: keyof typeof ADDRESSED,
  signal: AbortSignal,
): Promise<readonly ShownResource[]> {
  const { key, qualify: qualified, isPlain, isUsable } = ADDRESSED[kind];
  const offered = (await offeredBy(grantedUpstreams(viewer), kind, signal))
    .map((each) => ({ ...each, own: String(each.entry[key]) }))
    .filter(({ own }) => isUsable(own));
  const owners = new Map<string, Set<Upstream>>();
  for (const { own, upstream } of offered) owners.set(own, (owners.get(own) ?? new Set()).add(upstream));
  return offered.map((each) => {
    const isAlone = owners.get(each.own)?.size === 1;
    return { ...each, shown: isAlone && isPlain(each.own) ? each.own : qualified(each.upstream.label, each.own) };
  });
}
