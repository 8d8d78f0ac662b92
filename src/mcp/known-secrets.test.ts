import { describe, expect, it } from 'vitest';
import { knownSecrets } from './known-secrets.ts';

describe('knownSecrets', () => {
  it('finds values under names that tell of a secret, with and without a scheme', () => {
    const headers = { Authorization: 'Bearer abc123', 'X-Api-Key': 'k-1', Accept: 'text/html' };
    expect(knownSecrets({ kind: 'http', url: 'https://example.org/mcp?token=t-1&page=2', headers })).toEqual([
      'Bearer abc123',
      'abc123',
      'k-1',
      't-1',
    ]);
    const env = { GITHUB_TOKEN: 'ghp', NODE_ENV: 'production' };
    expect(knownSecrets({ kind: 'stdio', command: 'x', args: [], env })).toEqual(['ghp']);
    expect(knownSecrets({ kind: 'misconfigured', reason: '', remedy: '' })).toEqual([]);
  });
});
