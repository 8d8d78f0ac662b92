/**
 * The one counter of budgets, tiers and bills: ceil(ASCII characters / 4) plus one for each other code point.
 *
 * It never undercounts other scripts as characters / 4 does, needs no table, and is the same everywhere.
 */
export function budgetTokens(text: string): number {
  return tokensOf(countCharacters(text));
}

/** ASCII characters and other code points: what budget tokens are made of, for callers that add texts up. */
export interface CharacterCount {
  readonly ascii: number;
  readonly other: number;
}

/** Budget tokens of so many characters: rounded up once, however many texts were added up. */
export function tokensOf({ ascii, other }: CharacterCount): number {
  return Math.ceil(ascii / 4) + other;
}

/** The characters of a text. */
export function countCharacters(text: string): CharacterCount {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are ASCII too
  if (!/[^\x00-\x7f]/.test(text)) return { ascii: text.length, other: 0 };
  let ascii = 0;
  let other = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) ascii++;
    else {
      other++;
      if (unit >= 0xd800 && unit <= 0xdbff) {
        const next = text.charCodeAt(i + 1);
        if (next >= 0xdc00 && next <= 0xdfff) i++;
      }
    }
  }
  return { ascii, other };
}
