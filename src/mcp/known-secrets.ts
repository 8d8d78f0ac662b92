import { isSecretName } from '../base/secret-name.ts';
import { secretsInArguments, secretsInText } from '../guard/secret-shapes.ts';
import type { ServerConfig, ToolOverride } from './config.ts';

/**
 * The secret values an entry holds, so that they can be masked in what the server and the system say: what variables
 * filled in, values of `env`, `headers` and hidden parameters under a name that tells of a secret (without a scheme such as
 * `Bearer` too), keys in the url's query, and whatever is a secret by its shape.
 */
export function knownSecrets({
  endpoint,
  secrets = [],
  tools,
}: Pick<ServerConfig, 'endpoint' | 'secrets' | 'tools'>): readonly string[] {
  const hidden = Object.values(tools?.override ?? {}).flatMap(({ hide }) => hiddenSecrets(hide));
  return [...new Set([...secrets, ...endpointSecrets(endpoint), ...hidden])];
}

function hiddenSecrets(hide: ToolOverride['hide']): readonly string[] {
  return secretValues(
    Object.entries(hide).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

function endpointSecrets(endpoint: ServerConfig['endpoint']): readonly string[] {
  if (endpoint.kind === 'misconfigured') return [];
  if (endpoint.kind === 'http') {
    const inUrl = [...new URL(endpoint.url).searchParams];
    return [...secretValues([...Object.entries(endpoint.headers), ...inUrl]), ...secretsInText(endpoint.url)];
  }
  const { command, args, env } = endpoint;
  return [...secretValues(Object.entries(env)), ...secretsInArguments([command, ...args])];
}

function secretValues(pairs: readonly (readonly [string, string])[]): string[] {
  return pairs.flatMap(([name, value]) => {
    if (!isSecretName(name)) return secretsInText(value);
    const credentials = /^[A-Za-z]+ +(\S+)$/.exec(value)?.[1];
    return credentials === undefined ? [value] : [value, credentials];
  });
}
