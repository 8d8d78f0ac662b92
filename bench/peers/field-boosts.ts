/** How much a field counts, where the description counts 1. */
export interface FieldBoosts {
  readonly name: number;
  readonly parameters: number;
}
