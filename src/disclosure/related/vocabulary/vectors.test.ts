import { describe, expect, it } from 'vitest';
import * as shipped from './vectors.data.ts';
import { openVectors } from './vectors.ts';

const vectors = openVectors(shipped);
const stems = shipped.STEMS.split(' ');

describe('the shipped table', () => {
  it('has a row for each of its stems, at the place where it is found', () => {
    expect(stems.length).toBeGreaterThan(20_000);
    expect(vectors.rows).toHaveLength(stems.length * vectors.dimensions);
    expect(vectors.shares).toHaveLength(stems.length);
    expect(stems.filter((stem, row) => vectors.find(stem) !== row)).toEqual([]);
  });

  it.each(['', ' ', 'weathe', 'weatherx', 'weather forecast', '天气', '__proto__'])('has no row for %j', (stem) => {
    expect(vectors.find(stem)).toBe(-1);
  });

  it.each([
    ['weather', 'forecast', 'invoic'],
    ['song', 'playlist', 'invoic'],
    ['cheap', 'price', 'weather'],
    ['repositori', 'git', 'song'],
  ])('has %s nearer to %s than to %s', (stem, near, far) => {
    expect(likeness(stem, near)).toBeGreaterThan(likeness(stem, far) + 0.1);
  });

  it('knows words that many tools have from those that few have', () => {
    const share = (stem: string) => vectors.shares[vectors.find(stem)] as number;
    expect(share('list')).toBeGreaterThan(share('forecast'));
    expect(share('forecast')).toBeGreaterThan(share('saxophon'));
  });
});

function likeness(a: string, b: string): number {
  const [one, other] = [a, b].map((stem) => {
    const start = vectors.find(stem) * vectors.dimensions;
    return vectors.rows.subarray(start, start + vectors.dimensions);
  }) as [Int8Array, Int8Array];
  const product = (x: Int8Array, y: Int8Array) => x.reduce((sum, value, i) => sum + value * (y[i] as number), 0);
  return product(one, other) / Math.sqrt(product(one, one) * product(other, other));
}
