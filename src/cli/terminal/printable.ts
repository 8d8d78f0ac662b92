import { styleText } from 'node:util';

/** Control characters but tab and line feed, and those that reorder what stands beside them. */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A text that a server, a tool or a model wrote, safe to show: no character in it can steer the terminal or reorder the
 * line. Those show as escapes, `\x1b`, `\u202e`. Line feeds and tabs stay.
 */
export function printable(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(UNSAFE, (character) => {
    const hex = (character.codePointAt(0) as number).toString(16);
    return hex.length <= 2 ? `\\x${hex.padStart(2, '0')}` : `\\u${hex.padStart(4, '0')}`;
  });
}

/** The same on one line: line breaks and runs of space become one space. */
export function printableLine(text: string): string {
  return printable(text.replace(/\s+/gu, ' ').trim());
}

/** The text of a JSON value for a terminal: the same value, with the same characters escaped as JSON allows. */
export function printableJson(json: string): string {
  return json.replace(UNSAFE, (character) => {
    const hex = (character.codePointAt(0) as number).toString(16);
    return `\\u${hex.padStart(4, '0')}`;
  });
}

/** Puts colour on texts, or leaves them plain. */
export interface Style {
  head(text: string): string;
  name(text: string): string;
  good(text: string): string;
  bad(text: string): string;
  warn(text: string): string;
  faint(text: string): string;
}

const plain = (text: string): string => text;

/** Without colour. */
const PLAIN: Style = { head: plain, name: plain, good: plain, bad: plain, warn: plain, faint: plain };

// Whether to colour is decided here, by the stream that is written to.
const ANY_STREAM = { validateStream: false };
const COLOURED: Style = {
  head: (text) => styleText('bold', text, ANY_STREAM),
  name: (text) => styleText('cyan', text, ANY_STREAM),
  good: (text) => styleText('green', text, ANY_STREAM),
  bad: (text) => styleText('red', text, ANY_STREAM),
  warn: (text) => styleText('yellow', text, ANY_STREAM),
  faint: (text) => styleText('dim', text, ANY_STREAM),
};

/** Colour for a terminal that wants it: none with a filled `NO_COLOR`, with `TERM=dumb`, or when it is no terminal. */
export function styleFor(isTerminal: boolean, environment: Readonly<Record<string, string | undefined>>): Style {
  const refused = (environment['NO_COLOR'] ?? '') !== '' || environment['TERM'] === 'dumb';
  return isTerminal && !refused ? COLOURED : PLAIN;
}
