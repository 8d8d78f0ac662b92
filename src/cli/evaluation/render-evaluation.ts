import type { AnswerTier } from '../../eval/ask.ts';
import type { RankChange, ScoreChange, Scores } from '../../eval/compare.ts';
import { counted, grouped } from '../render/bill.ts';
import { fitColumns } from '../terminal/display-width.ts';
import type { Output } from '../terminal/output.ts';
import { printableLine, type Style } from '../terminal/printable.ts';
import { table } from '../terminal/table.ts';
import { boundedList } from './bounded-list.ts';
import type { EvaluationReport, LabelledPart, ReportedQuery, UnanswerablePart } from './evaluation-report.ts';
import { scoresOf } from './evaluation-report.ts';

/** A longer query would fill the screen. */
const MOST_QUERY_COLUMNS = 90;

const TIERS_WORST_FIRST: readonly AnswerTier[] = ['strict', 'related', 'nothing'];

/** What scores are called. */
export const SCORE_NAMES: Readonly<Record<keyof Scores, string>> = {
  recallAt1: 'recall@1',
  recallAt5: 'recall@5',
  recallAt10: 'recall@10',
  mrr: 'MRR',
  ndcgAt10: 'nDCG@10',
  silence: 'silence',
};

/** What was measured, for people. */
export function renderEvaluation(report: EvaluationReport, { style }: Pick<Output, 'style'>): string {
  const { tools, related, labelled, unanswerable, comparison } = report;
  const listed = tools.listed === 0 ? '' : `; listed directly and never searched: ${grouped(tools.listed)}`;
  const parts = [
    `${style.head('Catalogue')}\n  ${counted(tools.searched, 'tool')} searched, related ${related}${listed}`,
  ];
  if (labelled !== undefined) parts.push(...labelledParts(labelled, style));
  if (unanswerable !== undefined) parts.push(unanswerableLines(unanswerable, style));
  if (comparison !== undefined) {
    const { sameTools, toolsBefore, scores, fallen } = comparison;
    const now = sameTools
      ? 'the same tools'
      : `other tools: ${grouped(toolsBefore)} then, ${grouped(tools.searched)} now`;
    parts.push([style.head(`Since the baseline (${now})`), scoreChanges(scores, style)].join('\n'));
    if (fallen.length > 0) parts.push(fallenLines(fallen, style));
  }
  return parts.join('\n\n');
}

function labelledParts(
  { asked, measures, answered, latencyMs, results }: LabelledPart,
  style: Style,
): readonly string[] {
  const rows = Object.entries(scoresOf({ labelled: { measures } })).map(([score, value]) => [
    SCORE_NAMES[score as keyof Scores],
    value.toFixed(3),
  ]);
  const tiers = [
    ['strict matches', ...shareOf(answered.strict, asked)],
    ['only related tools', ...shareOf(answered.related, asked)],
    ['nothing', ...shareOf(answered.nothing, asked)],
  ];
  const { first, p50, p95 } = latencyMs;
  const missed = results.filter(({ rank }) => rank === undefined).sort(wrongFirst);
  return [
    `${style.head(`Labelled queries (${grouped(asked)})`)}\n${table(rows, { indent: '  ', right: [1] })}`,
    `${style.head('Answered with')}\n${table(tiers, { indent: '  ', right: [1, 2] })}`,
    `${style.head('Time of a query')}\n  p50 ${ms(p50)}, p95 ${ms(p95)}; the very first, with its indexes, ${ms(first)}`,
    ...(missed.length === 0 ? [] : [missedLines(missed, style)]),
  ];
}

/** A wrong answer is worse than none, and a strict one is worst. */
function wrongFirst(a: ReportedQuery, b: ReportedQuery): number {
  return TIERS_WORST_FIRST.indexOf(a.tier) - TIERS_WORST_FIRST.indexOf(b.tier);
}

function missedLines(missed: readonly ReportedQuery[], style: Style): string {
  const blocks = missed.map(
    ({ query, gold, instead, tier }) =>
      `  ${shortQuery(query)}\n    not found: ${style.name(gold.join(', '))}; ${
        instead === undefined ? 'nothing came' : `first came ${style.name(instead)} (${tier})`
      }`,
  );
  return [style.head(`No gold tool among the first ten (${grouped(missed.length)})`), ...boundedList(blocks)].join(
    '\n',
  );
}

function unanswerableLines({ asked, answered, results }: UnanswerablePart, style: Style): string {
  const rows = [
    ['silent', ...shareOf(answered.nothing, asked)],
    ['with strict matches', ...shareOf(answered.strict, asked)],
    ['with related tools', ...shareOf(answered.related, asked)],
  ];
  const blocks = results.map(
    ({ query, tier, found }) => `  ${shortQuery(query)}\n    ${tier}: ${style.name(found.slice(0, 3).join(', '))}`,
  );
  return [
    style.head(`Unanswerable queries (${grouped(asked)})`),
    table(rows, { indent: '  ', right: [1, 2] }),
    ...boundedList(blocks),
  ].join('\n');
}

function scoreChanges(scores: readonly ScoreChange[], style: Style): string {
  const rows = scores.map(({ score, baseline, now, fell }) => {
    const change = `${now < baseline ? '-' : '+'}${Math.abs(now - baseline).toFixed(3)}`;
    return [SCORE_NAMES[score], baseline.toFixed(3), now.toFixed(3), change, fell ? 'fell' : ''];
  });
  return table(rows, {
    heads: ['', 'baseline', 'now', 'change', ''],
    right: [1, 2, 3],
    indent: '  ',
    styles: [undefined, undefined, undefined, undefined, style.bad],
  });
}

function fallenLines(fallen: readonly RankChange[], style: Style): string {
  const blocks = fallen.map(
    ({ query, gold, baseline, now }) =>
      `  ${shortQuery(query)}\n    ${style.name(gold.join(', '))}: place ${baseline} then, ${now === undefined ? 'not found' : now} now`,
  );
  return [style.head(`Queries that fell (${grouped(fallen.length)})`), ...boundedList(blocks)].join('\n');
}

function shareOf(count: number, all: number): readonly [string, string] {
  return [grouped(count), `${((100 * count) / all).toFixed(1)} %`];
}

function shortQuery(query: string): string {
  return fitColumns(printableLine(query), MOST_QUERY_COLUMNS);
}

function ms(value: number): string {
  return `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;
}
