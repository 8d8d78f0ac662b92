import { shownValue, writtenMember } from '../base/config/config-warning.ts';
import type { JsonObject } from '../base/json.ts';
import { isLoopback } from './http/access/host-origin.ts';
import { isNetwork } from './http/proxy/networks.ts';

/** The section `gateway`, and where to say what is wrong in it. */
export interface Written {
  readonly mapping: JsonObject;
  readonly warnings: string[];
}

/** Host names, in lower case and without ports. What is none is left out, with a warning. */
export function readNames(from: Written, key: 'allowed_hosts' | 'allowed_origins'): readonly string[] {
  return readList(from, key, hostnameIn, 'no host name');
}

/** Addresses and networks, or `loopback`. */
export function readProxies(from: Written): readonly string[] {
  const networkIn = (written: string) => (isNetwork(written) ? written : undefined);
  return readList(from, 'trusted_proxies', networkIn, 'neither an address nor a network');
}

/** Addresses of authorization servers, as they name themselves. */
export function readIssuers(from: Written): readonly string[] {
  const issuerIn = (written: string) => {
    const url = webAddressIn(written);
    return url?.protocol === 'https:' || isLoopback(url?.hostname ?? '') ? written : undefined;
  };
  return readList(from, 'authorization_servers', issuerIn, 'no https address');
}

/** The address of the endpoint as clients see it, without a slash at its end. */
export function readPublicUrl({ mapping, warnings }: Written): string | undefined {
  const written = writtenMember(mapping, 'public_url');
  if (written === undefined) return undefined;
  const url = typeof written === 'string' ? webAddressIn(written.trim()) : undefined;
  if (url !== undefined && !/%|\/\//.test(url.pathname)) return `${url.origin}${url.pathname.replace(/\/$/u, '')}`;
  warnings.push(
    `gateway.public_url is ${shown(written)}, which is no address such as https://tools.example.org/mcp; it is ignored`,
  );
  return undefined;
}

function readList(
  { mapping, warnings }: Written,
  key: string,
  read: (written: string) => string | undefined,
  fault: string,
): readonly string[] {
  const written = writtenMember(mapping, key);
  if (written === undefined) return [];
  const items: readonly unknown[] = Array.isArray(written) ? written : [written];
  return items.flatMap((item) => {
    const value = typeof item === 'string' ? read(item.trim()) : undefined;
    if (value === undefined) warnings.push(`gateway.${key} holds ${shown(item)}, which is ${fault}; it is left out`);
    return value ?? [];
  });
}

/**
 * The host name of `name`, `name:port` or `https://name:port/`, in lower case. `*` stays, and `<scheme>://*`, which stands
 * for the extensions of a browser; no other pattern is understood.
 */
function hostnameIn(written: string): string | undefined {
  const name = written.toLowerCase();
  if (name === '*' || /^(?!https?:)[a-z][a-z0-9+.-]*:\/\/\*$/.test(name)) return name;
  const isIpv6 = (name.match(/:/gu)?.length ?? 0) > 1 && /^[0-9a-f:.]+$/.test(name);
  const address = name.includes('://') ? name : `http://${isIpv6 ? `[${name}]` : name}`;
  const hostname = URL.canParse(address) ? new URL(address).hostname : '';
  return hostname === '' || hostname.includes('*') ? undefined : hostname;
}

/** An address of the web without secrets, query and fragment. */
function webAddressIn(written: string): URL | undefined {
  const url = URL.canParse(written) ? new URL(written) : undefined;
  const isPlain = url !== undefined && `${url.username}${url.password}${url.search}${url.hash}` === '';
  return isPlain && /^https?:$/.test(url.protocol) ? url : undefined;
}

/** As a person would write it, but for a password in an address. */
function shown(written: unknown): string {
  return shownValue(typeof written === 'string' ? written.replace(/\/\/[^/]*@/u, '//***@') : written);
}
