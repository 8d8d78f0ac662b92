import { describe, expect, it } from 'vitest';
import { tunedBm25 } from '../peers/tuned-bm25.ts';
import { retrievalAims } from './aims.ts';
import { chineseProbe } from './chinese-probe.ts';
import { DOMAIN_PAIRS } from './domains.ts';
import { keywordProbe, WRITTEN_ROW } from './keyword-probe.ts';
import { labelledHalves, labelledProbe, rowOf } from './labelled-probe.ts';
import { bothTiers, strictTier } from './ours.ts';
import { figureOf, runProbes } from './probe.ts';
import type { Retriever } from './retriever.ts';
import { OTHER_DOMAIN_ROW, silenceProbe, UNANSWERABLE_ROW } from './silence-probe.ts';

const silent: Retriever = { name: 'silent', isOurs: false, open: () => async () => [] };
const loud: Retriever = {
  name: 'loud',
  isOurs: false,
  open:
    ({ tools, labelOf }) =>
    async (_query, limit) =>
      tools.slice(0, limit).map(labelOf),
};
const none = () => undefined;

describe('the probes', () => {
  it('give rankings of the right tools alone the best figures, and silence none', async () => {
    const halves = await labelledHalves('test', 20);
    const gold = new Map(halves.flatMap(({ queries }) => queries.map((each) => [each.query, each.gold] as const)));
    const perfect: Retriever = { name: 'perfect', isOurs: true, open: () => async (query) => gold.get(query) ?? [] };
    const board = await runProbes([labelledProbe(halves)], [perfect, silent], none);
    for (const measure of ['nDCG@10', 'recall@5', 'MRR']) {
      expect(figureOf(board, rowOf(measure, 'bfcl-live'), 'perfect')).toBe(1);
      expect(figureOf(board, rowOf(measure), 'perfect')).toBe(1);
      expect(figureOf(board, rowOf(measure), 'silent')).toBe(0);
    }
    expect(() => figureOf(board, 'no such row', 'perfect')).toThrow('no such row');
  });

  it('count silence where nothing can be right', async () => {
    const board = await runProbes([await silenceProbe('test', 10)], [silent, loud], none);
    for (const row of [UNANSWERABLE_ROW, OTHER_DOMAIN_ROW]) {
      expect(figureOf(board, row, 'silent')).toBe(1);
      expect(figureOf(board, row, 'loud')).toBe(0);
    }
    expect(board.size).toBe(DOMAIN_PAIRS.length + 2);
  });

  it('lead to the aims, met or not', async () => {
    const halves = await labelledHalves('test', 5);
    const probes = [labelledProbe(halves), await keywordProbe(), await silenceProbe('test', 5), await chineseProbe()];
    const all = [
      { ...silent, name: strictTier.name, isOurs: true },
      { ...silent, name: bothTiers.name, isOurs: true },
    ];
    const baseline = { ...silent, name: tunedBm25.name, settings: {} };
    const board = await runProbes(probes, [...all, baseline], none);
    const aims = retrievalAims(board, { all: [...all, baseline], tuned: [baseline] });
    const met = aims.filter((aim) => aim.met).map(({ what }) => what);
    expect(met).toContain(UNANSWERABLE_ROW);
    expect(met).toContain(OTHER_DOMAIN_ROW);
    expect(met).not.toContain(WRITTEN_ROW);
    expect(aims.filter(({ what }) => what.includes('best tuned')).every((aim) => !aim.met)).toBe(true);
  });
});

describe('the pairs of domains', () => {
  it('are none of a set with itself, and none twice', () => {
    for (const { from, to } of DOMAIN_PAIRS) expect(from).not.toBe(to);
    expect(new Set(DOMAIN_PAIRS.map(({ from, to }) => `${from} ${to}`)).size).toBe(DOMAIN_PAIRS.length);
  });
});
