import { describe, expect, it } from 'vitest';
import { addTerms, indexBags } from './bm25.ts';

const bag = (text: string) => {
  const terms = new Map<string, number>();
  addTerms(terms, text.split(' '), 1);
  return terms;
};

describe('BM25', () => {
  const index = indexBags([bag('issue create'), bag('issue issue list open'), bag('branch')]);
  const options = { k1: 1.2, b: 0.75 };

  it('scores as worked out by hand', () => {
    // Lengths 2, 4, 1: 7 / 3 on average. Two of three documents have "issue": ln(1 + 1.5 / 2.5) = 0.470004.
    const first = (0.470004 * 1 * 2.2) / (1 + 1.2 * (0.25 + (0.75 * 2) / (7 / 3)));
    const second = (0.470004 * 2 * 2.2) / (2 + 1.2 * (0.25 + (0.75 * 4) / (7 / 3)));
    const found = index.search(['issue'], options, 10);
    expect(found.map(({ document }) => document)).toEqual([1, 0]);
    expect(found[0]?.score).toBeCloseTo(second, 5);
    expect(found[1]?.score).toBeCloseTo(first, 5);
  });

  it('adds up the words of a query, one that comes twice counted twice', () => {
    const once = index.search(['create'], options, 10)[0]?.score as number;
    expect(index.search(['create', 'create'], options, 10)[0]?.score).toBeCloseTo(2 * once, 12);
    expect(index.search(['create', 'branch'], options, 10)).toHaveLength(2);
  });

  it('leaves out what shares no word, and gives no more than asked for', () => {
    expect(index.search(['unheard'], options, 10)).toEqual([]);
    expect(index.search(['issue'], options, 1)).toHaveLength(1);
  });

  it('keeps the order of documents that score alike', () => {
    const same = indexBags([bag('x'), bag('y'), bag('x'), bag('x')]);
    expect(same.search(['x'], options, 2).map(({ document }) => document)).toEqual([0, 2]);
  });
});
