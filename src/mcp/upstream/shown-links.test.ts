import { describe, expect, it } from 'vitest';
import { createShownLinks } from './shown-links.ts';

const link = (uri: string) => ({ type: 'resource_link', uri, name: 'one' });

describe('the links that results have shown', () => {
  it('are known to the session that saw them, and to no other', () => {
    const links = createShownLinks();
    links.see('a', [
      link('x://1'),
      { type: 'resource', resource: { uri: 'x://2', text: '' } },
      { type: 'text', text: 'x://3' },
    ]);
    expect(['x://1', 'x://2', 'x://3'].map((uri) => links.has('a', uri))).toEqual([true, true, false]);
    expect(['x://1', 'x://2'].map((uri) => links.has('b', uri))).toEqual([false, false]);
  });

  it('are no more than 5,000, of which those not shown for longest are forgotten', () => {
    const links = createShownLinks();
    const uris = Array.from({ length: 5_000 }, (_, index) => `x://${index}`);
    links.see('a', uris.map(link));
    links.see('a', [link('x://0')]);
    links.see('b', [link('x://new')]);
    expect(uris.filter((uri) => !links.has('a', uri))).toEqual(['x://1']);
    expect(links.has('b', 'x://new')).toBe(true);
  });

  it('are not kept when they are longer than any address', () => {
    const links = createShownLinks();
    const [fits, long] = [2_000, 2_001].map((length) => 'x://'.padEnd(length, 'y')) as [string, string];
    links.see('a', [link(fits), link(long)]);
    expect([fits, long].map((uri) => links.has('a', uri))).toEqual([true, false]);
  });
});
