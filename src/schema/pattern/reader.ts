/** Thrown, and caught inside this folder, on syntax that the analysis does not know. */
export class UnknownSyntax extends Error {}

/** Reads the source of a pattern character by character. */
export class Reader {
  private readonly characters: readonly string[];
  private at = 0;

  constructor(source: string) {
    this.characters = Array.from(source);
  }

  get done(): boolean {
    return this.at >= this.characters.length;
  }

  peek(ahead = 0): string | undefined {
    return this.characters[this.at + ahead];
  }

  next(): string {
    return this.characters[this.at++] ?? this.fail();
  }

  /** Reads `text` when it comes next. */
  take(text: string): boolean {
    for (let i = 0; i < text.length; i++) if (this.peek(i) !== text[i]) return false;
    this.at += text.length;
    return true;
  }

  /** What stands before the next `end`, which is read too. */
  until(end: string): string {
    let text = '';
    for (let character = this.next(); character !== end; character = this.next()) text += character;
    return text;
  }

  hex(digits: number): number {
    let text = '';
    for (let i = 0; i < digits; i++) text += this.next();
    return Number.parseInt(text, 16);
  }

  fail(): never {
    throw new UnknownSyntax();
  }
}
