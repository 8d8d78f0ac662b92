import fc from 'fast-check';
import { expect, it } from 'vitest';
import { collectGarbage } from '../../../test/collect-garbage.ts';
import type { SnapshotGroup } from '../../registry/snapshot.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import { fakeTool } from '../../testing/fake-tool.ts';
import { buildCatalog } from '../catalog/catalog.ts';
import { documentText } from '../catalog/document-text.ts';
import { sourceDirectory, sourceIndex } from '../catalog/source-index.ts';
import { rank } from './rank.ts';

/** Words that are their own stems. */
const WORDS = ['mail', 'send', 'list', 'user', 'note', 'file', 'a', 'the'];

const wordsOf = (text: string): readonly string[] => text.match(/[a-z0-9]+/g) ?? [];

/** The rule for ASCII words that are no names, by looking through every document. */
function naiveRank(tools: readonly ToolDefinition[], query: string, limit: number) {
  const documents = tools.map((tool) => ({ tool, words: wordsOf(documentText(tool)) }));
  const average = Math.max(documents.reduce((sum, { words }) => sum + words.length, 0) / documents.length, 1);
  const asked = wordsOf(query);
  const having = (word: string) => documents.filter(({ words }) => words.includes(word)).length;
  const distinct = [...new Set(asked)];
  if (distinct.length === 0 || documents.length === 0 || distinct.some((word) => having(word) === 0)) {
    return { names: [], scores: [], admitted: 0 };
  }
  const gate = distinct.reduce((rarest, word) => (having(word) < having(rarest) ? word : rarest));
  const required = distinct.length < 4 ? 1 : Math.ceil(distinct.length / 2);
  const part = (words: readonly string[], word: string) => {
    const times = asked.filter((each) => each === word).length;
    const count = words.filter((each) => each === word).length;
    const idf = Math.log(1 + (documents.length - having(word) + 0.5) / (having(word) + 0.5));
    return (idf * times * count * 2.5) / (count + 1.5 * (0.25 + (0.75 * words.length) / average));
  };
  const hits = documents
    .filter(({ words }) => words.includes(gate) && distinct.filter((word) => words.includes(word)).length >= required)
    .map(({ tool, words }) => ({ tool, score: distinct.reduce((sum, word) => sum + part(words, word), 0) }))
    .sort((a, b) => Math.round(b.score * 1e9) - Math.round(a.score * 1e9));
  const best = hits.slice(0, limit);
  return { names: best.map(({ tool }) => tool.name), scores: best.map(({ score }) => score), admitted: hits.length };
}

interface Source {
  readonly label: string;
  readonly definitions: readonly ToolDefinition[];
  /** Whether a session of a narrower scope has each. */
  readonly granted: readonly boolean[];
}

type Change =
  | { readonly kind: 'put'; readonly at: number; readonly tools: readonly (readonly [string, boolean])[] }
  | { readonly kind: 'remove'; readonly at: number }
  | { readonly kind: 'move'; readonly at: number }
  | { readonly kind: 'ask'; readonly query: string };

const text = (maxLength: number) =>
  fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength }).map((words) => words.join(' '));

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    kind: fc.constant('put' as const),
    at: fc.nat({ max: 11 }),
    tools: fc.array(fc.tuple(text(5), fc.boolean()), { minLength: 1, maxLength: 5 }),
  }),
  fc.record({ kind: fc.constant('remove' as const), at: fc.nat({ max: 11 }) }),
  fc.record({ kind: fc.constant('move' as const), at: fc.nat({ max: 11 }) }),
  fc.record({ kind: fc.constant('ask' as const), query: text(6) }),
);

/** Every array of definitions is a new one, as when a source lists its tools again. */
function afterChange(sources: readonly Source[], change: Change, step: number): readonly Source[] {
  if (change.kind === 'ask') return sources;
  const at = change.at % (sources.length + 1);
  const [left, right] = [sources.slice(0, at), sources.slice(at + 1)];
  if (change.kind === 'remove') return [...left, ...right];
  if (change.kind === 'move') return [...right, ...left, ...sources.slice(at, at + 1)];
  const label = sources[at]?.label ?? `s${step}`;
  const definitions = change.tools.map(([description], i) =>
    fakeTool({ name: `mcp__${label}__t${i}`, description, source: { kind: 'mcp', label, toolName: `t${i}` } }),
  );
  const granted = change.tools.map(([, isGranted]) => isGranted);
  return [...left, { label, definitions: Object.freeze(definitions), granted }, ...right];
}

function expectAsLookedThrough(groups: readonly SnapshotGroup[], query: string): void {
  const catalog = buildCatalog({ groups }, everything);
  const expected = naiveRank(catalog.tools, query, 5);
  const { hits, admitted } = rank(catalog, query, 5);
  expect(hits.map(({ tool }) => tool.name)).toEqual(expected.names);
  expect(hits.map(({ score }) => score)).toStrictEqual(expected.scores);
  expect(admitted).toBe(expected.admitted);
}

const everything = () => true;

it('[INV-1] [INV-4] [INV-8] ranks as looking through every document does, while sources change and two scopes take turns', () => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 4, maxLength: 24 }), text(6), (changes, last) => {
      let sources: readonly Source[] = [];
      for (const [step, change] of changes.entries()) {
        sources = afterChange(sources, change, step);
        const query = change.kind === 'ask' ? change.query : last;
        const narrow = sources.map(({ definitions, granted }) => ({ definitions, usable: granted }));
        expectAsLookedThrough(
          sources.map(({ definitions }) => ({ definitions, usable: 'all' })),
          query,
        );
        expectAsLookedThrough(narrow, query);
      }
    }),
    { seed: 7, numRuns: 250 },
  );
});

it('ranks a source that is there twice as two', () => {
  const definitions = Object.freeze([fakeTool({ name: 'a', description: 'send mail' })]);
  const once: SnapshotGroup = { definitions, usable: 'all' };
  const other: SnapshotGroup = {
    definitions: Object.freeze([fakeTool({ name: 'b', description: 'mail' })]),
    usable: 'all',
  };
  expectAsLookedThrough([once, other, once], 'mail');
});

it('counts a word that more than 255 tools of a source have', () => {
  const many = Array.from({ length: 300 }, (_, i) => fakeTool({ name: `mcp__s__t${i}`, description: 'list' }));
  const few = [fakeTool({ name: 'mcp__r__t', description: 'list file' })];
  const groups: SnapshotGroup[] = [many, few].map((each) => ({ definitions: Object.freeze(each), usable: 'all' }));
  for (const query of ['list', 'list file', 'list s t7']) expectAsLookedThrough(groups, query);
});

it('counts a word once, however many other words lie between', () => {
  const words = Array.from({ length: 300 }, (_, i) => `x${i}`).join(' ');
  const groups: SnapshotGroup[] = [
    { definitions: Object.freeze([fakeTool({ name: 'a', description: words })]), usable: 'all' },
  ];
  for (const query of [words, `${words} ${words} ${words} x7`, 'x0']) expectAsLookedThrough(groups, query);
});

/** Sources of a tool each, and the labels of those whose postings were read since. */
function watched(descriptions: Readonly<Record<string, string>>) {
  const read = new Set<string>();
  const groups = Object.entries(descriptions).map(([label, description]): SnapshotGroup => {
    const definitions = Object.freeze([fakeTool({ name: `mcp__${label}__tool`, description })]);
    const index = sourceIndex(definitions);
    const { words } = index;
    Object.defineProperty(index, 'words', {
      get: () => {
        read.add(label);
        return words;
      },
    });
    return { definitions, usable: 'all' };
  });
  return { read, catalog: buildCatalog({ groups }, everything) };
}

it('reads the postings of the sources that have the rarest word, and of no other', () => {
  const rest = Array.from({ length: 200 }, (_, i) => [`s${i}`, i % 2 === 0 ? 'list the files' : 'list notes']);
  const { catalog, read } = watched({ ...Object.fromEntries(rest), mail: 'list the mail', post: 'mail' });
  expect(rank(catalog, 'warm', 5).admitted).toBe(0);
  read.clear();
  expect(rank(catalog, 'list the mail', 5).admitted).toBe(2);
  expect([...read].sort()).toEqual(['mail', 'post']);
});

it('enters a source once, whatever is asked and by whom', () => {
  const groups = ['one', 'two', 'three'].map(
    (label): SnapshotGroup => ({
      definitions: Object.freeze([fakeTool({ name: `mcp__${label}__tool`, description: 'list mail' })]),
      usable: 'all',
    }),
  );
  rank(buildCatalog({ groups }, everything), 'mail', 5);
  const held = sourceDirectory.size();
  for (const query of ['list', 'nothing of the kind', 'mcp__one__tool', 'two']) {
    rank(buildCatalog({ groups }, everything), query, 5);
    rank(buildCatalog({ groups: groups.slice(1) }, everything), query, 5);
    rank(
      buildCatalog({ groups: groups.toReversed() }, (tool) => tool.name !== 'two'),
      query,
      5,
    );
  }
  expect(sourceDirectory.size()).toBe(held);
});

it('[INV-1] holds no source that is gone', async () => {
  const search = () => {
    const definitions = Object.freeze([fakeTool({ name: 'mcp__gone__tool', description: 'list mail' })]);
    expect(rank(buildCatalog({ groups: [{ definitions, usable: 'all' }] }, everything), 'mail', 5).admitted).toBe(1);
    return new WeakRef(definitions);
  };
  const gone = search();
  await collectGarbage();
  expect(gone.deref()).toBeUndefined();
});
