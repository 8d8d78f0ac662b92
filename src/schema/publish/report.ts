/** Collects what was changed in a schema on the way to a client or provider, each once. */
export class Report {
  private readonly sentences = new Set<string>();

  add(sentence: string): void {
    this.sentences.add(sentence);
  }

  get list(): readonly string[] {
    return [...this.sentences];
  }
}
