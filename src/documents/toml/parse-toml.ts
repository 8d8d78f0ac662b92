import { type AST, ParseError, parseTOML } from 'toml-eslint-parser';
import { documentFault } from '../document-fault.ts';
import { endOfComment } from '../text/gap.ts';
import { endOfQuoted, nestsDeeply, TOO_DEEP } from '../text/nesting.ts';
import { tomlFaultWords } from './toml-fault-words.ts';

/**
 * The tree of a text in TOML.
 *
 * @throws CallslipError `invalid-config` naming file, line and column when it is not TOML, or nests too deeply in brackets.
 */
export function parseToml(text: string, file: string): AST.TOMLTopLevelTable {
  if (nestsDeeply(text, skipToml)) throw documentFault(file, TOO_DEEP);
  try {
    return parseTOML(text).body[0];
  } catch (error) {
    // The parser hands a text of millions of characters to one call, as so many arguments.
    if (error instanceof RangeError) throw documentFault(file, 'a text in it is too long');
    if (!(error instanceof ParseError)) throw error;
    throw documentFault(file, tomlFaultWords(error.message), { line: error.lineNumber, column: error.column + 1 });
  }
}

/** The texts of the keys of a key with dots. */
export function keysOf({ keys }: AST.TOMLKey): readonly string[] {
  return keys.map((key) => (key.type === 'TOMLBare' ? key.name : key.value));
}

function skipToml(text: string, at: number): number {
  const mark = text[at];
  if (mark === '#') return endOfComment(text, at, 'hash');
  if (mark !== '"' && mark !== "'") return at;
  const isLong = text.startsWith(mark.repeat(3), at);
  if (mark === '"') return endOfQuoted(text, at, isLong ? '"""' : '"');
  const close = text.indexOf(isLong ? "'''" : "'", at + (isLong ? 3 : 1));
  return close === -1 ? text.length : close + (isLong ? 3 : 1);
}
