import type { GatewayConfig } from '../../config.ts';

/** What a client may know of the door before it is let in (RFC 9728). `endpoint` must be the address it used. */
export function resourceMetadata(
  endpoint: string,
  { authorizationServers }: Pick<GatewayConfig, 'authorizationServers'>,
): Response {
  const document = {
    resource: endpoint,
    bearer_methods_supported: ['header'],
    ...(authorizationServers.length === 0 ? {} : { authorization_servers: authorizationServers }),
  };
  return Response.json(document, { headers: { 'cache-control': 'no-store' } });
}

/** The value of `WWW-Authenticate` for a client without the right token; `metadata` is an address without quotes. */
export function bearerChallenge(metadata: string, error?: 'invalid_token'): string {
  return `Bearer ${error === undefined ? '' : `error="${error}", `}resource_metadata="${metadata}"`;
}
