import { type Lane, lanesConflict } from './lane.ts';

interface OpenSegment<Call> {
  readonly calls: Call[];
  /** Lanes of its calls that can be conflicted with; a lane without files can't. */
  readonly lanes: Lane[];
}

/**
 * Cuts a batch into segments without changing its order. The calls of one segment may run side by side; a call joins
 * the segment before it unless it conflicts with one of its calls. A segment of one call runs by itself.
 */
export function cutSegments<Call>(calls: readonly Call[], laneOf: (call: Call) => Lane): readonly (readonly Call[])[] {
  const segments: OpenSegment<Call>[] = [];
  for (const call of calls) {
    const lane = laneOf(call);
    let segment = segments.at(-1);
    if (segment === undefined || lane === 'alone' || segment.lanes.some((other) => lanesConflict(lane, other))) {
      segment = { calls: [], lanes: [] };
      segments.push(segment);
    }
    segment.calls.push(call);
    if (lane === 'alone' || lane.length > 0) segment.lanes.push(lane);
  }
  return segments.map((segment) => segment.calls);
}
