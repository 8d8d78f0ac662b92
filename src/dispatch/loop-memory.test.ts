import { describe, expect, it } from 'vitest';
import { failure, jsonResult, textResult } from '../base/call/tool-result.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { createLoopMemory } from './loop-memory.ts';

const same = textResult('same');
const failed = (message = 'no') => failure({ code: 'x', message });
const memory = (clock = createFakeClock()) => createLoopMemory(clock);
const times = (count: number, run: (index: number) => unknown) =>
  Array.from({ length: count }, (_, index) => run(index));

describe('createLoopMemory', () => {
  it('warns of the third same result and objects to the fifth call', () => {
    const loops = memory();
    const said = times(4, () => {
      expect(loops.objection('t', 'd')).toBeUndefined();
      return loops.record('t', 'd', same);
    });
    expect(said.map((note) => note !== undefined)).toEqual([false, false, true, true]);
    expect(loops.objection('t', 'd')).toMatchObject({ code: 'loop-detected' });
    expect(loops.objection('t', 'other')).toBeUndefined();
    expect(loops.objection('u', 'd')).toBeUndefined();
  });

  it('counts failures of the same call, whatever they say', () => {
    const loops = memory();
    const said = times(4, (index) => loops.record('t', 'd', failed(`reason ${index}`)));
    expect(said.map((note) => note !== undefined)).toEqual([false, false, true, true]);
    expect(loops.objection('t', 'd')?.message).toContain('failed 4 times');
  });

  it('begins again when the result changes or a failure ends', () => {
    const loops = memory();
    times(4, () => loops.record('t', 'd', same));
    expect(loops.record('t', 'd', textResult('new'))).toBeUndefined();
    expect(loops.objection('t', 'd')).toBeUndefined();
    times(2, () => loops.record('t', 'd', failed()));
    loops.record('t', 'd', same);
    expect(loops.record('t', 'd', failed())).toBeUndefined();
  });

  it('tells results apart by their blocks and structured values', () => {
    const loops = memory();
    const image = (data: string) => ({ ok: true as const, content: [{ type: 'image', data }] });
    times(6, (index) => expect(loops.record('t', 'd', image(`${index}`))).toBeUndefined());
    times(6, (index) => expect(loops.record('t', 'd', { ...same, structured: index })).toBeUndefined());
  });

  it('says so at the eighth search in a row without a match', () => {
    const loops = memory();
    const search = (query: string, matches: string[]) =>
      loops.record('tool_search', query, jsonResult({ results: [{ query, matches }] }));
    expect(times(7, (index) => search(`q${index}`, [])).every((note) => note === undefined)).toBe(true);
    expect(search('q7', [])).toContain('8 searches in a row');
    expect(search('hit', ['t'])).toBeUndefined();
    expect(search('q8', [])).toBeUndefined();
  });

  it('forgets calls after ten minutes, and the oldest of more than a hundred', async () => {
    const clock = createFakeClock();
    const loops = memory(clock);
    times(4, () => loops.record('t', 'd', same));
    await clock.advance(600_000);
    expect(loops.objection('t', 'd')).toBeUndefined();
    times(4, () => loops.record('t', 'd', same));
    times(100, (index) => loops.record('t', `other ${index}`, same));
    expect(loops.objection('t', 'd')).toBeUndefined();
  });

  it('sees a change in the middle of a long result of the same length', () => {
    const loops = memory();
    const page = (index: number) => textResult(`${'a'.repeat(80_000)}${index}${'a'.repeat(80_000)}`);
    expect(times(8, (index) => loops.record('t', 'd', page(index % 2)))).toEqual(Array(8).fill(undefined));
    expect(loops.objection('t', 'd')).toBeUndefined();
  });
});
