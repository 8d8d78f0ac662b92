import { type ParseError, printParseErrorCode } from 'jsonc-parser';
import { placeAt } from '../document-fault.ts';

const WORDS: Readonly<Record<ReturnType<typeof printParseErrorCode>, string>> = {
  InvalidSymbol: 'a word stands here that is neither true, false nor null; put texts in double quotes',
  InvalidNumberFormat: 'a number is not written as JSON wants it',
  PropertyNameExpected: 'a key in double quotes is missing',
  ValueExpected: 'a value is missing',
  ColonExpected: 'a colon is missing',
  CommaExpected: 'a comma is missing',
  CloseBraceExpected: 'a closing } is missing',
  CloseBracketExpected: 'a closing ] is missing',
  EndOfFileExpected: 'something follows behind the end',
  InvalidCommentToken: 'a comment stands where none may be',
  UnexpectedEndOfComment: 'a comment is not closed',
  UnexpectedEndOfString: 'a text is not closed',
  UnexpectedEndOfNumber: 'a number is not complete',
  InvalidUnicode: 'an escape \\u has not four hex digits',
  InvalidEscapeCharacter: 'a text has an escape that JSON does not know; write \\\\ for a backslash',
  InvalidCharacter: 'a text holds a control character or a line break',
  '<unknown ParseErrorCode>': 'it can not be understood',
};

/** What is wrong in a text that is not JSON, in plain words behind its place: `:2:7 is not JSON: a comma is missing`. */
export function jsonFaultWords(text: string, { error, offset }: ParseError): string {
  const { line, column } = placeAt(text, offset);
  return `:${line}:${column} is not JSON: ${WORDS[printParseErrorCode(error)]}`;
}
