import { describe, expect, it } from 'vitest';
import { CHINESE_ROW, chineseProbe } from './chinese-probe.ts';
import { keywordProbe, WRITTEN_ROW } from './keyword-probe.ts';
import { labelledHalves, labelledProbe, rowOf } from './labelled-probe.ts';
import { bothTiers, scorerAlone } from './ours.ts';
import { figureOf, runProbes } from './probe.ts';
import { SILENT_SENTENCE_ROW, sentenceProbe } from './sentence-probe.ts';
import { OTHER_DOMAIN_ROW, silenceProbe, UNANSWERABLE_ROW } from './silence-probe.ts';

const none = () => undefined;

/** What the related tier was made to do, so that no change loses it. The figures themselves are in docs/benchmarks.md. */
describe('both tiers together', { timeout: 60_000 }, () => {
  it('are silent where there is nothing to find', async () => {
    const board = await runProbes([await silenceProbe('test', 60), await sentenceProbe('test')], [bothTiers], none);
    expect(figureOf(board, UNANSWERABLE_ROW, bothTiers.name)).toBeGreaterThanOrEqual(0.9);
    expect(figureOf(board, OTHER_DOMAIN_ROW, bothTiers.name)).toBeGreaterThanOrEqual(0.95);
    expect(figureOf(board, `${SILENT_SENTENCE_ROW} (36)`, bothTiers.name)).toBeGreaterThanOrEqual(0.7);
  });

  it('seldom keep silent where there is an answer, one-line descriptions included', async () => {
    const board = await runProbes([labelledProbe(await labelledHalves('test', 100))], [bothTiers, scorerAlone], none);
    const most = { metatool: 0.08, 'bfcl-live': 0.08, 'acebench-en': 0.02, 'acebench-zh': 0.04 };
    for (const [set, bound] of Object.entries(most)) {
      const [spoken, known] = [bothTiers, scorerAlone].map(({ name }) => figureOf(board, rowOf('nDCG@10', set), name));
      expect((known as number) - (spoken as number), set).toBeLessThan(bound);
    }
  });

  it('put the right tool first for the keywords that were written down, and read Chinese', async () => {
    const board = await runProbes([await keywordProbe(), await chineseProbe()], [bothTiers], none);
    expect(figureOf(board, WRITTEN_ROW, bothTiers.name)).toBe(1);
    expect(figureOf(board, CHINESE_ROW, bothTiers.name)).toBeGreaterThanOrEqual(0.8);
  });
});

describe('the tolerant scorer', { timeout: 60_000 }, () => {
  it('finds the right tools on test halves', async () => {
    const board = await runProbes([labelledProbe(await labelledHalves('test', 100))], [scorerAlone], none);
    const least = { 'azure-mcp': 0.88, metatool: 0.6, 'bfcl-live': 0.72, 'acebench-en': 0.9, 'acebench-zh': 0.88 };
    for (const [set, bound] of Object.entries(least)) {
      expect(figureOf(board, rowOf('nDCG@10', set), scorerAlone.name), set).toBeGreaterThanOrEqual(bound);
    }
  });
});
