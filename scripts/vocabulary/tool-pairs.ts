import type { ToolText } from './catalogue-texts.ts';
import { stemsIn } from './vocabulary-words.ts';
import { type Bag, bagOf } from './word-bag.ts';

/** Two texts about one tool that have no word of its name or only those in common. */
export interface TextPair {
  readonly tool: string;
  readonly texts: readonly [Bag, Bag];
}

/**
 * What a catalogue teaches without any query: what a tool's first sentence says beyond its name belongs to its name,
 * parameters and further sentences; and its name belongs to what the description says in other words.
 */
export function pairsOf(tools: readonly ToolText[], rowOf: (stem: string) => number | undefined): readonly TextPair[] {
  const bag = (stems: readonly string[]) => bagOf(stems, rowOf);
  return tools.flatMap((tool) => {
    const name = stemsIn(tool.name);
    const [firstText, restText] = splitDescription(tool.description);
    const first = stemsIn(firstText);
    if (first.length < 3 || name.length === 0) return [];
    const rest = [...stemsIn(restText), ...stemsIn(tool.parameters)];
    const unnamed = (stems: readonly string[]) => stems.filter((stem) => !name.includes(stem));
    const pairs: readonly (readonly [Bag, Bag])[] = [
      [bag(unnamed(first)), bag([...name, ...name, ...stemsIn(tool.source), ...rest])],
      [bag(name), bag(unnamed([...first, ...rest]))],
    ];
    return pairs
      .filter(([a, b]) => a.rows.length > 0 && b.rows.length > 1)
      .map((texts) => ({ tool: tool.label, texts }));
  });
}

/** The first sentence, and the others; 200 characters where there is no sentence. */
function splitDescription(description: string): readonly [string, string] {
  const sentence = /^[\s\S]{15,}?[.。\n](?=\s|$)/.exec(description)?.[0];
  return sentence === undefined ? [description.slice(0, 200), ''] : [sentence, description.slice(sentence.length)];
}
