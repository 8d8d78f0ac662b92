import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { Stopped } from '../program/host.ts';
import { createOutput } from '../terminal/output.ts';
import { createPace } from './pace.ts';

function surroundings() {
  const stopping = new AbortController();
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const host = {
    stdin: Readable.from([]),
    stdout,
    stderr,
    environment: {},
    cwd: '/',
    signal: stopping.signal,
    endsWhenStopped: () => {},
  };
  const clock = createFakeClock();
  const pace = createPace({ host, output: createOutput(stdout, stderr, {}) }, clock);
  return { pace, clock, stopping, said: () => String(stderr.read() ?? '') };
}

describe('the pace of long work', () => {
  it('is told every other second, and not before', async () => {
    const { pace, clock, said } = surroundings();
    for (let step = 1; step <= 50; step++) {
      await clock.advance(100);
      await pace(() => `step ${step}`);
    }
    expect(said()).toBe('step 20\nstep 40\n');
  });

  it('waits for nothing between steps that are quick', () => {
    expect(surroundings().pace(() => 'step')).toBeUndefined();
  });

  it('lets in what stops it', async () => {
    const { pace, clock, stopping } = surroundings();
    await clock.advance(100);
    const reason = new Stopped('stopped by SIGINT', 130);
    setImmediate(() => stopping.abort(reason));
    await expect(pace(() => 'step')).rejects.toBe(reason);
  });
});
