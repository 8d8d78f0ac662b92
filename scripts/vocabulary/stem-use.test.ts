import { describe, expect, it } from 'vitest';
import type { ToolText } from './catalogue-texts.ts';
import { stemUse } from './stem-use.ts';

const tool = (description: string): ToolText => ({ label: '', name: '', source: '', description, parameters: '' });

describe('stemUse', () => {
  const { share, importance } = stemUse([
    [tool('list issues'), tool('list songs, songs, songs')],
    [tool('list forecasts'), tool('list alerts'), tool('rain'), tool('snow')],
  ]);

  it('tells which share of a catalogue has a stem, each catalogue counting alike', () => {
    expect(share('list')).toBe(0.75);
    expect(share('song')).toBe(0.25);
    expect(share('invoic')).toBe(0);
  });

  it('finds a stem the less important the more tools have it, and one that none has as important as can be', () => {
    expect(importance('list')).toBeLessThan(importance('song'));
    expect(importance('song')).toBeLessThan(importance('invoic'));
    expect(importance('invoic')).toBe(1);
    expect(importance('list')).toBeGreaterThan(0);
  });
});
