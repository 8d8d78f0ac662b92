import { describe, expect, it } from 'vitest';
import type { Clock } from '../../base/clock.ts';
import { systemClock } from '../../base/clock.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { fakeTool } from '../../testing/fake-tool.ts';
import { snapshotGroups } from '../../testing/snapshot-groups.ts';
import { buildCatalog } from '../catalog/catalog.ts';
import { openTerms } from './corpus/term-corpus.ts';
import type { Embedder } from './embedder.ts';
import { createEncoder } from './encoder.ts';
import { findRelated } from './find-related.ts';
import { loadVectors } from './vocabulary/tables.ts';

const texts = {
  get_weather_forecast: 'Returns the weather forecast of a city: temperature, rain, wind.',
  get_weather_history: 'Returns the weather of a city in the past: temperature, rain, wind.',
  send_email: 'Sends an email message to one or more recipients.',
};
const tools = Object.entries(texts).map(([name, description]) => fakeTool({ name, description }));
const catalogOf = (held: typeof tools) => buildCatalog({ groups: snapshotGroups(held) }, () => true);
const catalog = catalogOf(tools);
const REQUEST = 'please tell me about the temperature and the rain that the city is having';

/** An encoder that likes texts with one word, and counts what it was asked. */
function likes(word: string): Embedder & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    embed: async (given) => {
      asked.push(...given);
      return given.map((text) => (text === REQUEST || text.includes(word) ? [1, 0] : [0, 1]));
    },
  };
}

async function search(embedder: Embedder, { request = REQUEST, among = catalog, clock = systemClock as Clock } = {}) {
  const warnings: string[] = [];
  const encoder = createEncoder(embedder, clock, (text) => warnings.push(text));
  const found = await findRelated(among, request, { limit: 3, encoder, signal: new AbortController().signal });
  return { names: found.map(({ tool }) => tool.name), warnings };
}

async function without(): Promise<readonly string[]> {
  const found = await findRelated(catalog, REQUEST, { limit: 3, signal: new AbortController().signal });
  return found.map(({ tool }) => tool.name);
}

describe('an embedder', () => {
  it('has a say in the order', async () => {
    expect((await search(likes('past'))).names).toEqual(['get_weather_history', 'get_weather_forecast']);
    expect((await search(likes('forecast'))).names[0]).toBe('get_weather_forecast');
  });

  it('brings in what was not looked at closely', async () => {
    const alike = Array.from({ length: 40 }, (_, number) =>
      fakeTool({
        name: `get_rain_${number}`,
        description: `Tells the temperature and the rain of the city.${number === 39 ? ' Past' : ''}`,
      }),
    );
    const { names } = await search(likes('Past'), { among: catalogOf(alike) });
    expect(names[0]).toBe('get_rain_39');
  });

  it('is never given a tool that is not behind the search', async () => {
    const embedder = likes('past');
    const some = buildCatalog({ groups: snapshotGroups(tools) }, ({ name }) => name !== 'send_email');
    await search(embedder, { among: some });
    expect(embedder.asked).toHaveLength(1 + 2);
    expect(embedder.asked.filter((text) => text.includes('email'))).toEqual([]);
  });

  it('tells how much nearer than the mean a tool is, in standard deviations, 5 at most', async () => {
    const compare = async (among: typeof tools) => {
      const encoder = createEncoder(likes('past'), systemClock, () => {});
      const corpus = openTerms(catalogOf(among), await loadVectors());
      return Array.from((await encoder.compare(corpus, REQUEST, new AbortController().signal)) ?? []);
    };
    expect(await compare(tools)).toEqual([-1, 2, -1].map((each) => expect.closeTo(each / Math.SQRT2)));
    const others = Array.from({ length: 60 }, (_, number) => fakeTool({ name: `other_${number}` }));
    expect(Math.max(...(await compare([...tools, ...others])))).toBe(5);
  });

  it('encodes each tool once, and each request', async () => {
    const embedder = likes('past');
    await search(embedder);
    await search(embedder);
    expect(embedder.asked.filter((text) => text === REQUEST)).toHaveLength(1);
    expect(embedder.asked).toHaveLength(1 + Object.keys(texts).length);
  });

  it('is asked by all sessions together for each tool once, 32 at a time and one batch after another', async () => {
    const names = Array.from({ length: 70 }, (_, number) => `get_rain_${number}`);
    const many = catalogOf(names.map((name) => fakeTool({ name, description: 'Tells the rain and the temperature.' })));
    const batches: number[] = [];
    let open = 0;
    const embedder: Embedder = {
      embed: async (given) => {
        if (given[0] !== REQUEST) {
          batches.push(given.length);
          expect(++open).toBe(1);
          await new Promise((resolve) => setImmediate(resolve));
          open--;
        }
        return given.map((text) => [1, text.length]);
      },
    };
    await Promise.all(Array.from({ length: 10 }, () => search(embedder, { among: many })));
    expect(batches).toEqual([32, 32, 6]);
  });

  it('encodes what is new when the catalogue changes, and nothing else', async () => {
    const embedder = likes('past');
    await search(embedder);
    const added = fakeTool({ name: 'get_rain_radar', description: 'Shows where rain falls.' });
    await search(embedder, { among: catalogOf([...tools, added]) });
    expect(embedder.asked).toHaveLength(1 + tools.length + 1);
  });

  it('that fails goes on where it stopped, at the next search', async () => {
    const names = Array.from({ length: 40 }, (_, number) => `get_rain_${number}`);
    const many = catalogOf(names.map((name) => fakeTool({ name, description: 'Tells the rain and the temperature.' })));
    const batches: number[] = [];
    const embedder: Embedder = {
      embed: async (given) => {
        if (given[0] !== REQUEST && batches.push(given.length) === 2) throw new Error('busy');
        return given.map((text) => [1, text.length]);
      },
    };
    for (let time = 0; time < 3; time++) await search(embedder, { among: many });
    expect(batches).toEqual([32, 8, 8]);
  });

  it('that fails for the tools of one catalogue serves another', async () => {
    const quick = likes('past');
    const embedder: Embedder = {
      embed: async (given, signal) => {
        if (given.some((text) => text.includes('poison'))) throw new Error('cannot read that');
        return quick.embed(given, signal);
      },
    };
    await search(embedder, { among: catalogOf([...tools, fakeTool({ name: 'poison', description: 'poison rain' })]) });
    expect((await search(embedder)).names[0]).toBe('get_weather_history');
  });

  it('that gives vectors of another length from some day on is asked for all of them anew', async () => {
    const quick = likes('past');
    let more: readonly number[] = [];
    const embedder: Embedder = {
      embed: async (given, signal) =>
        (await quick.embed(given, signal)).map((vector) => [...Array.from(vector), ...more]),
    };
    await search(embedder);
    more = [0];
    const other = `${REQUEST} now`;
    const { names, warnings } = await search(embedder, { request: other });
    expect([names, warnings]).toEqual([await without(), [expect.stringContaining('vectors of 2 and of 3 numbers')]]);
    expect((await search(embedder)).names[0]).toBe('get_weather_history');
  });

  it('remembers the last requests, not all', async () => {
    const embedder = likes('past');
    const encoder = createEncoder(embedder, systemClock, () => {});
    const corpus = openTerms(catalog, await loadVectors());
    const ask = (request: string) => encoder.compare(corpus, request, new AbortController().signal);
    for (let number = 0; number < 100; number++) await ask(`rain ${number}`);
    for (const request of ['rain 99', 'rain 0']) await ask(request);
    const count = (request: string) => embedder.asked.filter((text) => text === request).length;
    expect([count('rain 99'), count('rain 0')]).toEqual([1, 2]);
  });

  it('gets no text of more than 2,000 characters, and no half of a character', async () => {
    const given: string[] = [];
    const embedder: Embedder = {
      embed: async (asked) => {
        given.push(...asked);
        return asked.map((text) => [1, text.length]);
      },
    };
    const long = fakeTool({ name: 'get_rain', description: `rain ${'\u{1F327}'.repeat(3_000)} \ud83c` });
    await search(embedder, { among: catalogOf([...tools, long]) });
    expect(Math.max(...given.map((text) => text.length))).toBeLessThanOrEqual(2_000);
    expect(given.filter((text) => /\p{Surrogate}/u.test(text))).toEqual([]);
  });

  it('can not make the tier speak', async () => {
    const everything: Embedder = { embed: async (given) => given.map(() => [1, 0]) };
    expect((await search(everything, { request: 'sharpen the pencils of the committee' })).names).toEqual([]);
  });

  it.each<readonly [string, Embedder['embed']]>([
    ['throws', () => Promise.reject(new Error('no model'))],
    [
      'throws at once',
      () => {
        throw new Error('no model');
      },
    ],
    ['gives too few vectors', async () => [[1, 0]]],
    ['gives none', async () => []],
    ['gives numbers that are none', async (given) => given.map(() => [Number.NaN, 1])],
    ['changes its length', async (given) => given.map((text) => (text === REQUEST ? [1] : [1, 0]))],
  ])('that %s is left out of the search, with one warning', async (_, embed) => {
    const { names, warnings } = await search({ embed });
    expect(names).toEqual(await without());
    expect(warnings).toHaveLength(1);
  });

  it('of which all vectors are zero changes nothing', async () => {
    const { names, warnings } = await search({ embed: async (given) => given.map(() => [0, 0]) });
    expect([names, warnings]).toEqual([await without(), [expect.stringContaining('zero')]]);
  });

  it('that is slow is waited for once, and has its say when it is ready', async () => {
    const clock = createFakeClock();
    const quick = likes('past');
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow: Embedder = {
      embed: async (given, signal) => {
        if (given[0] !== REQUEST) await released;
        return quick.embed(given, signal);
      },
    };
    const first = search(slow, { clock });
    await clock.advance(2_000);
    expect((await first).names).toEqual(await without());
    expect((await search(slow, { clock })).names).toEqual(await without());
    release();
    await released;
    await new Promise((resolve) => setImmediate(resolve));
    expect((await search(slow, { clock })).names[0]).toBe('get_weather_history');
  });

  it('that is slow with some tools has its say on others that it knows', async () => {
    const clock = createFakeClock();
    const quick = likes('past');
    const slow: Embedder = {
      embed: (given, signal) =>
        given.some((text) => text.includes('radar')) ? new Promise(() => {}) : quick.embed(given, signal),
    };
    await search(slow, { clock });
    const late = search(slow, { clock, among: catalogOf([...tools, fakeTool({ name: 'get_rain_radar' })]) });
    await clock.advance(2_000);
    expect((await late).warnings).toHaveLength(1);
    expect((await search(slow, { clock })).names[0]).toBe('get_weather_history');
  });

  it('that hangs is given up after half a minute, and asked again', async () => {
    const clock = createFakeClock();
    const quick = likes('past');
    let isHanging = true;
    const embedder: Embedder = {
      embed: (given, signal) => (isHanging ? new Promise(() => {}) : quick.embed(given, signal)),
    };
    const first = search(embedder, { clock });
    await clock.advance(2_000);
    await first;
    isHanging = false;
    await clock.advance(28_000);
    expect((await search(embedder, { clock })).names[0]).toBe('get_weather_history');
  });

  it('says nothing of a search that was stopped', async () => {
    const warnings: string[] = [];
    const stopped = new AbortController();
    const embed: Embedder['embed'] = (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        stopped.abort(new Error('nobody waits'));
      });
    const encoder = createEncoder({ embed }, createFakeClock(), (text) => warnings.push(text));
    const corpus = openTerms(catalog, await loadVectors());
    await expect(encoder.compare(corpus, REQUEST, stopped.signal)).rejects.toThrow('nobody waits');
    await new Promise((resolve) => setImmediate(resolve));
    expect(warnings).toEqual([]);
  });
});
