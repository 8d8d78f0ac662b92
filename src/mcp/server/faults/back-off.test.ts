import { describe, expect, it } from 'vitest';
import { backOffMs } from './back-off.ts';

describe('backOffMs', () => {
  it('doubles the longest wait with each fault, up to a minute', () => {
    expect([1, 2, 3, 6, 7, 8, 1e9].map((faults) => backOffMs(faults, () => 1))).toEqual([
      1000, 2000, 4000, 32_000, 60_000, 60_000, 60_000,
    ]);
  });

  it('waits anything up to that', () => {
    expect(backOffMs(3, () => 0)).toBe(0);
    expect(backOffMs(3, () => 0.25)).toBe(1000);
  });
});
