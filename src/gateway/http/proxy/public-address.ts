import type { GatewayConfig } from '../../config.ts';
import { hostIn, type Seen } from './forwarded.ts';

/** Where RFC 9728 puts what a client must know to get in. */
export const METADATA_PATH = '/.well-known/oauth-protected-resource';

/** Under which paths the door answers, and how clients are told of it. */
export interface PublicAddress {
  /** Of the MCP endpoint: as configured, and as clients see it before a proxy that takes nothing away. */
  readonly endpoints: readonly string[];
  /** What may stand before the paths of the door itself: nothing, and the base path of `public_url`. */
  readonly bases: readonly string[];
  /** Of the metadata: with the endpoint's path behind, and without. */
  readonly metadataPaths: readonly string[];
  /** The addresses that whoever sent this request knows; `hostHeader` is its `Host`, which was let in. */
  of(hostHeader: string | undefined, seen: Seen): { readonly endpoint: string; readonly metadata: string };
}

/** Works out the addresses once. A `public_url` that ends with the path has what is left as its base path. */
export function createPublicAddress({ path, publicUrl }: Pick<GatewayConfig, 'path' | 'publicUrl'>): PublicAddress {
  const own = path.replace(/\/$/u, '');
  const { origin, pathname } = publicUrl === undefined ? { origin: '', pathname: own } : new URL(publicUrl);
  const outer = pathname.replace(/\/$/u, '');
  const base = outer.endsWith(own) ? outer.slice(0, outer.length - own.length) : '';
  const bases = [...new Set(['', base])];
  const endpoints = [...new Set([own, outer])];
  const metadataOf = (before: string, endpoint: string) => `${before}${METADATA_PATH}${endpoint}`;
  return {
    endpoints: endpoints.map((each) => each || '/'),
    bases,
    metadataPaths: bases.flatMap((each) => ['', ...endpoints].map((endpoint) => metadataOf(each, endpoint))),
    of(hostHeader, { scheme = 'http', host, prefix = '' }) {
      // Below the base path everything comes to us; whether anything beside it does, only the proxy knows.
      if (publicUrl !== undefined) {
        return { endpoint: publicUrl, metadata: `${origin}${metadataOf(base, outer.slice(base.length))}` };
      }
      const before = `${scheme}://${host ?? hostIn(hostHeader) ?? 'localhost'}${prefix}`;
      return { endpoint: `${before}${path}`, metadata: metadataOf(before, own) };
    },
  };
}
