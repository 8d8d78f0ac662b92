import { fc, it as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { publishedName } from '../../registry/tool/published-name.ts';
import { labelsFor, usableLabel } from './own-label.ts';

const first = (count: number, ...of: Parameters<typeof labelsFor>) => {
  const labels = labelsFor(...of);
  return Array.from({ length: count }, () => labels.next().value);
};

describe('usableLabel', () => {
  property.prop([fc.string({ unit: 'grapheme', maxLength: 80 })])(
    'can be a key, and stands in names without a hash',
    (label) => {
      const usable = usableLabel(label);
      expect(publishedName(usable, 'tool')).toBe(`mcp__${usable}__tool`);
      expect(Object.keys(parse(stringify({ [usable]: 1 })))).toEqual([usable]);
      expect(usableLabel(usable)).toBe(usable);
    },
  );

  it.each([
    ['github', 'github'],
    ['My server (2)', 'My-server-2'],
    ['@scope/pkg.name', 'scope-pkg-name'],
    ['a__b_', 'a_b'],
    ['__proto__', 'proto'],
    ['a'.repeat(80), 'a'.repeat(40)],
    [`${'a'.repeat(39)}--b`, 'a'.repeat(39)],
    ['日本', 'server'],
  ])('makes %j into %j', (label, usable) => expect(usableLabel(label)).toBe(usable));
});

describe('labelsFor', () => {
  it('tries the label, then the client, then numbers', () => {
    expect(first(4, 'github', 'cursor')).toEqual(['github', 'github-cursor', 'github-2', 'github-3']);
    expect(first(2, 'github', 'mcp-json')).toEqual(['github', 'github-2']);
  });
});
