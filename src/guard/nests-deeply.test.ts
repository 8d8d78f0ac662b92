import { describe, expect, it } from 'vitest';
import { nestsDeeply } from './nests-deeply.ts';

describe('nestsDeeply', () => {
  it.each(['[', '{a: ', '- ', '? ', '{"a":'])('is true of 201 times %j', (level) => {
    expect(nestsDeeply(level.repeat(201))).toBe(true);
  });

  it('is false of a long list in one line, and of many lines', () => {
    const members = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`k${i}`, { a: [i] }]));
    expect(nestsDeeply(JSON.stringify(members).replaceAll(':', ': '))).toBe(false);
    expect(nestsDeeply('- a: b\n'.repeat(1000))).toBe(false);
  });
});
