import { describe, expect, it } from 'vitest';
import { createTermIndexer, frequencyAt, type IndexedTerms, postingsAt } from './postings.ts';

function indexed(documents: readonly (readonly string[])[]): IndexedTerms {
  const indexer = createTermIndexer((word) => word.toLowerCase());
  for (const words of documents) indexer.add(words);
  return indexer.finish();
}

function postings({ index, marks }: IndexedTerms, term: string) {
  const { documents, counts, lengths, start, end } = postingsAt(index, marks.get(term) as number);
  return Array.from(documents.subarray(start, end), (document, i) => [document, counts[start + i], lengths[document]]);
}

describe('createTermIndexer', () => {
  it('tells the documents of each term, how often they have it, and how long they are', () => {
    const terms = indexed([['a', 'b', 'A'], [], ['b'], ['a', 'c']]);
    expect([...terms.marks.keys()]).toEqual(['a', 'b', 'c']);
    expect(postings(terms, 'a')).toEqual([
      [0, 2, 3],
      [3, 1, 2],
    ]);
    expect(postings(terms, 'b')).toEqual([
      [0, 1, 3],
      [2, 1, 1],
    ]);
    expect(terms.index.totalLength).toBe(6);
    expect(Array.from(terms.index.lengths)).toEqual([3, 0, 1, 2]);
  });

  it('takes nothing for documents without any term', () => {
    const { index, marks } = indexed([[], []]);
    expect(marks.size).toBe(0);
    expect(index.totalLength).toBe(0);
    expect(index.lengths.byteLength + index.starts.byteLength + index.documents.byteLength).toBe(0);
  });

  it.each([255, 256, 65_535, 65_536])('counts right where a number needs more bytes: %i', (many) => {
    const repeated = indexed([['a'], Array.from({ length: many }, () => 'a')]);
    expect(postings(repeated, 'a')).toEqual([
      [0, 1, 1],
      [1, many, many],
    ]);
    const spread = indexed(Array.from({ length: many + 1 }, (_, i) => (i === many ? ['a', 'last'] : ['a'])));
    expect(postings(spread, 'last')).toEqual([[many, 1, 2]]);
    expect(postings(spread, 'a')).toHaveLength(many + 1);
  });
});

describe('frequencyAt', () => {
  it.each([1, 2, 254])('says how many documents have a term: %i', (many) => {
    const { marks } = indexed(Array.from({ length: many }, () => ['a', 'a']));
    expect(frequencyAt(marks.get('a') as number)).toBe(many);
  });

  it.each([255, 256, 1_000])('leaves it to the postings where there are many: %i', (many) => {
    const terms = indexed(Array.from({ length: many }, () => ['a']));
    expect(frequencyAt(terms.marks.get('a') as number)).toBeUndefined();
    expect(postings(terms, 'a')).toHaveLength(many);
  });
});
