/** What may be spent on judging patterns, counted in small steps of some tens of nanoseconds. */
export class Effort {
  private left: number;

  constructor(steps: number) {
    this.left = steps;
  }

  /** Whether the steps can still be afforded; takes them off. */
  spend(steps: number): boolean {
    this.left -= steps;
    return this.left >= 0;
  }

  get spent(): boolean {
    return this.left < 0;
  }
}
