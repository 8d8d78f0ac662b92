import { describe, expect, it } from 'vitest';
import { isBelow, readLogLevel } from './log-level.ts';

describe('a log level', () => {
  it('is one of eight, from debug to emergency', () => {
    const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];
    for (const [index, level] of levels.entries()) {
      const asked = readLogLevel(level);
      expect(levels.map((each) => isBelow(each, asked))).toEqual(levels.map((_, at) => at < index));
    }
  });

  it.each(['loud', 'Debug', '', 3, null, undefined, { level: 'info' }])('is not %j', (value) => {
    expect(() => readLogLevel(value as never)).toThrow(expect.objectContaining({ code: -32602 }));
  });

  it('that nobody knows is passed on', () => {
    expect(isBelow('trace', 'emergency')).toBe(false);
    expect(isBelow(undefined, 'emergency')).toBe(false);
  });
});
