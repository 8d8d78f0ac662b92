import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { displayName } from '../../guard/display-name.ts';
import type { ClientSide, Methods } from '../client/client-side.ts';
import { askUpstream } from './ask-upstream.ts';
import { AT_ONCE, type Viewer, withPatience } from './granted.ts';
import { promptPage } from './offered-page.ts';
import { type PublishedPrompt, publishedPrompts } from './published-prompts.ts';

/** `prompts/list` and `prompts/get`. `onListed` is told the fingerprint of each list that is given out. */
export function promptMethods(side: ClientSide, onListed: (fingerprint: string) => void): Methods {
  return [
    [
      'prompts/list',
      async () => {
        const { result, fingerprint } = await withPatience(side.parts.clock, (signal) => promptPage(side, signal));
        onListed(fingerprint);
        return result;
      },
    ],
    [
      'prompts/get',
      async (params, context) => {
        const { upstream, ownName } = await findPrompt(side, params['name']);
        const { arguments: args } = params;
        const own = { name: ownName, ...(args === undefined ? {} : { arguments: args }) };
        return askUpstream(side, upstream, { method: 'prompts/get', params: own, context });
      },
    ],
  ];
}

/**
 * The prompt of this name, among those the session reaches.
 *
 * @throws ProtocolError when there is none.
 */
export async function findPrompt(viewer: Viewer, name: unknown): Promise<PublishedPrompt> {
  if (typeof name !== 'string' || name === '') {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'a prompt is asked for by its name, as a text');
  }
  const find = async (signal: AbortSignal) => (await publishedPrompts(viewer, signal)).find((it) => it.name === name);
  const prompt = (await find(AT_ONCE)) ?? (await withPatience(viewer.parts.clock, find));
  if (prompt !== undefined) return prompt;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no prompt ${displayName(name)} here`);
}
