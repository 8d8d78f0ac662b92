import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { Uses } from './uses.ts';

function create(idleMs: number | undefined = 1000) {
  const clock = createFakeClock();
  const uses = new Uses(clock, idleMs);
  const idle: number[] = [];
  uses.watch(() => idle.push(clock.now()));
  return { clock, uses, idle };
}

describe('Uses', () => {
  it('tells once that nobody came for a while, counted from the end of the last use', async () => {
    const { clock, uses, idle } = create();
    await clock.advance(900);
    const [end, release] = [uses.begin(), uses.hold()];
    await clock.advance(5000);
    end();
    end();
    await clock.advance(5000);
    expect(idle).toEqual([]);
    release();
    release();
    const second = uses.hold();
    await clock.advance(5000);
    expect(idle).toEqual([]);
    second();
    await clock.advance(5000);
    expect(idle).toEqual([16_900]);
  });

  it('tells nothing without a limit, and nothing when it is no longer asked', async () => {
    const clock = createFakeClock();
    const unlimited = new Uses(clock, undefined);
    const limited = new Uses(clock, 1000);
    for (const uses of [unlimited, limited]) uses.watch(() => expect.fail('told'));
    limited.unwatch();
    limited.begin()();
    await clock.advance(10_000);
  });

  it('knows when those who are there now have gone, whoever comes later', async () => {
    const { clock, uses } = create();
    const first = uses.begin();
    let isOver = false;
    void uses.presentOnesEnded().then(() => {
      isOver = true;
    });
    uses.begin();
    await clock.advance(0);
    expect(isOver).toBe(false);
    first();
    await clock.advance(0);
    expect(isOver).toBe(true);
  });
});
