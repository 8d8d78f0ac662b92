const ALWAYS = new Set([
  'authorization',
  'cookie',
  'cookies',
  'credential',
  'credentials',
  'passphrase',
  'passwd',
  'password',
  'pwd',
  'secret',
  'secrets',
]);
const AT_THE_END = new Set(['apikey', 'auth', 'bearer', 'jwt', 'key', 'pat', 'signature', 'token']);

/**
 * Whether a key of a config, header or argument names a secret, by its words: `apiToken`, `OPENAI_API_KEY`,
 * `set-cookie`, `client_secret_id` do; `max_tokens`, `keyboard` and `token_limit` do not. Errs towards yes.
 */
export function isSecretName(name: string): boolean {
  const words = name
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/gu, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/u)
    .filter((word) => word !== '');
  return words.some((word) => ALWAYS.has(word)) || AT_THE_END.has(words.at(-1) ?? '');
}
