import { detached } from '../../base/text.ts';

/** What a source is found by: a term, or a number that stands for one. */
type Key = string | number;

/** What a source enters: each of its keys with a whole number below 2^32, which says where the source has it. */
type Entries = Iterable<readonly [Key, number]>;

/** A source's place in a directory. Its entries stay for as long as somebody holds this object; its index should. */
export interface Place {
  readonly source: number;
}

/** Where a key is: two lists of one length, ascending by group, then by mark. */
export interface Found {
  /** Indexes into the places of the view. */
  readonly groups: Uint32Array;
  /** What the group's source entered with the key. */
  readonly marks: Uint32Array;
}

/** A directory as one catalogue sees it: its sources in its order, and nothing of any other. */
export interface DirectoryView<Space extends string> {
  /** Held, so that they can't go while the view is used. */
  readonly places: readonly Place[];
  /** Costs what the key has entries, however many places there are. */
  find(space: Space, key: Key): Found;
}

/** Which of many sources have a key; each space has keys of its own. */
export interface SourceDirectory<Space extends string> {
  enter(entries: Readonly<Record<Space, Entries>>): Place;
  open(places: readonly Place[]): DirectoryView<Space>;
  /** How many sources and entries are held, with those that are gone and not swept out yet. */
  size(): number;
}

type Table = Map<Key, number | number[]>;

/** An entry is one number: its source times this, plus its mark. Exact up to two million sources. */
const MARKS = 2 ** 32;

const FEWEST_TO_SWEEP = 4_096;

/** Keys that are looked over for each entry that comes in, while a sweep is under way. */
const SWEPT_PER_ENTRY = 4;

/**
 * An empty directory. It holds no source alive: once twice as much is held as the last sweep left, those whose place is gone
 * are swept out, a little with each source that comes in, so that nobody waits for all of it. So it holds at most three times
 * what it must.
 */
export function createDirectory<Space extends string>(spaces: readonly Space[]): SourceDirectory<Space> {
  const tables = new Map<Space, Table>(spaces.map((space) => [space, new Map()]));
  // No source has the number 0: with it, small entries and large ones would be kept in two ways.
  const places: (WeakRef<Place> | undefined)[] = [undefined];
  const free: number[] = [];
  let size = 0;
  let sweepAt = FEWEST_TO_SWEEP;
  let sweep: Iterator<void> | undefined;

  function* sweepOut(): Generator<void> {
    const gone = Uint8Array.from(places, (place) => (place !== undefined && place.deref() === undefined ? 1 : 0));
    for (const table of tables.values()) {
      for (const [key, held] of table) {
        size -= sweepKey(table, key, held, gone);
        yield;
      }
    }
    gone.forEach((isGone, source) => {
      if (isGone === 0) return;
      places[source] = undefined;
      free.push(source);
      size--;
    });
    sweepAt = Math.max(FEWEST_TO_SWEEP, 2 * size);
  }

  return {
    enter(entries) {
      const source = free.pop() ?? places.length;
      const place = { source };
      places[source] = new WeakRef(place);
      const before = size++;
      for (const [space, table] of tables) {
        for (const [key, mark] of entries[space]) {
          add(table, key, source * MARKS + mark);
          size++;
        }
      }
      if (size >= sweepAt) sweep ??= sweepOut();
      for (let steps = SWEPT_PER_ENTRY * (size - before); sweep !== undefined && steps > 0; steps--) {
        if (sweep.next().done === true) sweep = undefined;
      }
      return place;
    },
    open(opened) {
      const groups = groupsBySource(opened);
      return { places: opened, find: (space, key) => findIn(groups, tables.get(space)?.get(key)) };
    },
    size: () => size,
  };
}

function add(table: Table, key: Key, entry: number): void {
  const held = table.get(key);
  if (held === undefined) table.set(typeof key === 'string' ? detached(key) : key, entry);
  else if (typeof held === 'number') table.set(key, [held, entry]);
  else held.push(entry);
}

/** Takes the entries of sources that are gone out of what a key holds, and tells how many they were. */
function sweepKey(table: Table, key: Key, held: number | number[], gone: Uint8Array): number {
  // A source that came in since has a number that was free, or one beyond.
  const isLeft = (entry: number) => gone[sourceOf(entry)] !== 1;
  if (typeof held === 'number' ? isLeft(held) : held.every(isLeft)) return 0;
  const kept = typeof held === 'number' ? [] : held.filter(isLeft);
  if (kept.length === 0) table.delete(key);
  else table.set(key, kept);
  return typeof held === 'number' ? 1 : held.length - kept.length;
}

/** Groups by source, counted from 1; 0 is none. A source that is in a view several times leads from group to group. */
interface GroupsBySource {
  readonly first: Uint32Array;
  readonly next: Uint32Array;
}

function groupsBySource(places: readonly Place[]): GroupsBySource {
  const sources = places.reduce((most, { source }) => Math.max(most, source + 1), 0);
  const first = new Uint32Array(sources);
  const next = new Uint32Array(places.length + 1);
  for (let group = places.length; group > 0; group--) {
    const { source } = places[group - 1] as Place;
    next[group] = first[source] as number;
    first[source] = group;
  }
  return { first, next };
}

function findIn({ first, next }: GroupsBySource, held: number | readonly number[] | undefined): Found {
  const groups: number[] = [];
  const marks: number[] = [];
  let isSorted = true;
  let last = -1;
  for (const entry of typeof held === 'number' ? [held] : (held ?? [])) {
    const source = sourceOf(entry);
    const mark = entry - source * MARKS;
    // A source from after the view was opened has no group in it.
    for (let group = first[source] ?? 0; group > 0; group = next[group] as number) {
      groups.push(group - 1);
      marks.push(mark);
      isSorted &&= group > last;
      last = group;
    }
  }
  return isSorted ? { groups: new Uint32Array(groups), marks: new Uint32Array(marks) } : sorted(groups, marks);
}

/** In loops, as this is most of a look-up where sources were replaced by others. */
function sorted(groups: readonly number[], marks: readonly number[]): Found {
  const places = new Float64Array(groups.length);
  for (let i = 0; i < places.length; i++) places[i] = (groups[i] as number) * MARKS + (marks[i] as number);
  places.sort();
  const found = { groups: new Uint32Array(places.length), marks: new Uint32Array(places.length) };
  for (let i = 0; i < places.length; i++) {
    const group = sourceOf(places[i] as number);
    found.groups[i] = group;
    found.marks[i] = (places[i] as number) - group * MARKS;
  }
  return found;
}

function sourceOf(entry: number): number {
  return Math.floor(entry / MARKS);
}
