import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../base/json.ts';
import { maskSecrets, maskText } from './mask-secrets.ts';

describe('maskSecrets', () => {
  it('[INV-10] masks what stands under a key that names a secret', () => {
    const config = {
      headers: { Authorization: 'Bearer abc', 'x-mcp-token': 'tok', Accept: 'text/plain' },
      env: { OPENAI_API_KEY: 'sk-1', clientSecret: { value: 'deep', n: 5 }, PATH: '/bin' },
      password: 12345,
      max_tokens: 4096,
      keyboard: 'qwerty',
      enabled: true,
    };
    expect(maskSecrets(config)).toEqual({
      headers: { Authorization: '***', 'x-mcp-token': '***', Accept: 'text/plain' },
      env: { OPENAI_API_KEY: '***', clientSecret: { value: '***', n: '***' }, PATH: '/bin' },
      password: '***',
      max_tokens: 4096,
      keyboard: 'qwerty',
      enabled: true,
    });
  });

  it('shows a variable that was not expanded, and an empty text', () => {
    const config = { token: `\${MCP_TOKEN}`, secret: '' };
    expect(maskSecrets(config)).toEqual(config);
  });

  it('masks known secret values wherever they stand', () => {
    expect(maskSecrets({ url: 'http://h/?k=s3cr3t/value', list: ['x s3cr3t/value y'] }, ['s3cr3t/value'])).toEqual({
      url: 'http://h/?k=***',
      list: ['x *** y'],
    });
  });

  it('keeps a __proto__ key a plain key and stops at a great depth', () => {
    const masked = maskSecrets(JSON.parse('{"__proto__":{"token":"t","a":"b"}}')) as JsonObject;
    expect(JSON.stringify(masked)).toBe('{"__proto__":{"token":"***","a":"b"}}');
    let deep: JsonObject = { a: 'b' };
    for (let i = 0; i < 20_000; i++) deep = { a: deep };
    expect(() => maskSecrets(deep)).not.toThrow();
  });
});

describe('maskText', () => {
  it('masks plain and URL-encoded forms, the longest first', () => {
    expect(maskText('a p&ssword1 b p%26ssword1', ['p&ssword1'])).toBe('a *** b ***');
    expect(maskText('abcd1234', ['abcd', 'abcd1234'])).toBe('***');
  });

  it('does not look for values too short to be secrets', () => {
    expect(maskText('a1 b1', ['1', ''])).toBe('a1 b1');
  });
});
