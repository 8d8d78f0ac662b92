import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { watchList } from './list-changed.ts';

function setUp({
  canTell = () => true,
  fingerprint,
}: {
  canTell?: () => boolean;
  fingerprint?: () => Promise<string>;
} = {}) {
  const clock = createFakeClock();
  const listeners = new Set<() => void>();
  const state = { list: 'a', told: 0, errors: 0 };
  const watch = watchList({
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    clock,
    fingerprint: fingerprint ?? (async () => state.list),
    notify: () => {
      if (canTell()) state.told++;
      return canTell();
    },
    onError: () => state.errors++,
  });
  const change = (list = state.list) => {
    state.list = list;
    for (const listener of listeners) listener();
  };
  return { clock, watch, state, change, listeners };
}

describe('a watch over a list', () => {
  it('[TRN-18] tells once when many changes have settled for 250 ms', async () => {
    const { clock, state, change } = setUp();
    await clock.advance(0);
    for (const list of ['b', 'c', 'd']) {
      change(list);
      await clock.advance(200);
    }
    expect(state.told).toBe(0);
    await clock.advance(49);
    expect(state.told).toBe(0);
    await clock.advance(1);
    expect(state.told).toBe(1);
    await clock.advance(60_000);
    expect(state.told).toBe(1);
  });

  it('[TRN-18] says nothing when the bytes are the same after all', async () => {
    const { clock, state, change } = setUp();
    await clock.advance(0);
    change();
    await clock.advance(1000);
    change('b');
    await clock.advance(100);
    change('a');
    await clock.advance(1000);
    expect(state.told).toBe(0);
  });

  it('[TRN-18] says nothing of a list that the client has been given', async () => {
    const { clock, watch, state, change } = setUp();
    await clock.advance(0);
    change('b');
    watch.seen('b');
    await clock.advance(1000);
    watch.seen('b');
    await clock.advance(1000);
    expect(state.told).toBe(0);
  });

  it('tells again when the list that a client was given last is older than what it was told of', async () => {
    const { clock, watch, state, change } = setUp();
    await clock.advance(0);
    change('b');
    await clock.advance(1000);
    expect(state.told).toBe(1);
    watch.seen('a');
    await clock.advance(1000);
    expect(state.told).toBe(2);
    watch.seen('b');
    await clock.advance(1000);
    expect(state.told).toBe(2);
  });

  it('looks after 10 s at a list that never settles', async () => {
    const { clock, state, change } = setUp();
    await clock.advance(0);
    for (let i = 0; i < 60; i++) {
      change(`b${i}`);
      await clock.advance(200);
    }
    expect(state.told).toBe(1);
  });

  it('tells later when the client could not be reached', async () => {
    let reachable = false;
    const { clock, watch, state, change } = setUp({ canTell: () => reachable });
    await clock.advance(0);
    change('b');
    await clock.advance(1000);
    expect(state.told).toBe(0);
    reachable = true;
    watch.recheck();
    await clock.advance(250);
    expect(state.told).toBe(1);
  });

  it('waits on when the list changes while it is being looked at', async () => {
    const waiting: ((list: string) => void)[] = [];
    const { clock, state, change } = setUp({ fingerprint: () => new Promise((resolve) => waiting.push(resolve)) });
    waiting.shift()?.('a');
    change('b');
    await clock.advance(250);
    change('c');
    waiting.shift()?.('b');
    await clock.advance(249);
    expect(state.told).toBe(0);
    await clock.advance(1);
    waiting.shift()?.('c');
    await clock.advance(0);
    expect(state.told).toBe(1);
  });

  it('survives a list that cannot be had', async () => {
    let broken = false;
    let list = 'a';
    const { clock, state, change } = setUp({
      fingerprint: async () => {
        if (broken) throw new Error('no list');
        return list;
      },
    });
    await clock.advance(0);
    broken = true;
    change();
    await clock.advance(250);
    broken = false;
    list = 'b';
    change();
    await clock.advance(250);
    expect(state).toMatchObject({ errors: 1, told: 1 });
  });

  it('stops when it is closed', async () => {
    const { clock, watch, state, change, listeners } = setUp();
    await clock.advance(0);
    change('b');
    watch.close();
    await clock.advance(1000);
    expect(state.told).toBe(0);
    expect(listeners.size).toBe(0);
  });
});
