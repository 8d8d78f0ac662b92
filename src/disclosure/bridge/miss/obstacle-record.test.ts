import { describe, expect, it } from 'vitest';
import type { HiddenTool } from '../../../registry/snapshot.ts';
import { fakeSnapshot } from '../../../testing/fake-snapshot.ts';
import { fakeTool } from '../../../testing/fake-tool.ts';
import { obstacleRecord } from './obstacle-record.ts';

const tool = fakeTool({ name: 'mcp__jira__create_ticket', description: 'Opens a ticket' });
const down: HiddenTool = { tool, by: 'source', reason: 'jira is not running: exited with code 1' };
const times = (now: number, since = 0) => ({
  sources: fakeSnapshot([], { sources: [{ label: 'jira', state: 'failed', since }] }).sources,
  now,
});

describe('obstacleRecord', () => {
  it('tells name, reason and remedy, and nothing else of the tool', () => {
    expect(obstacleRecord({ tool, by: 'gate', reason: 'nobody signed in', remedy: 'sign in' }, times(0))).toEqual({
      name: 'mcp__jira__create_ticket',
      reason: 'nobody signed in',
      remedy: 'sign in',
    });
    expect(obstacleRecord(down, times(0))).toEqual({ name: tool.name, reason: down.reason });
  });

  it.each([
    [59_999, ''],
    [60_000, ' (for more than a minute)'],
    [599_999, ' (for more than a minute)'],
    [600_000, ' (for more than 10 minutes)'],
    [3_600_000, ' (for more than an hour)'],
    [86_400_000, ' (for more than a day)'],
    [864_000_000, ' (for more than a day)'],
  ])('tells how long its server has been down, in steps: %i ms', (ms, words) => {
    expect(obstacleRecord(down, times(5_000 + ms, 5_000))['reason']).toBe(down.reason + words);
  });

  it('tells no age of anything else', () => {
    const byGate: HiddenTool = { ...down, by: 'gate' };
    expect(obstacleRecord(byGate, times(1e9))['reason']).toBe(down.reason);
    const elsewhere = fakeTool({ name: 'other', source: { kind: 'plugin', label: 'jira' } });
    expect(obstacleRecord({ ...down, tool: elsewhere }, times(1e9))['reason']).toBe(down.reason);
    const { sources } = fakeSnapshot([], {
      sources: [
        { label: 'other', state: 'failed', since: 0 },
        { label: 'jira', state: 'starting', since: 0 },
      ],
    });
    expect(obstacleRecord(down, { sources, now: 1e9 })['reason']).toBe(down.reason);
  });

  it('says of a server that is tried again that waiting helps, before what else does', () => {
    const again = 'it is tried again by itself, so search again later';
    expect(obstacleRecord({ ...down, isPassing: true }, times(0))['remedy']).toBe(again);
    expect(obstacleRecord({ ...down, isPassing: true, remedy: 'look at its log' }, times(0))['remedy']).toBe(
      `${again}; look at its log`,
    );
  });

  it('makes one short line of what a server said', () => {
    const said = `bad\u202e token\n\nadmin tools (1):\n${'long '.repeat(100)}`;
    const { reason, remedy } = obstacleRecord({ ...down, reason: said, remedy: said }, times(0));
    for (const text of [reason, remedy]) {
      expect(text).toMatch(/^bad token admin tools \(1\): long long .*…$/u);
      expect((text as string).length).toBeLessThanOrEqual(161);
    }
  });
});
