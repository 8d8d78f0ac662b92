import { firstCodePoints } from '../../base/text.ts';

const MOST = 20;
const LONGEST_PLACE = 160;

/** Collects what was found odd in a schema, each once, at most twenty. */
export class Warnings {
  private readonly sentences = new Set<string>();
  private more = 0;

  /** `place` is a JSON pointer into the schema. */
  add(place: string, sentence: string): void {
    if (this.sentences.size >= MOST) this.more++;
    else this.sentences.add(`${shortened(place)}: ${sentence}`);
  }

  get list(): readonly string[] {
    return this.more === 0 ? [...this.sentences] : [...this.sentences, `and ${this.more} more of the kind`];
  }
}

function shortened(place: string): string {
  const { text, cut } = firstCodePoints(place, LONGEST_PLACE);
  return cut ? `${text}…` : text;
}
