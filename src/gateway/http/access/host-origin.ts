import { localhostAllowedHostnames, validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';
import { displayName } from '../../../guard/display-name.ts';
import type { GatewayConfig } from '../../config.ts';

/** True for an address that only this machine reaches: `localhost`, `127.0.0.0/8`, `::1`. */
export function isLoopback(host: string): boolean {
  const bare = host
    .toLowerCase()
    .replace(/^\[|\]$/gu, '')
    .replace(/^::ffff:/, '');
  return bare === 'localhost' || bare === '::1' || /^127(?:\.\d{1,3}){3}$/.test(bare);
}

/**
 * Why a request may not come in; absent when it may. `forwardedHost` is what a trusted proxy says that the request was
 * addressed to: it may only be refused as well, for a web page can write that header itself.
 */
export type AddressCheck = (headers: Headers, forwardedHost?: string) => string | undefined;

/**
 * The defence against DNS rebinding: a web page can make a browser send requests to a loopback address, but not with a
 * `Host` or `Origin` of ours. It holds whatever address we listen on. `*` in the configuration switches one half off,
 * for a proxy in front that does the same.
 */
export function createAddressCheck({
  host,
  publicUrl,
  allowedHosts,
  allowedOrigins,
}: Pick<GatewayConfig, 'host' | 'publicUrl' | 'allowedHosts' | 'allowedOrigins'>): AddressCheck {
  const publicName = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  const hosts = [...localhostAllowedHostnames(), ...ownName(host), ...publicName, ...allowedHosts];
  const origins = [...localhostAllowedHostnames(), ...allowedOrigins];
  const isForeign = (name: string | null) => !allowedHosts.includes('*') && !validateHostHeader(name, hosts).ok;
  return (headers, forwardedHost) => {
    const hostHeader = headers.get('host');
    if (isForeign(hostHeader)) return refusal('Host', hostHeader, 'allowed_hosts');
    if (forwardedHost !== undefined && isForeign(forwardedHost)) {
      return refusal('the forwarded host', forwardedHost, 'allowed_hosts');
    }
    const origin = headers.get('origin');
    if (!allowedOrigins.includes('*') && !validateOriginHeader(origin, origins).ok) {
      return refusal('Origin', origin, 'allowed_origins');
    }
    return undefined;
  };
}

/** The name a single address is reached under; one that stands for all addresses is nobody's name. */
function ownName(host: string): readonly string[] {
  const bare = host.toLowerCase().replace(/^\[|\]$/gu, '');
  if (['', '0.0.0.0', '::'].includes(bare)) return [];
  return [bare.includes(':') ? `[${bare}]` : bare];
}

function refusal(header: string, value: string | null, key: string): string {
  return `${header} ${displayName(value ?? '(none)')} is not allowed here; gateway.${key} can allow it`;
}
