import type { ErrorCode } from 'yaml';

/** Faults whose words in the library are about the library, or hard to follow; the others are plain. */
const WORDS: Readonly<Partial<Record<ErrorCode, string>>> = {
  ALIAS_PROPS: 'an alias can have no anchor and no tag',
  BAD_ALIAS: 'an alias is not written as *name',
  BAD_COLLECTION_TYPE: 'a tag does not fit the kind of value behind it',
  BAD_DQ_ESCAPE: 'a text in double quotes has an escape that YAML does not know; write \\\\ for a backslash',
  BAD_INDENT: 'the indentation does not fit what stands above, or a bracket is not closed',
  BAD_SCALAR_START: 'a text begins with a character that YAML reserves; put it in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'a second key stands in the same line; put a text with ": " in quotes',
  MISSING_CHAR: 'a quote, a bracket, a comma or a space behind a colon is missing',
  MULTIPLE_DOCS: 'a second document begins here; remove the line ---',
  MULTILINE_IMPLICIT_KEY: 'a key must stand in one line, with a colon and a space behind it',
  TAB_AS_INDENT: 'a tab is used as indentation; use spaces',
  TAG_RESOLVE_FAILED: 'a value does not fit its tag',
  UNEXPECTED_TOKEN: 'this can not stand here; put a text with special characters in quotes',
};

/** What is wrong in a text that is not YAML, in plain words and without repeating what stands there. */
export function yamlFaultWords({ code, message }: { readonly code: ErrorCode; readonly message: string }): string {
  return WORDS[code] ?? firstLine(message);
}

/** What keeps a text from becoming a value although it is YAML. */
export function yamlValueFaultWords(message: string): string {
  const words = firstLine(message);
  if (words.startsWith('Unresolved alias')) return 'an alias has no anchor before it';
  return words.startsWith('Excessive alias') ? 'its aliases multiply without end' : words;
}

/** Without the position, which is said elsewhere, and the excerpt behind it. */
function firstLine(message: string): string {
  return (message.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:?$/, '');
}
