import type { Growth } from '../pattern/ambiguity.ts';
import type { Meter, VisitCost } from './meter.ts';

/**
 * A schema in the form in which the validator gets it: our own object, made of keywords that were looked over, so it
 * may be written to and is never a third party's.
 *
 * The validator reads all keywords of a schema each time it holds a value against it, and does not stop by itself. The
 * accessors below are read then too: that is where a visit is counted, and where two keywords whose cost depends on the
 * arguments can be left out.
 */
export class SchemaNode {
  [keyword: string]: unknown;

  readonly #meter: Meter;
  #cost: VisitCost = { fixed: 1, perCharacter: 0, keyPatterns: [] };
  #pattern: { readonly source: string; readonly growth: Growth } | undefined;
  #unique = false;

  constructor(meter: Meter) {
    this.#meter = meter;
  }

  setCost(cost: VisitCost): void {
    this.#cost = cost;
  }

  setPattern(source: string, growth: Growth): void {
    this.#pattern = { source, growth };
  }

  setUniqueItems(): void {
    this.#unique = true;
  }

  /** A keyword of 2019-09 that is never set here; reading it counts one visit. */
  get $recursiveAnchor(): undefined {
    this.#meter.visit(this.#cost);
    return undefined;
  }

  /** The pattern, for messages. */
  get patternSource(): string | undefined {
    return this.#pattern?.source;
  }

  get pattern(): string | undefined {
    const pattern = this.#pattern;
    return pattern !== undefined && this.#meter.allowsPattern(pattern.growth) ? pattern.source : undefined;
  }

  get uniqueItems(): boolean {
    return this.#unique && this.#meter.allowsUnique();
  }
}
