import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectGarbage } from '../../../test/collect-garbage.ts';
import { createDirectory, type Place } from './source-directory.ts';

type Entry = readonly [string, number];

const entries = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.nat({ max: 3 })), {
  maxLength: 8,
  selector: ([key, mark]) => `${key}${mark}`,
});

const found = ({ groups, marks }: { groups: Uint32Array; marks: Uint32Array }) =>
  Array.from(groups, (group, i) => [group, marks[i]]);

describe('createDirectory', () => {
  it('finds what looking through every source of the view in its order does', () => {
    const steps = fc.array(fc.record({ entered: fc.array(entries, { maxLength: 4 }), picks: fc.array(fc.nat()) }), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(steps, (all) => {
        const directory = createDirectory(['left', 'right']);
        const sources: { readonly place: Place; readonly left: Entry[]; readonly right: Entry[] }[] = [];
        const views = all.map(({ entered, picks }) => {
          for (const left of entered) {
            const right = left.map(([key, mark]): Entry => [key, mark + 2 ** 31]);
            sources.push({ left, right, place: directory.enter({ left, right }) });
          }
          const picked = sources.length === 0 ? [] : picks.map((pick) => sources[pick % sources.length]);
          const seen = picked.flatMap((source) => source ?? []);
          return { seen, view: directory.open(seen.map(({ place }) => place)) };
        });
        for (const { seen, view } of views) {
          for (const space of ['left', 'right'] as const) {
            for (const key of ['a', 'b', 'c', 'd', 'e']) {
              const expected = seen.flatMap((source, group) =>
                source[space]
                  .filter(([each]) => each === key)
                  .map(([, mark]) => [group, mark] as const)
                  .sort(([, a], [, b]) => a - b),
              );
              expect(found(view.find(space, key))).toEqual(expected);
            }
          }
        }
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  it('knows each space by itself, and no key by a name that objects have', () => {
    const directory = createDirectory(['left', 'right']);
    const view = directory.open([directory.enter({ left: [['a', 1]], right: [['__proto__', 2]] })]);
    expect(found(view.find('left', 'a'))).toEqual([[0, 1]]);
    expect(found(view.find('right', 'a'))).toEqual([]);
    expect(found(view.find('right', '__proto__'))).toEqual([[0, 2]]);
    expect(found(view.find('left', 'constructor'))).toEqual([]);
  });

  it('keeps the largest marks apart, and numbers from texts', () => {
    const directory = createDirectory(['all']);
    const place = directory.enter({
      all: [
        ['7', 2 ** 32 - 1],
        [7, 0],
        [-7, 5],
      ],
    });
    const view = directory.open([directory.enter({ all: [] }), place]);
    expect(found(view.find('all', '7'))).toEqual([[1, 2 ** 32 - 1]]);
    expect(found(view.find('all', 7))).toEqual([[1, 0]]);
    expect(found(view.find('all', -7))).toEqual([[1, 5]]);
  });
});

describe('what it holds', () => {
  const wide = (name: string): Entry[] =>
    Array.from({ length: 99 }, (_, i) => [i < 50 ? `all ${i}` : `${name} ${i}`, i]);

  it('stays bounded while sources are replaced hundreds of times', async () => {
    const directory = createDirectory(['all']);
    const kept = Array.from({ length: 60 }, (_, i) => directory.enter({ all: wide(`kept ${i}`) }));
    const live = directory.size();
    expect(live).toBe(60 * 100);
    let most = 0;
    for (let change = 0; change < 600; change++) {
      kept[change % 60] = directory.enter({ all: wide(`change ${change}`) });
      if (change % 10 === 0) await collectGarbage();
      most = Math.max(most, directory.size());
    }
    expect(most).toBeLessThanOrEqual(3 * (live + 11 * 100));
    const view = directory.open(kept);
    expect(found(view.find('all', 'all 0'))).toEqual(kept.map((_, group) => [group, 0]));
    expect(found(view.find('all', 'change 540 60'))).toEqual([[0, 60]]);
    expect(found(view.find('all', 'change 0 60'))).toEqual([]);
  });

  it('counts small sources that are gone no longer than large ones', async () => {
    const directory = createDirectory(['all']);
    for (let change = 0; change < 30_000; change++) {
      directory.enter({ all: [['a', change]] });
      if (change % 500 === 0) await collectGarbage();
    }
    expect(directory.size()).toBeLessThan(3 * 4_096);
  });

  it('gives the number of a source that is gone to another, and shows that one in no view from before', async () => {
    const directory = createDirectory(['all']);
    const stays = directory.enter({ all: [['a', 1]] });
    const before = directory.open([stays]);
    const numbers = new Set<number>();
    let last = stays;
    for (let change = 0; change < 300; change++) {
      last = directory.enter({ all: [['a', 2], ...wide(`${change}`)] });
      numbers.add(last.source);
      if (change % 20 === 0) await collectGarbage();
    }
    expect(numbers.size).toBeLessThan(150);
    expect(found(before.find('all', 'a'))).toEqual([[0, 1]]);
    expect(found(directory.open([last, stays]).find('all', 'a'))).toEqual([
      [0, 2],
      [1, 1],
    ]);
  });

  it('keeps the sources of a view as long as the view', async () => {
    const directory = createDirectory(['all']);
    const open = () => directory.open([directory.enter({ all: [['a', 1]] })]);
    const view = open();
    for (let change = 0; change < 100; change++) directory.enter({ all: wide(`${change}`) });
    await collectGarbage();
    // So many that a sweep begins and ends.
    for (let change = 0; change < 300; change++) directory.enter({ all: wide(`more ${change}`) });
    expect(found(view.find('all', 'a'))).toEqual([[0, 1]]);
  });

  it('holds no text of which a key was a part', async () => {
    const directory = createDirectory(['all']);
    const heap = async () => {
      await collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const before = await heap();
    const places = Array.from({ length: 40 }, (_, i) => {
      const text = Buffer.alloc(500_000, `some long text ${i} `).toString();
      return directory.enter({ all: [[text.slice(0, 30), i]] });
    });
    expect((await heap()) - before).toBeLessThan(10_000_000);
    expect(directory.size()).toBe(2 * places.length);
  });
});
