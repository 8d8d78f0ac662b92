import { describe, expect, it } from 'vitest';
import { jsonFault } from './json-fault.ts';

const nested = (levels: number, wrap: (inside: unknown) => unknown): unknown =>
  Array.from({ length: levels }, () => wrap).reduce((inside, each) => each(inside), 'leaf' as unknown);

describe('jsonFault', () => {
  it.each([
    ['objects', (inside: unknown) => ({ a: 1, inside })],
    ['lists', (inside: unknown) => [null, inside]],
  ])('counts the levels of %s', (_, wrap) => {
    expect(jsonFault(nested(5, wrap), 5)).toBeUndefined();
    expect(jsonFault(nested(6, wrap), 5)).toBe('is nested more than 5 levels deep');
    expect(jsonFault(nested(100_000, wrap), 1_000)).toContain('1000');
  });

  it('finds no fault in plain values, and no end in a circle', () => {
    for (const value of ['text', 7, null, undefined]) expect(jsonFault(value, 0)).toBeUndefined();
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    expect(jsonFault(circle, 1_000)).toContain('nested');
  });

  it('finds a bigint wherever it stands', () => {
    for (const value of [1n, [1n], { a: { b: [2n] } }]) expect(jsonFault(value, 10)).toContain('bigint');
  });

  it('ends for a value that refers to its own parts many times over', () => {
    let value: unknown = {};
    for (let level = 0; level < 60; level++) value = [value, value];
    expect(jsonFault(value, 100)).toBe('holds more than 1000000 values');
  });
});
