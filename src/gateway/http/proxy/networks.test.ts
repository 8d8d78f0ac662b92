import { describe, expect, it } from 'vitest';
import { createNetworks, isNetwork, plainAddress } from './networks.ts';

describe('a set of networks', () => {
  const networks = createNetworks(['192.0.2.0/24', '198.51.100.7', '2001:db8::/32', 'loopback', 'nonsense']);

  it.each(['192.0.2.1', '::ffff:192.0.2.255', '198.51.100.7', '2001:db8::9', 'fe80::1%eth0'])(
    'sorts out %s',
    (address) => {
      expect(networks.has(address)).toBe(address !== 'fe80::1%eth0');
    },
  );

  it('knows this machine by one word', () => {
    for (const own of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) expect(networks.has(own)).toBe(true);
    expect(createNetworks([]).has('127.0.0.1')).toBe(false);
  });

  it('does not hold what is no address', () => {
    for (const other of [undefined, '', 'unknown', '192.0.2', '/tmp/socket']) expect(networks.has(other)).toBe(false);
    expect(plainAddress('192.0.2.1:80')).toBeUndefined();
  });

  it.each([
    ['10.0.0.0/8', true],
    ['10.0.0.1', true],
    ['::1/128', true],
    ['loopback', true],
    ['10.0.0.0/33', false],
    ['10.0.0.0/', false],
    ['10.0.0/8', false],
    ['proxy.example.org', false],
    ['', false],
  ])('is named by %j: %s', (text, expected) => {
    expect(isNetwork(text)).toBe(expected);
  });
});
