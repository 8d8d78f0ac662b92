/**
 * Signs that NFKC would turn into letters or digits (`™` into TM, `²` into 2). They are no part of a word, and glued to
 * one they would hide it.
 */
const LETTERLIKE_SIGNS =
  /[\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u2125\u2127-\u2129\u212c-\u218f\u2460-\u24ff\u3200-\u33ff\u{1f100}-\u{1f1ff}]/gu;

/**
 * What stacks up on one letter: marks, and the half-width signs that become such. Putting a run of them in order takes the
 * square of its length. More than thirty in a row are in no language (Unicode's Stream-Safe Text Format has that bound).
 */
const TOO_MANY_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/** True when a text has ASCII characters only. */
export function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are ASCII too
  return !/[^\x00-\x7f]/.test(text);
}

/**
 * The text as both term spaces read it: NFKC, so that full-width, decomposed and ligature forms count as what they
 * stand for. ASCII text comes back unchanged; signs such as `™` are separators, as they are without normalisation. Of
 * marks on one letter the first thirty count.
 */
export function normalise(text: string): string {
  return isAscii(text) ? text : text.replace(LETTERLIKE_SIGNS, ' ').replace(TOO_MANY_MARKS, '$1').normalize('NFKC');
}

/** The runs of ASCII letters and digits of a {@link normalise | normalised} text, and where each starts. */
export function asciiRuns(text: string): { readonly start: number; readonly run: string }[] {
  return Array.from(text.matchAll(/[A-Za-z0-9]+/g), (match) => ({ start: match.index, run: match[0] }));
}

/** The ASCII words of a normalised text as they stand in it, in order, repeats kept. */
export function asciiWords(text: string): readonly string[] {
  return text.match(/[A-Za-z0-9]+/g) ?? [];
}
