/** Faults by the words of the library, in words for whoever wrote the file; the library's may repeat a character of it. */
const WORDS: Readonly<Record<string, string>> = {
  'Unterminated string constant': 'a text is not closed',
  'Unterminated table-key': 'a closing ] is missing behind the name of a table',
  'Unterminated array': 'a closing ] is missing',
  'Unterminated inline table': 'a closing } is missing',
  'Empty bare keys are not allowed': 'a key is missing',
  'Must be a newline': 'something follows behind a value; begin a new line',
  'Expected equal (=) token': 'an equals sign is missing behind a key',
  'Unspecified values are invalid': 'a value is missing',
  'Expected comma (,) token': 'a comma is missing',
  'Defining a key multiple times is invalid': 'a key or table is written twice',
  'Unexpected character': 'a character stands where it can not; put texts in quotes',
  'Unexpected token': 'this can not stand here',
  'Control characters (codes < 0x1f and 0x7f) are not allowed':
    'a control character stands here; write it as an escape',
  'The key, equals sign, and value must be on the same line': 'a key and its value must stand in one line',
  'No newlines are allowed between the curly braces unless they are valid within a value':
    'what stands in braces must stand in one line',
  'Underscores are allowed between digits': 'an underscore may only stand between digits',
  'Unexpected spaces': 'a space stands where none may be',
  'Three or more quotes are not permitted': 'three quotes stand within a text',
  'Unexpected invalid date': 'there is no such date',
  'Unexpected invalid time': 'there is no such time',
  'Leading zeros are not allowed': 'a number begins with a zero',
  'Trailing comma is not permitted in an inline table': 'a comma stands before the closing }',
  'Invalid character in escape sequence': 'a text has an escape that TOML does not know; write \\\\ for a backslash',
  'Consecutive dots are not permitted in keys': 'two dots follow each other in a key',
  'Keys cannot end with a dot': 'a key ends with a dot',
  'Keys cannot start with a dot': 'a key begins with a dot',
};

/** What is wrong in a text that is not TOML, in plain words and without repeating what stands there. */
export function tomlFaultWords(message: string): string {
  return WORDS[message] ?? 'a character stands here that TOML does not allow';
}
