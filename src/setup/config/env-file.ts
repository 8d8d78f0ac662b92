import { parseEnv } from 'node:util';
import { CallslipError } from '../../base/errors.ts';

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** What needs no quotes, whoever reads it. */
const PLAIN = /^[A-Za-z0-9_./:@%+=,~-]+$/;
const QUOTES = ["'", '"', '`'];
const BYTE_ORDER_MARK = /^\uFEFF/;

/** What a file of `NAME=value` lines holds, as it is read when we start. */
export function variablesIn(text: string): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(parseEnv(text.replace(BYTE_ORDER_MARK, ''))).filter(
      (pair): pair is [string, string] => pair[1] !== undefined,
    ),
  );
}

/** Why a value can't stand in such a file. */
export const UNHOLDABLE = 'it has a carriage return, or quotes of every kind and something that must be quoted';

/** Whether a value can stand in such a file. */
export function canHold(value: string): boolean {
  return lineOf('NAME', value) !== undefined;
}

/**
 * The text with the variables set: where one is there already its line is replaced, the others come at the end. All other
 * lines stay byte for byte.
 *
 * @param file for messages.
 * @throws CallslipError `invalid-config` naming the variable that can't be written, or the file when other variables would
 * not be read as before. No value is repeated.
 */
export function setVariables(text: string, variables: ReadonlyMap<string, string>, file: string): string {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  let edited = text;
  for (const [name, value] of variables) {
    const line = lineOf(name, value);
    if (line === undefined) throw unwritable(name, file);
    const there = definitionsIn(edited).findLast((definition) => definition.name === name);
    if (there === undefined) {
      const isOpen = edited.replace(BYTE_ORDER_MARK, '') !== '' && !edited.endsWith('\n');
      edited = `${edited}${isOpen ? lineEnd : ''}${line}${lineEnd}`;
    } else {
      edited = `${edited.slice(0, there.start)}${line}${edited.slice(there.end)}`;
    }
  }
  assertHolds(edited, new Map([...variablesIn(text), ...variables]), file);
  return edited;
}

/**
 * The text without the lines that set these variables. All other lines stay byte for byte; names that are not there are
 * none the worse.
 *
 * @param file for messages.
 * @throws CallslipError `invalid-config` naming the file when other variables would not be read as before.
 */
export function removeVariables(text: string, names: readonly string[], file: string): string {
  const doomed = definitionsIn(text).filter(({ name }) => names.includes(name));
  const edited = doomed.reduceRight(
    (left, { start, end }) => left.slice(0, start) + left.slice(end).replace(/^\r?\n/, ''),
    text,
  );
  assertHolds(edited, new Map([...variablesIn(text)].filter(([name]) => !names.includes(name))), file);
  return edited;
}

/** The first of the ways to write it that is read back as it was, among other lines too. */
function lineOf(name: string, value: string): string | undefined {
  if (!NAME.test(name)) return undefined;
  const quoted = QUOTES.map((quote) => `${quote}${value}${quote}`);
  // In one line where that can be, for whoever reads the file line by line.
  const escaped = value.includes('\n') ? [`"${value.replaceAll('\n', '\\n')}"`] : [];
  return [...(PLAIN.test(value) ? [value] : []), ...escaped, ...quoted, ...(/^\S/.test(value) ? [value] : [])]
    .map((written) => `${name}=${written}`)
    .find((line) => isReadBack(line, name, value));
}

/** Among lines with quotes of every kind: one that is open must not end in another line. */
function isReadBack(line: string, name: string, value: string): boolean {
  const others = QUOTES.map((quote, index) => [`${name}_${index}`, `${quote}x${quote}`] as const);
  const lines = others.map(([other, written]) => `${other}=${written}`);
  const held = variablesIn(Buffer.from([...lines, line, ...lines, ''].join('\n')).toString());
  const isKept = others.every(([other]) => held.get(other) === 'x');
  return isKept && held.size === others.length + 1 && held.get(name) === value;
}

/** One variable, and where its line or lines stand, without the line end. */
interface Definition {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

function definitionsIn(text: string): readonly Definition[] {
  const definitions: Definition[] = [];
  for (let start = 0; start < text.length; ) {
    let end = endOfLine(text, start);
    const [, name, value = ''] = /^\uFEFF?\s*(?:export\s+)?([^=#]*)=(.*)$/s.exec(text.slice(start, end)) ?? [];
    if (name !== undefined) {
      const open = end - value.replace(/^ +/, '').length;
      const quote = text[open] ?? '';
      const close = QUOTES.includes(quote) ? text.indexOf(quote, open + 1) : -1;
      if (close !== -1) end = endOfLine(text, close);
      definitions.push({ name: name.trim(), start, end });
    }
    start = text.startsWith('\r\n', end) ? end + 2 : end + 1;
  }
  return definitions;
}

function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  if (at === -1) return text.length;
  return text[at - 1] === '\r' && at > from ? at - 1 : at;
}

/** Lines that we read otherwise than Node does must not cost anybody a variable. */
function assertHolds(text: string, wanted: ReadonlyMap<string, string>, file: string): void {
  const held = variablesIn(text);
  if (held.size === wanted.size && [...wanted].every(([name, value]) => held.get(name) === value)) return;
  const what = 'a line in it is no NAME=value, or a quote in it is not closed; mend it, then try again';
  throw new CallslipError('invalid-config', `${file} can't be changed safely: ${what}`, { data: { file } });
}

function unwritable(name: string, file: string): CallslipError {
  const what = NAME.test(name)
    ? `the value of ${name} can't be written to it: ${UNHOLDABLE}`
    : `${JSON.stringify(name.slice(0, 80))} is no name of a variable: use letters, digits and "_"`;
  return new CallslipError('invalid-config', `${file}: ${what}`, { data: { file } });
}
