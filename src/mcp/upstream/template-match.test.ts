import { UriTemplate } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../test/processor-time.ts';
import { fitsTemplate } from './template-match.ts';

describe('an address and a template', () => {
  it.each([
    ['file:///a/b', 'file:///{+path}', true],
    ['file:///a/b', 'file:///{path}', false],
    ['file:///a', 'file:///{path}', true],
    ['file:///', 'file:///{path}', false],
    ['demo://x/text/7', 'demo://x/text/{id}', true],
    ['demo://x/blob/7', 'demo://x/text/{id}', false],
    ['demo://x?a=1&b=2', 'demo://x{?a,b}', true],
    ['demo://x?b=2', 'demo://x{?a,b}', true],
    ['demo://x', 'demo://x{?a,b}', true],
    ['demo://x?c=2', 'demo://x{?a,b}', false],
    ['demo://x/a/b', 'demo://x{/path*}', true],
    ['demo://x/a/b', 'demo://x{/one}', false],
    ['demo://x.md', 'demo://x{.ending}', true],
    ['demo://x#part', 'demo://x{#part}', true],
    ['demo://(.+)', 'demo://(.+)', true],
    ['demo://zzz', 'demo://(.+)', false],
    ['demo://x{', 'demo://x{', true],
  ])('says whether %s fits %s: %s', (uri, template, fits) => {
    expect(fitsTemplate(uri, template)).toBe(fits);
  });

  it('fits whatever a client makes of the template', () => {
    const value = fc.string({ minLength: 1, unit: 'grapheme' });
    const expression = fc.constantFrom('{a}', '{+a}', '{/a}', '{.a}', '{#a}', '{?a}', '{?a,b}', '?z=1{&a,b}');
    fc.assert(
      fc.property(expression, value, (written, given) => {
        const template = `demo://x/y${written}`;
        const uri = new UriTemplate(template).expand({ a: given, b: 'two' });
        expect(fitsTemplate(uri, template)).toBe(true);
      }),
    );
  });

  it('is quick to say no to a template made to be slow', async () => {
    const template = `demo://${'{+a}x'.repeat(19)}`;
    const ask = () => {
      for (let i = 0; i < 50; i++) expect(fitsTemplate(`demo://${'x'.repeat(1_900)}y`, template)).toBe(false);
    };
    expect(await processorMs(ask)).toBeLessThan(2_000);
    expect(fitsTemplate(`demo://${'x'.repeat(1_900)}`, `demo://${'{+a}'.repeat(1_000)}`)).toBe(false);
  });
});
