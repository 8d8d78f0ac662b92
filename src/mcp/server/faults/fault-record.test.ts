import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../testing/fake-clock.ts';
import type { Fault } from '../fault.ts';
import { FaultRecord } from './fault-record.ts';

const early = (said: string, code = 1): Fault => ({
  kind: 'early',
  reason: `exited with code ${code}, saying: ${said}`,
  remedy: '',
});
const passing: Fault = { kind: 'passing', reason: 'answered HTTP 503', remedy: '' };
const permanent: Fault = { kind: 'permanent', reason: 'answered HTTP 401', remedy: '' };

function create() {
  const clock = createFakeClock();
  const record = new FaultRecord(clock, () => 1, 30_000);
  return { clock, record };
}

describe('FaultRecord', () => {
  it('lets calls wait for two faults in a row; with the third the server has failed, and is tried on for ever', () => {
    const { record } = create();
    const verdicts = Array.from({ length: 9 }, () => record.add(passing));
    expect(verdicts.map((it) => (it.isPermanent ? 'permanent' : [it.waitMs, it.isFailed]))).toEqual([
      [1000, false],
      [2000, false],
      [4000, true],
      [8000, true],
      [16_000, true],
      [32_000, true],
      [60_000, true],
      [60_000, true],
      [60_000, true],
    ]);
    expect(record.count).toBe(9);
  });

  it('lets nobody wait longer than the start limit, however few the faults', async () => {
    const { clock, record } = create();
    await clock.advance(29_999);
    expect(record.add(passing)).toMatchObject({ isFailed: false });
    await clock.advance(1);
    expect(record.add(passing)).toMatchObject({ isFailed: true });
    record.beginOutage();
    record.forget();
    expect(record.add(passing)).toMatchObject({ isFailed: false, waitMs: 1000 });
  });

  it('forgets after five minutes up, and not sooner', async () => {
    const { clock, record } = create();
    record.add(passing);
    record.add(passing);
    let since = clock.now();
    await clock.advance(299_999);
    record.endUptime(since);
    expect(record.add(passing)).toMatchObject({ isFailed: true });
    since = clock.now();
    await clock.advance(300_000);
    record.endUptime(since);
    expect(record.add(passing)).toMatchObject({ isFailed: false, waitMs: 1000 });
  });

  it('keeps the last fault for reports', async () => {
    const { clock, record } = create();
    await clock.advance(7);
    record.add(passing);
    record.forget();
    expect(record.last).toEqual({ fault: passing, at: 7 });
    expect(record.count).toBe(0);
  });

  it('does not hold an exit against a server that came before something changed', () => {
    const { record } = create();
    record.add(early('no key'));
    record.forget();
    expect(record.add(early('no key'))).toMatchObject({ isPermanent: false });
    expect(record.add(early('no key'))).toMatchObject({ isPermanent: true });
  });

  it.each<[string, Fault[], boolean]>([
    ['a permanent fault', [permanent], true],
    ['one exit before the handshake', [early('no key')], false],
    ['two in the same way', [early('no key'), early('no key')], true],
    [
      'two that differ in times, process ids and addresses',
      [
        early('2026-01-02T03:04:05.678Z [4711] bind 0x7ffe12 by 3f0a1b2c-0000-4000-8000-1234567890ab: in use'),
        early('2026-01-02T03:04:06.012Z [4712] bind 0x7ffd0c by 9f0a1b2c-1111-4000-8000-abcdefabcdef: in use'),
      ],
      true,
    ],
    ['two that say something else', [early('no key'), early('no database')], false],
    ['two with other exit codes', [early('no key', 1), early('no key', 2)], false],
    ['two with another fault in between', [early('no key'), passing, early('no key')], false],
    ['two after another fault', [passing, early('no key'), early('no key')], true],
    ['the same passing fault over and over', [passing, passing, passing, passing, passing], false],
  ])('of %s: permanent is %j', (_what, faults, isPermanent) => {
    const { record } = create();
    expect(faults.map((fault) => record.add(fault)).at(-1)).toMatchObject({ isPermanent });
  });
});
