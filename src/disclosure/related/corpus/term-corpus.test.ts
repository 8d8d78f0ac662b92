import { describe, expect, it } from 'vitest';
import type { ToolDefinition } from '../../../registry/tool/tool.ts';
import { fakeTool } from '../../../testing/fake-tool.ts';
import { snapshotGroups } from '../../../testing/snapshot-groups.ts';
import { buildCatalog, type Catalog } from '../../catalog/catalog.ts';
import { findTools } from '../../find-tools.ts';
import { scoreRelated, toolAt } from '../find-related.ts';
import { loadVectors } from '../vocabulary/tables.ts';
import { sourceTerms, termDirectory } from './source-terms.ts';
import { openTerms, readSources } from './term-corpus.ts';

const vectors = await loadVectors();
const tool = (source: string, name: string, description: string): ToolDefinition => {
  const made = fakeTool({ name, description });
  return { ...made, source: { ...made.source, kind: 'mcp', label: source, toolName: name } };
};
const tools = [
  tool('sky', 'forecast', 'Tells the weather of tomorrow in a city'),
  tool('sky', 'radar', 'Shows rain clouds over a city'),
  tool('shop', 'order', 'Orders goods from a shop in the city'),
  tool('shop', 'refund', 'Pays money back for goods'),
];
const groups = snapshotGroups(tools);
const catalogOf = (isDeferred: (tool: ToolDefinition) => boolean, of = groups): Catalog =>
  buildCatalog({ groups: of }, isDeferred);
const everything = catalogOf(() => true);

describe('a corpus of terms', () => {
  it('counts the documents that have a term', () => {
    const corpus = openTerms(everything, vectors);
    expect(corpus.find('citi').documentFrequency).toBe(3);
    expect(corpus.find('good').documentFrequency).toBe(2);
    expect(corpus.find('nowher').documentFrequency).toBe(0);
  });

  it('counts and finds none that is not in the catalogue', async () => {
    const catalog = catalogOf(({ name }) => name !== 'radar');
    expect(openTerms(catalog, vectors).find('citi').documentFrequency).toBe(2);
    expect(openTerms(catalog, vectors).find('cloud').documentFrequency).toBe(0);
    const without = catalogOf(() => true, snapshotGroups(tools.filter(({ name }) => name !== 'radar')));
    expect(openTerms(catalog, vectors).averageLength).toBe(openTerms(without, vectors).averageLength);
    const { scored, corpus } = await scoreRelated(catalog, 'rain clouds over the city');
    const group = corpus.groups[0];
    const hidden = (group?.first ?? 0) + (group?.definitions.findIndex(({ name }) => name === 'radar') ?? 0);
    expect(scored.map(({ document }) => document)).not.toContain(hidden);
  });

  it('knows each tool by its number', () => {
    const corpus = openTerms(everything, vectors);
    expect(tools.map((_, document) => toolAt(corpus, document))).toEqual(tools);
  });

  it('gives a tool the same meaning whatever stands beside it in its source, and a source that of its tools', () => {
    const twice = tool('sky', 'rain', 'Rain today, rain tomorrow, rain in the night, and wind');
    const once = tool('sky', 'wind', 'Wind today, and some rain');
    const alone = sourceTerms([twice], vectors).vectors;
    const beside = sourceTerms([once, twice], vectors).vectors;
    expect(beside.rows.slice(vectors.dimensions)).toEqual(alone.rows);
    expect(sourceTerms([twice, twice], vectors).vectors.mean).toEqual(alone.mean);
  });

  it('reads a source anew that could not be read, and one that may have changed', async () => {
    let isBroken = true;
    const odd = {
      ...tool('odd', 'lamp', ''),
      get description() {
        if (isBroken) throw new Error('broken');
        return 'Switches the lamp';
      },
    };
    const broken = catalogOf(() => true, snapshotGroups([tool('odd', 'stove', 'Heats the stove'), odd]));
    await expect(readSources(broken, vectors)).rejects.toThrow('broken');
    isBroken = false;
    await readSources(broken, vectors);
    expect(openTerms(broken, vectors).find('lamp').documentFrequency).toBe(1);
    const growing = [tool('new', 'lamp', 'Switches the lamp')];
    const grown = () =>
      openTerms(
        catalogOf(() => true, [{ definitions: growing, usable: 'all' }]),
        vectors,
      );
    expect(grown().find('lamp').documentFrequency).toBe(1);
    growing.push(tool('new', 'lamps', 'Lists the lamps'));
    expect(grown().find('lamp').documentFrequency).toBe(2);
  });

  it('is the same whether other catalogues were opened before, and whether sources came in one go', async () => {
    const only = groups.slice(0, 1);
    const request = 'could you tell me about the weather of tomorrow in my city please';
    const scores = async (catalog: Catalog) => (await scoreRelated(catalog, request)).scored;
    const before = await scores(catalogOf(() => true, only));
    await scores(everything);
    const fresh = snapshotGroups(tools.slice(0, 2).map((each) => ({ ...each })));
    expect(await scores(catalogOf(() => true, only))).toEqual(before);
    expect(await scores(catalogOf(() => true, fresh))).toEqual(before);
  });

  it('lets other work have its turn while one large source is read, reads on after an abort, and once for all', async () => {
    const many = Array.from({ length: 400 }, (_, i) =>
      tool('large', `t${i}`, `Tells of the weather ${i} times. `.repeat(60)),
    );
    const large = catalogOf(() => true, snapshotGroups(many));
    const controller = new AbortController();
    const stopped = readSources(large, vectors, controller.signal);
    controller.abort(new Error('nobody waits'));
    await expect(stopped).rejects.toThrow('nobody waits');
    const before = termDirectory.size();
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    await Promise.all([readSources(large, vectors), readSources(large, vectors)]);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(0);
    const terms = openTerms(large, vectors);
    expect(terms.find('weather').documentFrequency).toBe(400);
    expect(termDirectory.size() - before).toBeLessThan(2_000);
  });

  it('gives the same answer after its sources were read beforehand', async () => {
    const fresh = catalogOf(() => true, snapshotGroups(tools.map((each) => ({ ...each }))));
    await readSources(fresh, vectors);
    const found = await findTools(fresh, 'money back for the goods that I have bought', { limit: 2, related: 'on' });
    const again = await findTools(everything, 'money back for the goods that I have bought', {
      limit: 2,
      related: 'on',
    });
    expect(found.related.map((each) => each.tool.name)).toEqual(again.related.map((each) => each.tool.name));
  });
});
