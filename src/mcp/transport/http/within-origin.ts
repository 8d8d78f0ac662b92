import { SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { patientFetch } from './patient-fetch.ts';

const MOST_REDIRECTS = 5;
/** Of a page that explains an error, more is of no use to anybody. */
const MOST_ERROR_BYTES = 64 * 1024;

/**
 * Sends a request as `fetch` does, and follows redirects only where they keep the method and stay at the origin, so that no
 * header, and no message, reaches another server. The way from http to https of the same host is no other server.
 *
 * Rejects with the `TypeError` of `fetch` when nobody can be reached, with the signal's reason, or with `SdkHttpError` when
 * the answer is not 2xx: `status` and `data.text` tell what was said, and where a redirect leads; `data.challenge` is what
 * stood in `WWW-Authenticate`, `data.retryAfter` what stood in `Retry-After`.
 */
export async function fetchWithinOrigin(url: URL, init: RequestInit): Promise<Response> {
  let current = url;
  for (let followed = 0; ; followed++) {
    const response = await patientFetch(current, { ...init, redirect: 'manual' });
    if (response.ok) return response;
    const target = redirectTarget(current, response);
    const text = await readStart(response);
    if (target === undefined) throw httpError(response, `the server answered HTTP ${response.status}`, text);
    if (followed === MOST_REDIRECTS || !keepsMethod(init.method, response.status) || !isWithin(current, target)) {
      throw httpError(response, `Redirect to ${plain(target)} was not followed`, text);
    }
    current = target;
  }
}

function httpError({ status, statusText, headers }: Response, message: string, text: string): SdkHttpError {
  const challenge = headers.get('www-authenticate') ?? undefined;
  const retryAfter = headers.get('retry-after') ?? undefined;
  const data = { status, statusText, text, challenge, retryAfter };
  return new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, message, data);
}

function redirectTarget(from: URL, { status, headers }: Response): URL | undefined {
  const location = status >= 300 && status < 400 ? headers.get('location') : null;
  return location !== null && URL.canParse(location, from) ? new URL(location, from) : undefined;
}

function keepsMethod(method: string | undefined, status: number): boolean {
  return method === 'GET' || status === 307 || status === 308;
}

/** True when what may be told to the one may be told to the other. */
export function isWithin(from: URL, to: URL): boolean {
  if (to.username !== '' || to.password !== '') return false;
  if (from.origin === to.origin) return true;
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:' && from.port === '' && to.port === '';
  return isUpgrade && from.hostname === to.hostname;
}

/** Without what may be secret. */
function plain({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}

async function readStart(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= MOST_ERROR_BYTES) break;
    }
  } catch {
    // What came before the end will have to do.
  }
  return Buffer.concat(chunks).toString('utf8', 0, MOST_ERROR_BYTES);
}
