import { createHash, timingSafeEqual } from 'node:crypto';

/** `missing`: nothing was sent. `wrong`: something else was sent. */
export type TokenVerdict = 'ok' | 'missing' | 'wrong';

/**
 * Compares a request's bearer token with those that open the door. Takes the same time whatever was sent and however
 * much of it is right. Without tokens every request is let in.
 */
export function createTokenCheck(tokens: readonly string[]): (headers: Headers) => TokenVerdict {
  const digests = tokens.map(digest);
  return (headers) => {
    if (digests.length === 0) return 'ok';
    const sent = /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1];
    if (sent === undefined) return 'missing';
    const own = digest(sent);
    const matches = digests.map((each) => timingSafeEqual(each, own));
    return matches.includes(true) ? 'ok' : 'wrong';
  };
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
