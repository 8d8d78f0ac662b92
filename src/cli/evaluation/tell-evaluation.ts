import { counted, grouped } from '../render/bill.ts';
import type { Output } from '../terminal/output.ts';
import { printableLine } from '../terminal/printable.ts';
import type { EvaluationReport } from './evaluation-report.ts';
import { SCORE_NAMES } from './render-evaluation.ts';

/** Gold names that are told; the others are in the JSON. */
const MOST_UNUSED = 10;

/** Names the gold names that count for nothing, on standard error; true when there are none. */
export function tellUnusedGold({ labelled }: EvaluationReport, output: Pick<Output, 'warn'>): boolean {
  if (labelled === undefined) return true;
  const { asked, leftOut, unusedGold } = labelled;
  for (const { name, places, reason } of unusedGold.slice(0, MOST_UNUSED)) {
    const more = places.length === 1 ? '' : `, and ${counted(places.length - 1, 'place')} more`;
    output.warn(`${places[0]}${more}: gold name ${JSON.stringify(printableLine(name))}: ${printableLine(reason)}`);
  }
  const rest = unusedGold.length - MOST_UNUSED;
  if (rest > 0) output.warn(`${grouped(rest)} more gold names count for nothing; --json names them all`);
  if (leftOut > 0) {
    const all = grouped(asked + leftOut);
    output.warn(`${grouped(leftOut)} of ${all} queries are left out: none of their gold names counts`);
  }
  return unusedGold.length === 0;
}

/** Names each score that fell by more than is tolerated, on standard error; true when there is one. */
export function tellDrops({ comparison }: EvaluationReport, output: Pick<Output, 'error'>): boolean {
  if (comparison?.tolerance === undefined) return false;
  const fallen = comparison.scores.filter(({ fell }) => fell);
  for (const { score, baseline, now } of fallen) {
    const change = `from ${baseline.toFixed(3)} to ${now.toFixed(3)}`;
    output.error(`${SCORE_NAMES[score]} fell ${change}, by more than ${comparison.tolerance}`);
  }
  return fallen.length > 0;
}
