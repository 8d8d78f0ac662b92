import { describe, expect, it, vi } from 'vitest';
import { systemClock } from './clock.ts';

describe('systemClock', () => {
  it('sets no timer for longer than a timer can be set, which would fire at once', () => {
    const timer = vi.spyOn(globalThis, 'setTimeout');
    systemClock.schedule(Number.MAX_SAFE_INTEGER, () => {})();
    expect(timer).toHaveBeenCalledWith(expect.any(Function), 2 ** 31 - 1);
    timer.mockRestore();
  });
});
