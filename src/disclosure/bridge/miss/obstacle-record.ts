import type { JsonObject } from '../../../base/json.ts';
import type { HiddenTool, SnapshotSource } from '../../../registry/snapshot.ts';
import { oneLine } from './one-line.ts';

const MINUTE_MS = 60_000;

/** How long a server has been down, in steps: an answer that changed at each search could never repeat. */
const STEPS: readonly (readonly [ms: number, words: string])[] = [
  [24 * 60 * MINUTE_MS, 'a day'],
  [60 * MINUTE_MS, 'an hour'],
  [10 * MINUTE_MS, '10 minutes'],
  [MINUTE_MS, 'a minute'],
];

/** What the age of an obstacle is read from. */
export interface ObstacleTimes {
  readonly sources: readonly SnapshotSource[];
  /** Now, in milliseconds of the registry's clock. */
  readonly now: number;
}

/** A tool that can't be used, for a model: name, reason, and what to do about it where that is known. */
export function obstacleRecord(hidden: HiddenTool, times: ObstacleTimes): JsonObject {
  const { tool, reason, remedy, isPassing } = hidden;
  const remedies = [
    ...(isPassing === true ? ['it is tried again by itself, so search again later'] : []),
    ...(remedy === undefined ? [] : [oneLine(remedy)]),
  ];
  return {
    name: tool.name,
    reason: `${oneLine(reason)}${ageOf(hidden, times)}`,
    ...(remedies.length === 0 ? {} : { remedy: remedies.join('; ') }),
  };
}

function ageOf({ by, tool: { source } }: HiddenTool, { sources, now }: ObstacleTimes): string {
  if (by !== 'source') return '';
  const row = sources.find(
    ({ kind, label, state }) => kind === source.kind && label === source.label && state === 'failed',
  );
  const step = row && STEPS.find(([ms]) => now - row.since >= ms);
  return step === undefined ? '' : ` (for more than ${step[1]})`;
}
