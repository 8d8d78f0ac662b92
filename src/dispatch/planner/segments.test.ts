import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Lane, laneOf, lanesConflict, SHARED } from './lane.ts';
import { cutSegments } from './segments.ts';

const cut = (...lanes: Lane[]) =>
  cutSegments(
    lanes.map((lane, index) => ({ lane, index })),
    ({ lane }) => lane,
  ).map((segment) => segment.map(({ index }) => index));
const read = (path: string): Lane => [{ path, access: 'read' }];
const write = (path: string): Lane => [{ path, access: 'write' }];

describe('cutSegments', () => {
  it('puts neighbours that share together, and leaves a call that does not by itself', () => {
    expect(cut(SHARED, SHARED, 'alone', SHARED, SHARED)).toEqual([[0, 1], [2], [3, 4]]);
    expect(cut('alone', 'alone')).toEqual([[0], [1]]);
    expect(cut()).toEqual([]);
  });

  it('lets readers share a file, and begins a new segment at a writer of the same one', () => {
    expect(cut(read('/a'), read('/a'), write('/b'))).toEqual([[0, 1, 2]]);
    expect(cut(read('/a'), write('/a'), write('/b'), read('/b/c'))).toEqual([[0], [1, 2], [3]]);
  });

  const lane = fc.oneof(
    fc.constant<Lane>('alone'),
    fc.array(
      fc.record({
        path: fc.constantFrom('/a', '/a/b', '/c', 'C:\\a', '/'),
        access: fc.constantFrom('read' as const, 'write' as const),
      }),
      { maxLength: 2 },
    ),
  );

  it('keeps every call once and in order, and never puts two that conflict side by side', () => {
    const conflicts = (segment: readonly number[], lanes: readonly Lane[]) =>
      segment.some((a) => segment.some((b) => a < b && lanesConflict(lanes[a]!, lanes[b]!)));
    fc.assert(
      fc.property(fc.array(lane, { maxLength: 12 }), (lanes) => {
        const segments = cut(...lanes);
        expect(segments.flat()).toEqual(lanes.map((_, index) => index));
        expect(segments.some((segment) => conflicts(segment, lanes))).toBe(false);
      }),
    );
  });
});

describe('laneOf', () => {
  it('trusts no function that fails or gives nonsense', () => {
    const paths = (value: unknown) => laneOf({ name: 'x', concurrency: { paths: () => value as never } }, {});
    expect(paths([{ path: '/a', access: 'read' }])).toEqual(read('/a'));
    for (const odd of [undefined, null, 'x', [{}], [null], [{ path: 7 }]]) expect(paths(odd)).toBe('alone');
  });

  it('takes a tool that says nothing for exclusive, and the bridge for shared', () => {
    expect(laneOf({ name: 'x' }, {})).toBe('alone');
    expect(laneOf({ name: 'x', concurrency: 'exclusive' }, {})).toBe('alone');
    expect(laneOf({ name: 'x', concurrency: 'parallel' }, {})).toBe(SHARED);
    expect(laneOf({ name: 'tool_search' }, {})).toBe(SHARED);
  });
});
