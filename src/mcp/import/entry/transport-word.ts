import type { Json } from '../../../base/json.ts';
import { shownValue } from '../../entries/bad-value.ts';
import type { Remark } from '../foreign-server.ts';

/** By the word in lower case, without `-`, `_` and spaces. `open`: at an address, in whichever of the two ways works. */
const WORDS: Readonly<Record<string, 'stdio' | 'http' | 'sse' | 'open'>> = {
  stdio: 'stdio',
  local: 'stdio',
  http: 'http',
  streamablehttp: 'http',
  httpstream: 'http',
  sse: 'sse',
  remote: 'open',
};

/** A transport as clients write it, in our words; absent where it says nothing, or is none that is known. */
export function asTransport(
  value: Json,
  path: string,
): { readonly transport?: 'stdio' | 'http' | 'sse'; readonly remark?: Remark } {
  const word = typeof value === 'string' ? value.toLowerCase().replaceAll(/[-_\s]/g, '') : '';
  const meant = Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
  if (meant !== undefined) return meant === 'open' ? {} : { transport: meant };
  const message = `${path} is ${shownValue(value)}, a transport that is not known here`;
  return { remark: { severity: 'error', path, message, remedy: 'use one of stdio, http, streamable-http, sse' } };
}
