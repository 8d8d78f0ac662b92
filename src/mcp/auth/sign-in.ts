import { SdkHttpError } from '@modelcontextprotocol/client';
import type { Clock } from '../../base/clock.ts';
import { withDeadline } from '../../base/deadline.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { displayName } from '../../guard/display-name.ts';
import { isWithin } from '../transport/http/within-origin.ts';
import { readChallenges } from './challenge.ts';

const LIMIT_MS = 5_000;
const LIMIT_BYTES = 64 * 1024;
/** Names of each kind that a person is told. */
const MAX_NAMES = 5;

const GIVE_TOKEN = 'put one into its headers, as Authorization';

/**
 * What to do about a server that wants a sign-in, in one sentence that names where and for what; absent when it does not
 * say, or when `error` is another one. What it says of itself (RFC 9728) is read from exactly the address that it names,
 * once, without our headers, and only from its own origin: another address is told and not contacted. Never rejects. The
 * sentence holds names that the server gave, on one line.
 */
export async function signInRemedy(
  error: unknown,
  serverUrl: string,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<string | undefined> {
  const challenge = SdkHttpError.isInstance(error) ? error.data['challenge'] : undefined;
  if (typeof challenge !== 'string') return undefined;
  const bearer = readChallenges(challenge).filter(({ scheme }) => scheme === 'bearer');
  const { parameters } = bearer.find((each) => each.parameters.has('resource_metadata')) ?? bearer[0] ?? {};
  const written = parameters?.get('resource_metadata') ?? '';
  const metadata = URL.canParse(written) ? new URL(written) : undefined;
  if (metadata !== undefined && !isWithin(new URL(serverUrl), metadata)) {
    const told = displayName(written, 200);
    return `it wants a token, and names ${told}, which was not asked for it is elsewhere: ${GIVE_TOKEN}`;
  }
  const known = metadata === undefined ? {} : await readMetadata(metadata, clock, signal).catch(() => ({}));
  const issuers = textsIn(known['authorization_servers']).filter((issuer) => /^https?:\/\//i.test(issuer));
  const asked = (parameters?.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
  const scopes = asked.length > 0 ? asked : textsIn(known['scopes_supported']);
  if (issuers.length === 0 && scopes.length === 0) return undefined;
  const from = issuers.length === 0 ? '' : ` from ${named(issuers, ' or ')}`;
  const over = scopes.length === 0 ? '' : ` for ${named(scopes, ', ')}`;
  return `it wants a token${from}${over}: ${GIVE_TOKEN}`;
}

/** @throws whatever goes wrong. */
function readMetadata(url: URL, clock: Clock, parent: AbortSignal): Promise<JsonObject> {
  return withDeadline(clock, LIMIT_MS, parent, async (signal) => {
    const response = await fetch(url, { redirect: 'error', headers: { accept: 'application/json' }, signal });
    const text = await readBounded(response);
    const document: unknown = response.ok ? JSON.parse(text) : {};
    return isJsonObject(document) ? document : {};
  });
}

async function readBounded(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    // Leaving the loop ends the request.
    if (bytes > LIMIT_BYTES) throw new Error(`the metadata is longer than ${LIMIT_BYTES} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}

function named(names: readonly string[], between: string): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => displayName(name, 120));
  return `${shown.join(between)}${names.length > MAX_NAMES ? ' …' : ''}`;
}
