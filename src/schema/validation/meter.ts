import type { Growth } from '../pattern/ambiguity.ts';
import { stepsOf } from '../pattern/judge-pattern.ts';
import type { Measure } from './measure.ts';

/** Thrown, and caught inside this folder, when a validation has cost all it may. */
export class OutOfBudget extends Error {}

/** What one visit of a schema costs, in units of about a microsecond. */
export interface VisitCost {
  readonly fixed: number;
  readonly perCharacter: number;
  /** Patterns that every key of an object is held against. */
  readonly keyPatterns: readonly Growth[];
}

/** Units for one call: some 10 ms. */
const BUDGET = 8_000;
/** What measuring a value and starting the validator costs. */
const UNITS_PER_RUN = 3;
/** Every error is handed up through all open levels; units times levels stay below this. */
const COPIES = 2_000_000;
const MAX_LEVELS = 1_500;
/** A single pattern may cost this many steps of the engine on the longest text of the arguments. */
const MAX_PATTERN_STEPS = 100_000;
const STEPS_PER_UNIT = 200;
const MAX_UNIQUE_UNITS = 6_000;

/** Counts what validating the arguments of one call costs, and stops it when that is too much. */
export class Meter {
  private left = BUDGET;
  private measure: Measure | undefined;
  private readonly skipped = new Set<string>();

  /** A fresh budget. */
  reset(): void {
    this.left = BUDGET;
    this.skipped.clear();
  }

  /** Leaves nothing of the budget. */
  exhaust(): void {
    this.left = -1;
  }

  get spent(): boolean {
    return this.left < 0;
  }

  /** Keywords that were left out because these arguments would make them too dear. */
  get leftOut(): readonly string[] {
    return [...this.skipped];
  }

  /**
   * Says what is validated next, against a schema that hands one value on through at most `chain` others.
   *
   * @throws OutOfBudget when it is nested too deeply.
   */
  begin(measure: Measure, chain: number): void {
    const levels = (measure.depth + 1) * chain;
    if (levels > MAX_LEVELS) throw new OutOfBudget();
    this.measure = measure;
    this.left = Math.min(this.left, COPIES / levels);
    this.spend(UNITS_PER_RUN + measure.nodes / 20);
  }

  visit({ fixed, perCharacter, keyPatterns }: VisitCost): void {
    const { keys, longestText, longestKey } = this.measure as Measure;
    let units = fixed + keys / 16 + perCharacter * longestText;
    for (const growth of keyPatterns) units += keys * (0.2 + stepsOf(growth, longestKey) / STEPS_PER_UNIT);
    this.spend(units);
  }

  /** Whether a pattern may be used now; takes off what that costs. */
  allowsPattern(growth: Growth): boolean {
    const steps = stepsOf(growth, (this.measure as Measure).longestText);
    if (steps > MAX_PATTERN_STEPS) {
      this.skipped.add('pattern');
      return false;
    }
    this.spend(steps / STEPS_PER_UNIT);
    return true;
  }

  /** Whether `uniqueItems`, which compares each item with each, may be used now; takes off what that costs. */
  allowsUnique(): boolean {
    const { items, nodes } = this.measure as Measure;
    const units = (items * nodes) / 50;
    if (units > MAX_UNIQUE_UNITS) {
      this.skipped.add('uniqueItems');
      return false;
    }
    this.spend(units);
    return true;
  }

  private spend(units: number): void {
    this.left -= units;
    if (this.left < 0) throw new OutOfBudget();
  }
}
