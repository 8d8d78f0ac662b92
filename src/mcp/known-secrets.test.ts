import { describe, expect, it } from 'vitest';
import { knownSecrets } from './known-secrets.ts';

describe('knownSecrets', () => {
  it('finds values under names that tell of a secret, with and without a scheme', () => {
    const headers = { Authorization: 'Bearer abc123', 'X-Api-Key': 'k-1', Accept: 'text/html' };
    expect(
      knownSecrets({ endpoint: { kind: 'http', url: 'https://example.org/mcp?token=t-1&page=2', headers } }),
    ).toEqual(['Bearer abc123', 'abc123', 'k-1', 't-1']);
    const env = { GITHUB_TOKEN: 'ghp', NODE_ENV: 'production' };
    expect(knownSecrets({ endpoint: { kind: 'stdio', command: 'x', args: [], env } })).toEqual(['ghp']);
    const hide = { api_key: 'k-2', owner: 'acme', password: 7, secret: undefined };
    const tools = { exclude: [], override: { a: { hide } } };
    expect(knownSecrets({ endpoint: { kind: 'misconfigured', reason: '', remedy: '' }, tools })).toEqual(['k-2']);
  });

  it('finds what variables filled in, and what is a secret by its shape in command, arguments and values', () => {
    const endpoint = {
      kind: 'stdio',
      command: 'prog --token tok1',
      args: ['-H', 'Authorization: Bearer b-1', 'postgres://user:pw-1@host/db'],
      env: { DATABASE_URL: 'postgres://user:pw-2@host/db' },
    } as const;
    const found = knownSecrets({ endpoint, secrets: ['filled'] });
    expect(found).toEqual(expect.arrayContaining(['filled', 'tok1', 'b-1', 'pw-1', 'pw-2']));
    expect(found).not.toContain('user');
  });
});
