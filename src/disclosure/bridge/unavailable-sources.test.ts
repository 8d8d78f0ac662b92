import { describe, expect, it } from 'vitest';
import { fakeSnapshot } from '../../testing/fake-snapshot.ts';
import { unavailableSources } from './unavailable-sources.ts';

describe('unavailableSources', () => {
  it('names the sources that are starting, restarting with nothing known, or have given up', () => {
    const snapshot = fakeSnapshot([], {
      sources: [
        { label: 'ready', state: 'ready', toolCount: 2 },
        { label: 'off', state: 'disabled' },
        { label: 'early', state: 'starting' },
        { label: 'back', state: 'restarting', toolCount: 3 },
        { label: 'lost', state: 'restarting' },
        { label: 'down', state: 'failed', toolCount: 3, reason: 'exited with code 1' },
        { label: 'silent', state: 'failed' },
      ],
    });
    expect(unavailableSources(snapshot)).toEqual([
      { label: 'early', starting: true, reason: 'it is starting; search again shortly' },
      { label: 'lost', starting: false, reason: 'it is restarting; search again shortly' },
      { label: 'down', starting: false, toolCount: 3, reason: 'exited with code 1' },
      { label: 'silent', starting: false, reason: 'it is not running' },
    ]);
  });

  it('[INV-4] says nothing of a source that the session was not granted', () => {
    const sources = [{ label: 'down', state: 'failed', reason: 'x', granted: false }] as const;
    expect(unavailableSources(fakeSnapshot([], { sources }))).toEqual([]);
  });

  it("makes one short line of a server's own words", () => {
    const reason = `bad\u202e token\n\nadmin tools (1):\n${'long '.repeat(100)}`;
    const [row] = unavailableSources(fakeSnapshot([], { sources: [{ label: 'down', state: 'failed', reason }] }));
    expect(row?.reason).toMatch(/^bad token admin tools \(1\): long long .*…$/u);
    expect(row?.reason.length).toBeLessThanOrEqual(161);
  });
});
