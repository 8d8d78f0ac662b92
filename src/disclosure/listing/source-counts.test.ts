import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { fakeTool } from '../../testing/fake-tool.ts';
import { sourceCounts } from './source-counts.ts';

const source = (label: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    fakeTool({ name: `mcp__${label}__${index}`, source: { kind: 'mcp', label } }),
  );
const gone = (label: string, starting = false) => ({ label, starting, reason: 'it is not running' });

describe('sourceCounts', () => {
  it('says how many tools there are of which sources, and which can not be had now', () => {
    expect(sourceCounts([source('zulu', 2), source('alpha', 40)], [gone('mike'), gone('late', true)], 200)).toBe(
      'Tools by source: alpha (40), late (starting), mike (unavailable), zulu (2).',
    );
  });

  it('counts the sources that find no room', () => {
    const many = ['a', 'b', 'c', 'd'].map((label) => source(label, 1));
    expect(sourceCounts(many, [], 42)).toBe('Tools by source: a (1), b (1), 2 more.');
    expect(sourceCounts(many, [], 28)).toBe('Tools by source: 4 sources.');
    expect(sourceCounts(many, [], 10)).toBe('');
  });

  it('is empty where there is nothing', () => expect(sourceCounts([], [], 100)).toBe(''));

  test.prop([fc.array(fc.string({ minLength: 1, maxLength: 12 }), { maxLength: 12 }), fc.nat({ max: 300 })])(
    'never takes more room than there is',
    (labels, room) => {
      const text = sourceCounts(
        [...new Set(labels)].map((label) => source(label, 2)),
        [],
        room,
      );
      expect(text.length).toBeLessThanOrEqual(room);
    },
  );
});
