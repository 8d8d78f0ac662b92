import { fc, it as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { waitOf } from '../../base/wait-note.ts';
import type { Caller } from '../upstream/upstream.ts';
import { type Ask, limitCalls } from './call-limit.ts';

const untilIdle = () => new Promise((resolve) => setImmediate(resolve));
const caller = (signal = new AbortController().signal): Caller => ({ sessionId: 's', signal });

/** A server whose requests end when the test says so. */
function open(maxParallelCalls?: number) {
  const running = new Map<string, (isGood: boolean) => void>();
  const order: string[] = [];
  const server: Ask = (_method, { name }) => {
    order.push(name as string);
    return new Promise((resolve, reject) => {
      running.set(name as string, (isGood) => {
        running.delete(name as string);
        if (isGood) resolve({});
        else reject(new Error('crashed'));
      });
    });
  };
  const ask = limitCalls(server, { label: 'srv', ...(maxParallelCalls === undefined ? {} : { maxParallelCalls }) });
  const call = (name: string, signal?: AbortSignal) => ask('tools/call', { name }, caller(signal)).catch(String);
  return { ask, call, running, order };
}

describe('limitCalls', () => {
  it('lets as many calls run as it may, the others in the order of asking, also after one that failed', async () => {
    const { call, running, order } = open(2);
    const calls = ['a', 'b', 'c', 'd'].map((name) => call(name));
    await untilIdle();
    expect(order).toEqual(['a', 'b']);
    running.get('b')?.(false);
    await untilIdle();
    expect(order).toEqual(['a', 'b', 'c']);
    running.get('a')?.(true);
    await untilIdle();
    for (const end of [...running.values()]) end(true);
    expect(await Promise.all(calls)).toEqual([{}, 'Error: crashed', {}, {}]);
  });

  it('never sends a call that was cancelled while it waited, and gives its place to the next', async () => {
    const { call, running, order } = open(1);
    const leaving = new AbortController();
    const calls = [call('a'), call('b', leaving.signal), call('c')];
    await untilIdle();
    expect(waitOf(leaving.signal)).toBe('a free place at server srv, which runs at most 1 at a time');
    leaving.abort('gone');
    expect(await calls[1]).toBe('gone');
    expect(await call('d', AbortSignal.abort('gone before'))).toBe('gone before');
    running.get('a')?.(true);
    await untilIdle();
    running.get('c')?.(true);
    await Promise.all(calls);
    expect(order).toEqual(['a', 'c']);
  });

  it('notes no wait of a call that has begun', async () => {
    const { call, running } = open(1);
    const { signal } = new AbortController();
    void call('a');
    void call('b', signal);
    await untilIdle();
    running.get('a')?.(true);
    await untilIdle();
    expect(waitOf(signal)).toBeUndefined();
  });

  it('holds no other request back', async () => {
    const { ask, call, running, order } = open(1);
    void call('a');
    void ask('resources/read', { name: 'r' }, caller());
    await untilIdle();
    expect([...order].sort()).toEqual(['a', 'r']);
    expect(running.size).toBe(2);
  });

  it('holds nothing back without a limit', async () => {
    const { call, order } = open();
    for (const name of ['a', 'b', 'c']) void call(name);
    await untilIdle();
    expect(order).toEqual(['a', 'b', 'c']);
  });

  property.prop([
    fc.integer({ min: 1, max: 4 }),
    fc.array(fc.constantFrom('start', 'end', 'cancel'), { maxLength: 40 }),
  ])('never runs more than it may, and leaves no place unused', async (limit, steps) => {
    const { call, running } = open(limit);
    const waiting: AbortController[] = [];
    let asked = 0;
    let over = 0;
    for (const step of steps) {
      if (step === 'start') {
        const controller = new AbortController();
        waiting.push(controller);
        void call(`${asked++}`, controller.signal).then(() => over++);
      } else if (step === 'end') [...running.values()][0]?.(true);
      else waiting.find(({ signal }) => waitOf(signal) !== undefined && !signal.aborted)?.abort();
      await untilIdle();
      expect(running.size).toBe(Math.min(limit, asked - over));
    }
  });
});
