import { isSecretName } from '../base/secret-name.ts';
import type { ServerConfig } from './config.ts';

/**
 * The secret values an entry holds, so that they can be masked in what the server and the system say: values of `env` and
 * `headers` under a name that tells of a secret (without a scheme such as `Bearer` too), and keys in the url's query.
 */
export function knownSecrets(endpoint: ServerConfig['endpoint']): readonly string[] {
  if (endpoint.kind === 'misconfigured') return [];
  if (endpoint.kind === 'stdio') return secretValues(Object.entries(endpoint.env));
  const inUrl = [...new URL(endpoint.url).searchParams];
  return secretValues([...Object.entries(endpoint.headers), ...inUrl]);
}

function secretValues(pairs: readonly (readonly [string, string])[]): string[] {
  return pairs
    .filter(([name]) => isSecretName(name))
    .flatMap(([, value]) => {
      const credentials = /^[A-Za-z]+ +(\S+)$/.exec(value)?.[1];
      return credentials === undefined ? [value] : [value, credentials];
    });
}
