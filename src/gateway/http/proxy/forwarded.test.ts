import { fc, it as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { createForwarded, type Seen } from './forwarded.ts';

const PROXY = '10.0.0.1';
const trusting = createForwarded(['10.0.0.0/8', 'loopback']);
const seen = (headers: Record<string, string>, remoteAddress = PROXY): Seen =>
  trusting({ headers, socket: { remoteAddress } });

describe('what proxies say of a request', () => {
  it('counts from those that are trusted, and from no others', () => {
    const headers = {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'HTTPS',
      'x-forwarded-host': 'Tools.example.org:8443',
      'x-forwarded-prefix': '/callslip/',
    };
    const whole = { client: '203.0.113.9', scheme: 'https', host: 'tools.example.org:8443', prefix: '/callslip' };
    expect(seen(headers)).toEqual(whole);
    expect(seen(headers, '::ffff:10.0.0.1')).toEqual(whole);
    expect(seen(headers, '203.0.113.1')).toEqual({ client: '203.0.113.1' });
    expect(trusting({ headers, socket: {} as never })).toEqual({});
  });

  it('goes back through trusted proxies to the first address that is none of them', () => {
    const chain = { 'x-forwarded-for': '127.0.0.1, 198.51.100.1, 203.0.113.9, 10.0.0.2, 10.0.0.3' };
    expect(seen(chain)).toEqual({ client: '203.0.113.9' });
    expect(seen({ 'x-forwarded-for': '10.0.0.9,10.0.0.2' })).toEqual({ client: '10.0.0.9' });
    expect(seen({ 'x-forwarded-for': '203.0.113.9, unknown, 10.0.0.2' })).toEqual({ client: '10.0.0.2' });
    expect(seen({ 'x-forwarded-for': 'unknown' })).toEqual({ client: PROXY });
  });

  it('does not believe what a client wrote in front of what the proxy adds', () => {
    const added = {
      'x-forwarded-for': '127.0.0.1, 203.0.113.9',
      'x-forwarded-proto': 'http, https',
      'x-forwarded-host': 'evil.test, tools.example.org',
    };
    expect(seen(added)).toEqual({ client: '203.0.113.9', scheme: 'https', host: 'tools.example.org' });
    const passedOn = { 'x-forwarded-for': '203.0.113.9, 10.0.0.2', 'x-forwarded-proto': 'https, http' };
    expect(seen(passedOn)).toMatchObject({ scheme: 'https' });
  });

  it.each([
    [
      'for=203.0.113.9;proto=https;host=tools.example.org',
      { client: '203.0.113.9', scheme: 'https', host: 'tools.example.org' },
    ],
    ['For="[2001:db8::9]:4711"; Proto=http', { client: '2001:db8::9', scheme: 'http' }],
    ['for=192.0.2.43, for="203.0.113.9:80";host="a.test:1";by=10.0.0.2', { client: '203.0.113.9', host: 'a.test:1' }],
    ['for=203.0.113.9;proto=https, for=10.0.0.2;proto=http', { client: '203.0.113.9', scheme: 'https' }],
    ['for=_hidden;proto=https', { client: PROXY, scheme: 'https' }],
    ['for="\\203.0.113.9"', { client: '203.0.113.9' }],
    ['for="203.0.113.9', { client: PROXY }],
    ['for = 203.0.113.9', { client: PROXY }],
    ['', { client: PROXY }],
  ])('is read in the standard form, %j', (forwarded, expected) => {
    expect(seen({ forwarded })).toEqual(expected);
  });

  it('is read in one form: the X- headers, where there are any', () => {
    expect(seen({ forwarded: 'for=198.51.100.1;host=evil.test', 'x-forwarded-for': '203.0.113.9' })).toEqual({
      client: '203.0.113.9',
    });
  });

  it.each([
    { 'x-forwarded-proto': 'ftp' },
    { 'x-forwarded-host': 'a b' },
    { 'x-forwarded-host': 'a"b' },
    { 'x-forwarded-host': 'a.test/path' },
    { 'x-forwarded-host': 'a.test:99999' },
    { 'x-forwarded-host': 'user@a.test' },
    { 'x-forwarded-host': '[::1' },
    { 'x-forwarded-prefix': '/../x' },
    { 'x-forwarded-prefix': '//evil.test' },
    { 'x-forwarded-prefix': '/a"b' },
    { 'x-forwarded-prefix': 'callslip' },
    { 'x-forwarded-prefix': '/' },
  ])('does not count when it is malformed: %j', (headers) => {
    expect(seen(headers as unknown as Record<string, string>)).toEqual({ client: PROXY });
  });

  property.prop([
    fc.string({ maxLength: 80 }),
    fc.string({ maxLength: 80 }),
    fc.constantFrom('for', 'host', 'prefix', 'proto'),
  ])('never brings anything odd into an address', (forwarded, custom, name) => {
    for (const headers of [{ forwarded }, { [`x-forwarded-${name}`]: custom }]) {
      const { scheme = 'http', host = 'a.test', prefix = '', client } = seen(headers as Record<string, string>);
      expect(`${scheme}://${host}${prefix}`).toMatch(/^https?:\/\/[\w.:[\]-]+(?:\/[\w.~-]+)*$/);
      expect(client).toMatch(/^[\d.a-f:]+$/);
    }
  });
});
