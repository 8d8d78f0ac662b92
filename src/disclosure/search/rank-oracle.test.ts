import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SnapshotGroup } from '../../registry/snapshot.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import { fakeTool } from '../../testing/fake-tool.ts';
import { buildCatalog } from '../catalog/catalog.ts';
import { rank } from './rank.ts';
import { stem } from './stem.ts';

/** One word of a text, found by the engine's own Unicode tables instead of ours. */
interface Word {
  readonly key: string;
  readonly terms: readonly string[];
  readonly other: boolean;
  readonly fragment: boolean;
}

const CJK = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const RUN =
  /(?:\p{Script=Latin}|\p{M})+|(?:\p{Script=Cyrillic})+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|\p{Script=Hangul}+/gu;

function wordsOf(raw: string): Word[] {
  const text = raw.normalize('NFKC');
  const found: (Word & { at: number })[] = [];
  const inside = new Set<number>();
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (/^[A-Za-z]*$/.test(run)) continue;
    const key = run.toLowerCase();
    const characters = [...key];
    const pairs = characters.slice(0, -1).map((character, i) => `${character}${characters[i + 1]}`);
    const terms = !CJK.test(key) ? [key] : pairs.length === 0 ? characters : pairs;
    found.push({ at: index, key, terms, other: true, fragment: false });
    for (let i = 0; i < run.length; i++) inside.add(index + i);
  }
  for (const { 0: run, index } of text.matchAll(/[A-Za-z0-9]+/g)) {
    const fragment = [...run].some((_, i) => inside.has(index + i));
    found.push({ at: index, key: stem(run), terms: [stem(run)], other: false, fragment });
  }
  return found.sort((a, b) => a.at - b.at);
}

/** The rule, by looking through every document for every word. */
function naiveRank(tools: readonly ToolDefinition[], query: string, limit: number) {
  const words = wordsOf(query);
  if (words.length === 0 || tools.length === 0 || limit <= 0) return { hits: [], admitted: 0 };
  const documents = tools.map((tool) => {
    const name = tool.name.replace(/^mcp__/, '').replace(/[_.:-]/g, ' ');
    const { label } = tool.source;
    const own = wordsOf(`${name} ${name.split(' ').includes(label) ? '' : label} ${tool.description}`);
    const terms = (other: boolean) => own.filter((word) => word.other === other).flatMap((word) => word.terms);
    return { tool, spaces: [terms(false), terms(true)] as const };
  });
  type Document = (typeof documents)[number];
  const has = ({ spaces }: Document, word: Word, term: string) => spaces[word.other ? 1 : 0].includes(term);
  const averages = [0, 1].map((space) =>
    Math.max(documents.reduce((sum, each) => sum + (each.spaces[space]?.length ?? 0), 0) / documents.length, 1),
  );
  const having = (word: Word): Document[] => {
    const terms = [...new Set(word.terms)];
    const all = documents.filter((each) => terms.every((term) => has(each, word, term)));
    if (all.length > 0 || terms.length === 1) return all;
    return documents.filter((each) => terms.filter((term) => has(each, word, term)).length >= terms.length / 2);
  };
  const counted = words.filter((word) => !word.fragment);
  const asked = [...new Map(counted.map((word) => [word.key, word])).values()]
    .map((word) => ({ word, present: having(word) }))
    .filter(({ word, present }) => word.key !== 'mcp' || present.length > 0);
  const gate = asked.reduce<(typeof asked)[number] | undefined>(
    (rarest, each) => (rarest === undefined || each.present.length < rarest.present.length ? each : rarest),
    undefined,
  );
  const answerable = asked.filter(({ present }) => present.length > 0);
  const required = answerable.length < 4 ? 1 : Math.ceil(answerable.length * 0.5);
  const partOf = (document: Document, word: Word, term: string, times: number) => {
    const df = documents.filter((each) => has(each, word, term)).length;
    const own = document.spaces[word.other ? 1 : 0];
    const tf = own.filter((each) => each === term).length;
    const idf = Math.log(1 + (documents.length - df + 0.5) / (df + 0.5));
    const average = averages[word.other ? 1 : 0] as number;
    return (idf * times * tf * (1.5 + 1)) / (tf + 1.5 * (1 - 0.75 + (0.75 * own.length) / average));
  };
  const terms = words.flatMap((word) => word.terms.map((term) => ({ word, term, key: `${word.other} ${term}` })));
  const times = (key: string) => terms.filter((each) => each.key === key).length;
  const score = (document: Document) =>
    [...new Map(terms.map((each) => [each.key, each])).values()]
      .map(({ word, term, key }) => partOf(document, word, term, times(key)))
      .reduce((sum, part) => sum + part, 0);
  const fold = (name: string) => name.trim().toLowerCase().replace(/[- ]/g, '_');
  const exactness = ({ tool }: Document) =>
    tool.name.toLowerCase() === query.trim().toLowerCase() ? 2 : fold(tool.name) === fold(query) ? 1 : 0;
  const hits = documents
    .map((document) => ({ document, exact: exactness(document) }))
    .filter(
      ({ document, exact }) =>
        exact > 0 ||
        (gate?.present.includes(document) === true &&
          answerable.filter(({ present }) => present.includes(document)).length >= required),
    )
    .map(({ document, exact }) => ({
      tool: document.tool,
      exact,
      score: exact > 0 ? Number.POSITIVE_INFINITY : score(document),
    }))
    .sort((a, b) => b.exact - a.exact || Math.round(b.score * 1e9) - Math.round(a.score * 1e9) || 0);
  return { hits: hits.slice(0, limit).map(({ tool, score: sum }) => ({ tool, score: sum })), admitted: hits.length };
}

const ASCII_WORDS = ['list', 'issues', 'Issue', 'create', 'message', 'the', 'a', 'user', 'mcp', 'v2'];
const OTHER_WORDS = [
  '备份',
  '备份笔记',
  '笔记',
  '记',
  '天气预报',
  'メール',
  'メールを送る',
  '메일',
  '메일함',
  'Météo',
  'é',
  'naïve',
  'погода',
  'API接口',
];
const word = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...ASCII_WORDS) }, fc.constantFrom(...OTHER_WORDS));
const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '));
const toolName = fc
  .tuple(fc.constantFrom('list', 'get-user', 'create_issue', 'create-issue', 'mcp'), fc.nat({ max: 3 }))
  .map(([name, i]) => (i === 0 ? name : `${name}_${i}`));
const tool = fc.record({ name: toolName, description: text });
const group = fc.record({
  label: fc.constantFrom('alpha', 'beta-list', 'mcp-notes'),
  tools: fc.uniqueArray(fc.tuple(tool, fc.boolean(), fc.boolean()), { maxLength: 8, selector: ([each]) => each.name }),
});
const groups = fc.uniqueArray(group, { maxLength: 3, selector: ({ label }) => label });
const query = fc.oneof(
  { weight: 4, arbitrary: fc.array(word, { maxLength: 6 }).map((words) => words.join(' ')) },
  toolName,
  fc.constantFrom('mcp__alpha__create issue', 'MCP__beta-list__list', 'create issue 1'),
);

it('[INV-8] ranks exactly as looking through every document does, whatever part of each source is included', () => {
  fc.assert(
    fc.property(groups, query, fc.integer({ min: 0, max: 12 }), (sources, asked, limit) => {
      const snapshot: SnapshotGroup[] = sources.map(({ label, tools }) => ({
        definitions: Object.freeze(tools.map(([each]) => fakeTool({ ...each, name: `mcp__${label}__${each.name}` }))),
        usable: tools.every(([, usable]) => usable) ? 'all' : tools.map(([, usable]) => usable),
      }));
      const deferred = new Set(
        snapshot.flatMap(({ definitions }, i) => definitions.filter((_, j) => sources[i]?.tools[j]?.[2])),
      );
      const catalog = buildCatalog({ groups: snapshot }, (each) => deferred.has(each));
      const included = snapshot.flatMap(({ definitions, usable }) =>
        definitions.filter((each, i) => (usable === 'all' || usable[i]) && deferred.has(each)),
      );
      expect(catalog.tools).toEqual(included);
      const expected = naiveRank(included, asked, limit);
      const actual = rank(catalog, asked, limit);
      expect(actual.admitted).toBe(expected.admitted);
      expect(actual.hits.map((hit) => hit.tool)).toEqual(expected.hits.map((hit) => hit.tool));
      expect(actual.hits.map((hit) => hit.score)).toStrictEqual(expected.hits.map((hit) => hit.score));
    }),
    { seed: 7, numRuns: 1_500 },
  );
});
