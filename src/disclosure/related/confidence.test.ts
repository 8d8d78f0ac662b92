import { describe, expect, it } from 'vitest';
import { signsOf } from './confidence.ts';

const corpus = { size: 100, averageLength: 60 };
const known = (documentFrequency: number, share: number) => ({ documentFrequency, share });
const best = (...matches: number[]) => ({ score: 7, matches: Float64Array.from(matches) });

describe('signsOf', () => {
  it('takes half of the score of the best for two words, nearly all of it for many', () => {
    const scoreOf = (length: number) =>
      signsOf(corpus, Array(length).fill(known(1, 0)), best(...Array<number>(length).fill(1))).score;
    expect(scoreOf(2)).toBeCloseTo(3.5);
    expect(scoreOf(1)).toBeCloseTo(7 / 3);
    expect(scoreOf(40)).toBeCloseTo(7 / 1.05);
  });

  it('has a brevity of 0 for texts of sixty terms, more for shorter ones', () => {
    const brevityOf = (averageLength: number) => signsOf({ size: 1, averageLength }, [], best()).brevity;
    expect(brevityOf(60)).toBeCloseTo(0);
    expect(brevityOf(60 / Math.E)).toBeCloseTo(1);
    expect(brevityOf(60 * Math.E)).toBeCloseTo(-1);
  });

  it('is at home where the catalogue has the words more often than catalogues do, as a mean of the words', () => {
    const asElsewhere = known(10, 0.1);
    expect(signsOf(corpus, [asElsewhere], best(1)).atHome).toBeCloseTo(0);
    const more = signsOf(corpus, [known(10, 0.01)], best(1)).atHome;
    expect(more).toBeCloseTo(Math.log(0.102 / 0.012));
    expect(signsOf(corpus, [known(10, 0.01), asElsewhere], best(1, 1)).atHome).toBeCloseTo(more / 2);
    expect(signsOf(corpus, [known(0, 0.1)], best(0)).atHome).toBeLessThan(0);
  });

  it('finds the three words most telling that are rare anywhere and that the best tool has', () => {
    const words = [known(1, 0.5), known(1, 0.01), known(1, 0), known(1, 0.02), known(1, 0)];
    const weight = (share: number) => Math.log(1 + 1 / (share + 0.0005));
    const { telling } = signsOf(corpus, words, best(1, 1, 0, 1, 0.5));
    expect(telling).toBeCloseTo(weight(0.01) + weight(0.02) + 0.5 * weight(0));
  });

  it('has numbers also for a request without words', () => {
    expect(signsOf(corpus, [], best())).toMatchObject({ atHome: 0, telling: 0 });
  });
});
