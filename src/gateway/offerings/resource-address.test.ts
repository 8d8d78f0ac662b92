import { UriTemplate } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlainAddress, qualify, qualifyTemplate, readQualified } from './resource-address.ts';

const text = fc.string({ minLength: 1, unit: 'grapheme' });

describe('a qualified address', () => {
  it('names any address of any server, and is one itself', () => {
    fc.assert(
      fc.property(text, fc.oneof(text, fc.webUrl()), (label, uri) => {
        const address = qualify(label, uri);
        expect(readQualified(address)).toEqual({ label, uri });
        expect(URL.canParse(address)).toBe(true);
      }),
    );
  });

  it('is what a client makes of a qualified template', () => {
    const template = fc.constantFrom(
      'file:///{a}',
      'x://y{/a}',
      'x://y/{+a}',
      'x://y{?a,b}',
      'x://y{#a}',
      '{+a}://z',
      'x:{a}',
    );
    fc.assert(
      fc.property(template, text, text, (own, a, label) => {
        const address = new UriTemplate(qualifyTemplate(label, own)).expand({ a, b: 'two' });
        expect(readQualified(address)).toEqual({ label, uri: new UriTemplate(own).expand({ a, b: 'two' }) });
      }),
    );
  });

  it.each(['file:///a', 'callslip://', 'callslip://a', 'callslip://a/', 'callslip://%/x%3Ay', 'callslip://a/%E0%A4%A'])(
    'is not %s',
    (address) => {
      expect(readQualified(address)).toBeUndefined();
    },
  );

  it.each([
    ['file:///a%20b', true],
    ['urn:x', true],
    ['not an address', false],
    ['callslip://a/b', false],
    ['CALLSLIP://a/b', false],
    ['file:///a\u200b', false],
  ])('is needed where %s will not do: %s', (address, isPlain) => {
    expect(isPlainAddress(address)).toBe(isPlain);
  });
});
