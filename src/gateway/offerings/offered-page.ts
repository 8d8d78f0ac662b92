import { createHash } from 'node:crypto';
import { isSpecType } from '@modelcontextprotocol/server';
import type { JsonObject } from '../../base/json.ts';
import { cleanEntry } from './clean-entry.ts';
import type { Viewer } from './granted.ts';
import { publishedPrompts } from './published-prompts.ts';
import { type ShownResource, shownResources } from './shown-resources.ts';

/** The answer to a list request, and a fingerprint of its bytes. */
export interface OfferedPage {
  readonly result: JsonObject;
  readonly fingerprint: string;
}

/** All prompts that a session reaches, in one page. Equal prompts give equal bytes. */
export async function promptPage(viewer: Viewer, signal: AbortSignal): Promise<OfferedPage> {
  const prompts = await publishedPrompts(viewer, signal);
  return page({ prompts: prompts.map(({ entry, name }) => cleanEntry(entry, { name }, isSpecType.Prompt)) });
}

/** All its resources. */
export async function resourcePage(viewer: Viewer, signal: AbortSignal): Promise<OfferedPage> {
  const resources = await shownResources(viewer, 'resources', signal);
  return page({
    resources: resources.map(({ entry, ...each }) =>
      cleanEntry(entry, { uri: each.shown, name: nameOf(entry, each) }, isSpecType.Resource),
    ),
  });
}

/** All its resource templates. */
export async function templatePage(viewer: Viewer, signal: AbortSignal): Promise<OfferedPage> {
  const templates = await shownResources(viewer, 'resourceTemplates', signal);
  return page({
    resourceTemplates: templates.map(({ entry, ...each }) =>
      cleanEntry(entry, { uriTemplate: each.shown, name: nameOf(entry, each) }, isSpecType.ResourceTemplate),
    ),
  });
}

/** Every client wants one; some servers give none. */
function nameOf({ name }: JsonObject, { own }: Pick<ShownResource, 'own'>): string {
  return typeof name === 'string' && name !== '' ? name : own;
}

function page(result: JsonObject): OfferedPage {
  return { result, fingerprint: createHash('sha256').update(JSON.stringify(result)).digest('hex') };
}
