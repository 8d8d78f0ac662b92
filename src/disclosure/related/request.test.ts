import { describe, expect, it } from 'vitest';
import { leastProcessorMs, slowness } from '../../../test/processor-time.ts';
import { fakeTool } from '../../testing/fake-tool.ts';
import { snapshotGroups } from '../../testing/snapshot-groups.ts';
import { buildCatalog } from '../catalog/catalog.ts';
import { openTerms } from './corpus/term-corpus.ts';
import { readRequest } from './request.ts';
import { loadChinese, loadVectors } from './vocabulary/tables.ts';

const vectors = await loadVectors();
const chinese = await loadChinese();

function corpusOf(texts: Readonly<Record<string, string>>, isDeferred: (name: string) => boolean = () => true) {
  const tools = Object.entries(texts).map(([name, description]) => fakeTool({ name, description }));
  return openTerms(
    buildCatalog({ groups: snapshotGroups(tools) }, (tool) => isDeferred(tool.name)),
    vectors,
  );
}

const corpus = corpusOf({
  get_weather: 'The weather of a city, in its timezone',
  fetch_page: 'Fetches a web page and saves a screenshot',
  open_repository: 'Opens a repository of code',
  get_zhifu: '查询支付订单',
});

const madeUpCorpus = corpusOf({
  a_tool: 'zyxog plover zyxob quandof',
  b_tool: 'zyxog zyxob dunlan quandorf',
  c_tool: 'dunlac dunlad dunlan',
});

/** The words of a request, each with the terms it may stand for. */
const read = (request: string, among = corpus) =>
  readRequest(request, among, vectors, chinese).map(({ senses }) => senses.map(({ term }) => term));

/** Nine letters; some 2,000 numbers have others. */
const madeUp = (number: number) =>
  Array.from({ length: 9 }, (_, i) =>
    String.fromCharCode(97 + ((Math.imul(number * 9 + i, 0x9e3779b1) >>> 8) % 26)),
  ).join('');

describe('the words of a request', () => {
  it('count by how few documents have them', () => {
    const weightOf = (request: string) => readRequest(request, corpus, vectors, chinese)[0]?.weight;
    expect(weightOf('weather')).toBeCloseTo(Math.log(1 + 3.5 / 1.5));
    expect(weightOf('giraffe')).toBeCloseTo(Math.log(1 + 4.5 / 0.5));
  });

  it('are stems, each once, without words that say nothing', () => {
    expect(read('Please give me the weather, the weathers of all cities!')).toEqual([['weather'], ['citi']]);
  });

  it.each([
    ['createPR for my repo', [['creat'], ['pull'], ['request'], ['repositori']]],
    ['what is k8s', [['kubernet']]],
  ])('of %j are written out and taken apart', (request, words) => {
    expect(read(request)).toEqual(words);
  });

  it.each([
    ['wheather', 'weather'],
    ['wether', 'wether'],
    ['citty', 'citi'],
    ['repostiory', 'repositori'],
    ['screenshto', 'screenshot'],
  ])('may be spelled wrong: %s for %s', (word, term) => {
    expect(read(word).flat()).toContain(term);
  });

  it.each([
    ['qaundorf', ['quandorf'], 'two neighbours swapped'],
    ['quxxdorf', ['quandorf'], 'two letters wrong of eight'],
    ['zyxow', ['zyxob', 'zyxog'], 'another letter, for two of equal use'],
    ['polver', ['plover'], 'two neighbours swapped in a short word'],
    ['dunlax', ['dunlan', 'dunlac'], 'the most used, then the first by letters, and no third'],
    ['zyxg', [], 'too short'],
    ['polevr', [], 'two letters wrong of six'],
    ['quandorx', ['quandorf'], 'the nearest alone'],
  ])('of %s may be meant %j: %s', (word, terms) => {
    expect(read(word, madeUpCorpus)[0]?.slice(1)).toEqual(terms);
    expect(read(word, { ...madeUpCorpus, size: 20_001 })).toEqual([[word]]);
  });

  it('are not corrected where the catalogue or the table of vectors knows them', () => {
    expect(read('whether feather city')).toEqual([['feather'], ['citi']]);
  });

  it('are corrected to terms of this catalogue only', () => {
    const texts = { a_tool: 'quixotry here', b_tool: 'nothing else' };
    const senses = (deferred: (name: string) => boolean) =>
      readRequest('quixotri quixotrx', corpusOf(texts, deferred), vectors, undefined).flatMap((word) => word.senses);
    expect(senses(() => true).filter(({ weight }) => weight < 1)).not.toEqual([]);
    expect(senses((name) => name === 'b_tool').filter(({ weight }) => weight < 1)).toEqual([]);
  });

  it.each([
    ['webpage', ['webpag', 'web', 'page']],
    ['time zone', ['time', 'timezon']],
  ])('may be one of two or two of one: %j', (request, terms) => {
    expect(read(request)[0]).toEqual(terms);
  });

  it('are not taken apart where one part has two letters', () => {
    expect(read('qzpage pageqz', corpusOf({ a_tool: 'qz page' }))).toEqual([['qzpage'], ['pageqz']]);
  });

  it('leave out numbers, and Chinese names, that no tool has', () => {
    const among = corpusOf({ get_tax: 'Tax of 2024', get_zhifu: '查询支付订单' });
    expect(read('tax for 2024 or 2025', among)).toEqual([['tax'], ['2024']]);
    expect(readRequest('查询周杰伦支付', among, vectors, chinese).map(({ text }) => text)).toEqual(['查询', '支付']);
  });

  it('are those of the first 10,000 characters', () => {
    expect(read(`${'the '.repeat(2_490)} weather`)).toEqual([['weather']]);
    expect(read(`${'the '.repeat(2_500)} weather`)).toEqual([]);
  });

  it('in Chinese stand for pairs of characters and for English stems alike', () => {
    const [word] = readRequest('查询支付', corpus, vectors, chinese).filter(({ text }) => text === '支付');
    expect(word?.senses.map(({ term }) => term)).toEqual(expect.arrayContaining(['支付', 'pay']));
  });

  it('weigh more the fewer tools have them, and never less than nothing', () => {
    const words = [...readRequest('weather tool 支付 weather of nowhere', corpus, vectors, chinese)];
    const everywhere = corpusOf({ a_tool: 'web page', b_tool: 'web page', c_tool: 'web page' });
    words.push(...readRequest('webpage', everywhere, vectors, chinese));
    for (const { weight } of words) expect(weight).toBeGreaterThan(0);
  });

  it.each(['__proto__ constructor', '\ud800 lone surrogate', 'é́́', '½ ™ ①', 'a'.repeat(200), '你'.repeat(3000)])(
    'of %j do no harm',
    (request) => {
      expect(() => readRequest(request, corpus, vectors, chinese)).not.toThrow();
    },
  );

  it.each([
    ['one unknown word a thousand times', 'stationxq '.repeat(1_000)],
    ['no spaces', 'stationxq'.repeat(1_111)],
  ])('cost little for a request of %s, among thousands of terms', async (_, request) => {
    const texts = Object.fromEntries(Array.from({ length: 2_000 }, (__, i) => [`tool_${i}`, madeUp(i)]));
    const large = corpusOf(texts);
    expect(await leastProcessorMs(() => readRequest(request, large, vectors, chinese))).toBeLessThan(
      60 * (await slowness()),
    );
  });

  it('are at most 64, and a long request costs little', async () => {
    const long = Array.from({ length: 50_000 }, (_, i) => `qqx${i.toString(36)}zz`).join(' ');
    expect(readRequest(long, corpus, vectors, chinese).length).toBeLessThanOrEqual(64);
    expect(await leastProcessorMs(() => readRequest(long, corpus, vectors, chinese))).toBeLessThan(
      400 * (await slowness()),
    );
  });
});
