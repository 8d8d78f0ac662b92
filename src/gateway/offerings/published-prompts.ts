import type { Upstream } from '../../mcp/upstream/upstream.ts';
import { grantedUpstreams, type Offered, offeredBy, type Viewer } from './granted.ts';

/** A prompt under the name that clients know it by. */
export interface PublishedPrompt extends Offered {
  readonly name: string;
  /** What its server calls it. */
  readonly ownName: string;
}

/** The prompts of all servers that the session reaches. Of two with one name the first counts, and the operator is told. */
export async function publishedPrompts(viewer: Viewer, signal: AbortSignal): Promise<readonly PublishedPrompt[]> {
  const byName = new Map<string, PublishedPrompt>();
  const warnings: string[] = [];
  for (const { upstream, entry } of await offeredBy(grantedUpstreams(viewer), 'prompts', signal)) {
    const ownName = String(entry['name']);
    const name = upstream.promptName(ownName);
    const holder = byName.get(name);
    if (holder === undefined) byName.set(name, { upstream, entry, ownName, name });
    else warnings.push(collision(name, upstream, holder.upstream));
  }
  viewer.parts.warn(warnings);
  return [...byName.values()];
}

function collision(name: string, { label }: Upstream, holder: Upstream): string {
  return `the prompt ${name} of server ${label} is left out: server ${holder.label} has one of this name; give it another in prompts.override`;
}
