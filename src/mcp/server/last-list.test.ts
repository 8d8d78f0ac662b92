import { describe, expect, it } from 'vitest';
import { LastList } from './last-list.ts';

const list = (...entries: unknown[]) => ({ entries, warnings: [] });

describe('LastList', () => {
  it('tells of a list that was read again only when it differs', () => {
    const told: [unknown, boolean][] = [];
    const last = new LastList((it, isLive) => told.push([it, isLive]));
    expect(last.isKnown).toBe(false);
    expect(last.entries).toEqual([]);
    last.take(list({ name: 'a' }), false);
    expect(last.takeChanged(list({ name: 'a' }))).toBe(false);
    expect(last.takeChanged(list({ name: 'a', description: 'x' }))).toBe(true);
    expect(told).toEqual([
      [list({ name: 'a' }), false],
      [list({ name: 'a', description: 'x' }), true],
    ]);
  });

  it('knows which names are in it, whatever its entries are', () => {
    const last = new LastList(() => {});
    expect(last.has('a')).toBe(false);
    last.take(list(null, 7, 'a', { name: '__proto__' }, { name: 7 }), true);
    expect(['__proto__', 'a', 'constructor', 7].map((name) => last.has(name))).toEqual([true, false, false, true]);
    last.take(list({ name: 'a' }), true);
    expect(last.has('a')).toBe(true);
    expect(last.has('__proto__')).toBe(false);
  });

  it('takes lists that are nested too deeply to compare as different', () => {
    const deep = () => {
      let value: unknown = 'x';
      for (let level = 0; level < 100_000; level++) value = [value];
      return list(value);
    };
    const last = new LastList(() => {});
    last.take(deep(), true);
    expect(last.takeChanged(deep())).toBe(true);
  });
});
