import { expect, it } from 'vitest';
import { isSecretName } from './secret-name.ts';

it.each([
  'apiToken',
  'OPENAI_API_KEY',
  'set-cookie',
  'client_secret_id',
  'Authorization',
  'x-auth',
  'key',
  'DB_PASSWORD',
])('%s names a secret', (name) => expect(isSecretName(name)).toBe(true));

it.each(['max_tokens', 'keyboard', 'token_limit', 'author', 'path', '', 'monkey'])(
  '%s does not name a secret',
  (name) => expect(isSecretName(name)).toBe(false),
);
