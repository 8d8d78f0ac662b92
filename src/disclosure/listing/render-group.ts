import { type CharacterCount, countCharacters } from '../../base/budget-tokens.ts';
import { displayName } from '../../guard/display-name.ts';
import { plus } from './character-count.ts';

/** A piece of the listing whose size is known before its text is made. */
export interface Block {
  readonly size: CharacterCount;
  text(): string;
}

/** A block that is one short text. */
export function textBlock(text: string): Block {
  return { size: countCharacters(text), text: () => text };
}

/** A header, then a line for each tool. */
export function fullBlock(label: string, lines: readonly string[]): Block {
  const header = headerOf(label, lines.length);
  const newlines = { ascii: lines.length, other: 0 };
  return {
    size: lines.map(countCharacters).reduce(plus, plus(countCharacters(header), newlines)),
    text: () => [header, ...lines].join('\n'),
  };
}

/** A header, then all names on one line. */
export function namesBlock(label: string, names: readonly string[]): Block {
  const header = headerOf(label, names.length);
  const separators = { ascii: 1 + 2 * (names.length - 1), other: 0 };
  return {
    size: names.map(countCharacters).reduce(plus, plus(countCharacters(header), separators)),
    text: () => `${header}\n${names.join(', ')}`,
  };
}

/** One line that says how many tools there are. */
export function summaryBlock(label: string, count: number): Block {
  return textBlock(`${displayName(label)} (${count} tools, names not listed: use tool_search)`);
}

function headerOf(label: string, count: number): string {
  return `${displayName(label)} tools (${count}):`;
}
