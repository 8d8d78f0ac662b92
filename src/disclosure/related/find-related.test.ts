import { describe, expect, it } from 'vitest';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import { fakeTool } from '../../testing/fake-tool.ts';
import { snapshotGroups } from '../../testing/snapshot-groups.ts';
import { buildCatalog, type Catalog } from '../catalog/catalog.ts';
import { findTools } from '../find-tools.ts';
import { findRelated, scoreRelated, toolAt } from './find-related.ts';
import { reasonFor } from './reason.ts';

const catalogOf = (...tools: ToolDefinition[]): Catalog => buildCatalog({ groups: snapshotGroups(tools) }, () => true);

const TOOLS: readonly (readonly [name: string, description: string])[] = [
  ['get_weather_forecast', 'Returns the weather forecast of a city: temperature, rain, wind.'],
  ['send_email', 'Sends an email message to one or more recipients.'],
  ['create_calendar_event', 'Creates an event in the calendar, with attendees and a reminder.'],
  ['search_flights', 'Searches for flights between two airports on a date.'],
  ['translate_text', 'Translates a text from one language into another.'],
  ['create_pull_request', 'Opens a pull request in a repository on GitHub.'],
  ['get_stock_price', 'Returns the current price of a share on the stock market.'],
  ['play_song', 'Plays a song or a playlist from the music library.'],
  ['read_file', 'Reads a file from the disk.'],
  ['list_containers', 'Lists the containers that Docker is running.'],
  ['find_recipe', 'Finds recipes for a meal by ingredients that are at hand.'],
  ['book_hotel', 'Books a hotel room for some nights.'],
];
const catalog = catalogOf(...TOOLS.map(([name, description]) => fakeTool({ name, description })));

const options = (limit: number) => ({ limit, signal: new AbortController().signal });

async function bestFor(request: string): Promise<string | undefined> {
  const { corpus, scored } = await scoreRelated(catalog, request);
  const [first] = scored;
  return first && toolAt(corpus, first.document).name;
}

describe('the tolerant scorer', () => {
  it.each([
    ["what's it like outside, do I need an umbrella because of rain", 'get_weather_forecast'],
    ['I would like to know whether it will be windy and rainy in Paris tomorrow', 'get_weather_forecast'],
    ['could you drop a note by mail to my colleagues', 'send_email'],
    ['put a meeting with Anna into my schedule for Monday', 'create_calendar_event'],
    ['I need to fly from Rome to Oslo, what planes are there?', 'search_flights'],
    ['how do you say good morning in the French language', 'translate_text'],
    ['createPR for my repo', 'create_pull_request'],
    ['what do shares of Siemens cost at the moment', 'get_stock_price'],
    ['put on some music by the Beatles', 'play_song'],
    ['what can I cook with eggs and spinach for dinner', 'find_recipe'],
    ['查天气', 'get_weather_forecast'],
    ['查一下明天北京的天气怎么样', 'get_weather_forecast'],
    ['給我的同事發一封電子郵件', 'send_email'],
    ['我想预订一家酒店', 'book_hotel'],
  ])('for %j puts %s first', async (request, name) => {
    expect(await bestFor(request)).toBe(name);
  });

  it.each([
    ['the price of a flight on a date', ['search_flights', 'get_stock_price']],
    ['search the library for a song', ['play_song']],
    ['lists of files in a repository', ['read_file', 'list_containers', 'create_pull_request']],
  ])('shows for %j only what has half of what the best has', async (request, names) => {
    expect((await findRelated(catalog, request, options(10))).map(({ tool }) => tool.name)).toEqual(names);
  });

  it('finds a tool by a word alone that has no meaning, among more than are looked at closely', async () => {
    const sources = ['a', 'b'].map((label) =>
      Array.from({ length: 40 }, (_, n) =>
        fakeTool({
          name: `${label}_note_${n}`,
          description: label === 'b' && n === 30 ? 'Keeps a zyxogram.' : 'Keeps a note.',
          source: { kind: 'mcp', label, toolName: `note_${n}`, provenance: 'live' },
        }),
      ),
    );
    const { corpus, scored, examine } = await scoreRelated(catalogOf(...sources.flat()), 'zyxogram');
    expect(scored[0] && toolAt(corpus, scored[0].document).name).toBe('b_note_30');
    const all = examine(Array.from({ length: 80 }, (_, document) => document));
    expect(all.filter(({ features }) => features.words > 0)).toHaveLength(1);
  });

  it('looks closely at the first of many tools that are alike', async () => {
    const alike = Array.from({ length: 40 }, (_, n) =>
      fakeTool({ name: `note_${n}`, description: 'Keeps a zyxogram.' }),
    );
    const { scored } = await scoreRelated(catalogOf(...alike), 'zyxogram');
    expect(scored.map(({ document }) => document)).toEqual(Array.from({ length: 24 }, (_, document) => document));
  });

  it('compares the meaning also in a source of more tools than are compared on the whole', async () => {
    const filler = Array.from({ length: 6_100 }, (_, n) =>
      fakeTool({ name: `archive_ledger_${n}`, description: 'Archives a ledger.' }),
    );
    const weather = fakeTool({ name: 'get_weather_forecast', description: 'Returns the weather forecast of a city.' });
    const { corpus, scored } = await scoreRelated(catalogOf(...filler, weather), 'a sunny or a stormy day outdoors');
    expect(scored[0] && toolAt(corpus, scored[0].document)).toBe(weather);
  });

  it.each(['', '   ', '!?…', 'the of and', '请帮我', '\u0000'])('has nothing to say to %j', async (request) => {
    expect(await findRelated(catalog, request, options(5))).toEqual([]);
  });

  it('says nothing of an empty catalogue', async () => {
    expect(await findRelated(catalogOf(), 'what is the weather like', options(5))).toEqual([]);
  });

  it('keeps to the limit', async () => {
    const request = 'please tell me the weather forecast with the temperature of the city';
    expect(await findRelated(catalog, request, options(1))).toHaveLength(1);
    expect((await findRelated(catalog, request, options(3))).length).toBeLessThanOrEqual(3);
  });

  it.each([
    ['the wether forcast please', 'matches wether, forcast'],
    ['查天气', 'matches 天气'],
  ])('says of %j that its tool %s', async (request, reason) => {
    expect((await findRelated(catalog, request, options(1)))[0]?.reason).toBe(reason);
  });

  it.each([
    ['time zone and time', 'matches time'],
    ['zya zyb zyc zyd zye zyf zyg zyh', 'matches zya, zyb, zyc, zyd, zye, zyf'],
    ['sunshine', 'near in meaning'],
  ])('names for %j each word once, and six at most: %s', async (request, reason) => {
    const odd = fakeTool({
      name: 'odd',
      description: 'The time, the timezone. Zya zyb zyc zyd zye zyf zyg zyh, and rain',
    });
    const { scored, words } = await scoreRelated(catalogOf(odd), request);
    expect(scored.map((found) => reasonFor(found, words))).toEqual([reason]);
  });

  it('gives reasons of one line, made of words of the request', async () => {
    const [first] = await findRelated(
      catalog,
      'please tell me the weather forecast with the temperature of Paris',
      options(1),
    );
    expect(first?.tool.name).toBe('get_weather_forecast');
    expect(first?.reason).toMatch(/weather/);
    expect(first?.reason).not.toMatch(/\n/);
  });
});

describe('findTools', () => {
  const request = 'is it going to rain in the city tomorrow, what does the weather forecast say';

  it('asks the related tier only where the strict tier has no match', async () => {
    const strict = await findTools(catalog, 'weather forecast', { limit: 5, related: 'on' });
    expect(strict.matches.map(({ name }) => name)).toEqual(['get_weather_forecast']);
    expect(strict.related).toEqual([]);
    const tolerant = await findTools(catalog, request, { limit: 5, related: 'on' });
    expect(tolerant.matches).toEqual([]);
    expect(tolerant.related[0]?.tool.name).toBe('get_weather_forecast');
  });

  it('does not ask it where it is off', async () => {
    expect(await findTools(catalog, request, { limit: 5, related: 'off' })).toEqual({ matches: [], related: [] });
  });
});

describe('words written otherwise', () => {
  it.each([
    ['wether forcast for the weekend in my city', 'get_weather_forecast'],
    ['pull reqeust on github please, in the repositry', 'create_pull_request'],
    ['make a calender event with a remainder for the attendes', 'create_calendar_event'],
    ['show me the play list and the songs of the musiclibrary', 'play_song'],
    ['which docker container is running, list containres', 'list_containers'],
  ])('for %j puts %s first', async (request, name) => {
    expect(await bestFor(request)).toBe(name);
  });
});
