import { describe, expect, it } from 'vitest';
import { createPublicAddress } from './public-address.ts';

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

describe('the addresses of a door', () => {
  it('are those of the request where no public one is configured', () => {
    const address = createPublicAddress({ path: '/mcp' });
    expect(address).toMatchObject({ endpoints: ['/mcp'], bases: [''] });
    expect(address.metadataPaths).toEqual([WELL_KNOWN, `${WELL_KNOWN}/mcp`]);
    expect(address.of('LocalHost:8808', {})).toEqual({
      endpoint: 'http://localhost:8808/mcp',
      metadata: `http://localhost:8808${WELL_KNOWN}/mcp`,
    });
    expect(address.of('10.0.0.7', { scheme: 'https', host: 'a.test', prefix: '/b' })).toEqual({
      endpoint: 'https://a.test/b/mcp',
      metadata: `https://a.test/b${WELL_KNOWN}/mcp`,
    });
  });

  it('hold nothing of a Host that is none', () => {
    const { of } = createPublicAddress({ path: '/mcp' });
    for (const host of ['a"b', 'a, b', 'a b', 'a/b', 'a@b', '', undefined]) {
      expect(of(host, {}).endpoint).toBe('http://localhost/mcp');
    }
  });

  it.each([
    ['https://a.test/mcp', '/mcp', ['/mcp'], [''], `https://a.test${WELL_KNOWN}/mcp`],
    ['https://a.test/b/mcp', '/mcp', ['/mcp', '/b/mcp'], ['', '/b'], `https://a.test/b${WELL_KNOWN}/mcp`],
    ['https://a.test/tools', '/mcp', ['/mcp', '/tools'], [''], `https://a.test${WELL_KNOWN}/tools`],
    ['https://a.test/xmcp', '/mcp', ['/mcp', '/xmcp'], [''], `https://a.test${WELL_KNOWN}/xmcp`],
    ['https://a.test/b', '/', ['/', '/b'], ['', '/b'], `https://a.test/b${WELL_KNOWN}`],
    ['https://a.test', '/mcp', ['/mcp', '/'], [''], `https://a.test${WELL_KNOWN}`],
    ['https://a.test', '/', ['/'], [''], `https://a.test${WELL_KNOWN}`],
  ])('are as %s says, before %s', (publicUrl, path, endpoints, bases, metadata) => {
    const address = createPublicAddress({ path, publicUrl });
    expect(address).toMatchObject({ endpoints, bases });
    expect(address.of('127.0.0.1', { host: 'other.test' })).toEqual({ endpoint: publicUrl, metadata });
    expect(address.metadataPaths).toContain(new URL(metadata).pathname);
  });
});
