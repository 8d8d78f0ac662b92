import { describe, expect, it } from 'vitest';
import { createAddressCheck, isLoopback } from './host-origin.ts';

const none = { allowedHosts: [], allowedOrigins: [] };
const check = (config: Parameters<typeof createAddressCheck>[0], headers: Record<string, string>) =>
  createAddressCheck(config)(new Headers(headers));

describe('the check of where a request was addressed to and comes from', () => {
  it.each(['127.0.0.1', '0.0.0.0', '::', 'localhost'])(
    '[SEC-08] refuses a foreign Host when listening on %s',
    (host) => {
      const config = { host, ...none };
      expect(check(config, { host: 'evil.test' })).toContain('Host evil.test');
      expect(check(config, { host: '0.0.0.0:8808' })).toBeDefined();
      expect(check(config, { host: 'localhost.evil.test' })).toBeDefined();
      expect(check(config, {})).toContain('(none)');
      for (const own of ['127.0.0.1:8808', 'localhost', 'LOCALHOST:1', '[::1]:8808']) {
        expect(check(config, { host: own })).toBeUndefined();
      }
    },
  );

  it('[SEC-08] refuses a foreign or opaque Origin, and takes requests that have none', () => {
    const config = { host: '127.0.0.1', ...none };
    const host = '127.0.0.1:8808';
    for (const origin of ['https://evil.test', 'null', 'http://localhost.evil.test', 'file://']) {
      expect(check(config, { host, origin })).toContain('Origin');
    }
    for (const origin of ['http://localhost:3000', 'http://127.0.0.1']) {
      expect(check(config, { host, origin })).toBeUndefined();
    }
    expect(check(config, { host })).toBeUndefined();
  });

  it('[SEC-08] can be told of further names, or be switched off for a proxy', () => {
    const named = { host: '0.0.0.0', allowedHosts: ['gateway.example'], allowedOrigins: ['app.example'] };
    expect(check(named, { host: 'gateway.example:443', origin: 'https://app.example' })).toBeUndefined();
    expect(check(named, { host: 'other.example' })).toContain('gateway.allowed_hosts');
    const open = { host: '0.0.0.0', allowedHosts: ['*'], allowedOrigins: ['*'] };
    expect(check(open, { host: 'evil.test', origin: 'https://evil.test' })).toBeUndefined();
    expect(check({ ...open, allowedOrigins: [] }, { host: 'evil.test', origin: 'https://evil.test' })).toContain(
      'Origin',
    );
  });

  it('knows the one address it listens on', () => {
    expect(check({ host: '192.168.0.7', ...none }, { host: '192.168.0.7:8808' })).toBeUndefined();
    expect(check({ host: 'fd00::7', ...none }, { host: '[fd00::7]:8808' })).toBeUndefined();
  });

  it('shows what it refuses on one line', () => {
    const message = check({ host: '127.0.0.1', ...none }, { host: `evil\t${'x'.repeat(500)}` });
    expect(message).toMatch(/^[^\n\t]{1,200}$/);
  });

  it.each([
    ['127.0.0.1', true],
    ['127.8.8.8', true],
    ['::1', true],
    ['[::1]', true],
    ['LocalHost', true],
    ['::ffff:127.0.0.1', true],
    ['0.0.0.0', false],
    ['::', false],
    ['', false],
    ['10.0.0.1', false],
    ['127.evil.test', false],
    ['localhost.evil.test', false],
  ])('takes %j for loopback: %s', (host, expected) => {
    expect(isLoopback(host)).toBe(expected);
  });
});
