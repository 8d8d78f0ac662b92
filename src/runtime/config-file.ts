import { readFile, stat } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { type ErrorCode, parseDocument } from 'yaml';
import { CallslipError, messageOf } from '../base/errors.ts';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import { MAX_NESTING, nestsDeeply } from '../guard/nests-deeply.ts';

const MAX_MEGABYTES = 10;
/** Faults whose words in the library are about the library, or hard to follow; the others are plain. */
const FAULTS: Readonly<Partial<Record<ErrorCode, string>>> = {
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

/**
 * Reads a configuration file in YAML (JSON is YAML too); absent when there is no such file.
 *
 * @throws CallslipError `invalid-config` naming file, line and column when it can't be read. What stands in the file is
 * not repeated: it may be a secret.
 */
export async function readConfigFile(file: string): Promise<JsonObject | undefined> {
  const content = await readText(file);
  return content === undefined ? undefined : parseConfig(content, file);
}

/** Reads variables from a file of `NAME=value` lines; none when there is no such file. */
export async function readEnvFile(file: string): Promise<Readonly<Record<string, string | undefined>>> {
  const content = await readText(file);
  return content === undefined ? {} : parseEnv(content);
}

/**
 * A text file without its byte-order mark; absent when there is no such file.
 *
 * @throws CallslipError `invalid-config` when it is there and can't be read: it is no regular file, longer than 10 MB, or
 * not in UTF-8.
 */
export async function readText(file: string): Promise<string | undefined> {
  const bytes = await readBytes(file);
  if (bytes === undefined) return undefined;
  if (isUtf16(bytes)) throw invalid(file, 'it is UTF-16; save it as UTF-8');
  return bytes.toString('utf8').replace(/^\uFEFF/, '');
}

/** Looked at before it is opened: a pipe or a device may never end. */
async function readBytes(file: string): Promise<Buffer | undefined> {
  try {
    const found = await stat(file);
    if (!found.isFile()) throw invalid(file, 'it is no regular file');
    if (found.size > MAX_MEGABYTES * 1_000_000) throw invalid(file, `it is longer than ${MAX_MEGABYTES} MB`);
    return await readFile(file);
  } catch (error) {
    if (CallslipError.isInstance(error)) throw error;
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined;
    throw new CallslipError('invalid-config', `${file} can't be read: ${messageOf(error)}`, {
      data: { file },
      cause: error,
    });
  }
}

function isUtf16([first, second]: Buffer): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

function parseConfig(content: string, file: string): JsonObject {
  // Checked before parsing: V8 ends the process when a regular expression is compiled on a stack that is nearly full.
  if (nestsDeeply(content)) throw invalid(file, `it nests deeper than ${MAX_NESTING} levels`);
  try {
    const document = parseDocument(content);
    const [fault] = document.errors;
    if (fault !== undefined) {
      throw invalid(file, FAULTS[fault.code] ?? firstLine(fault.message), fault.linePos?.[0]);
    }
    const value: unknown = document.toJS();
    if (value === null || value === undefined) return {};
    if (!isJsonObject(value)) throw invalid(file, 'it must be a mapping of keys to values');
    return value;
  } catch (error) {
    if (CallslipError.isInstance(error)) throw error;
    const words = firstLine(messageOf(error));
    if (words.startsWith('Unresolved alias')) throw invalid(file, 'an alias has no anchor before it');
    throw invalid(file, words.startsWith('Excessive alias') ? 'its aliases multiply without end' : words);
  }
}

function invalid(file: string, what: string, at?: { readonly line: number; readonly col: number }): CallslipError {
  const place = at === undefined ? file : `${file}:${at.line}:${at.col}`;
  return new CallslipError('invalid-config', `${place}: ${what}`, {
    data: { file, ...(at === undefined ? {} : { line: at.line, column: at.col }) },
  });
}

/** Without the position, which is said elsewhere, and the excerpt behind it. */
function firstLine(message: string): string {
  return (message.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:?$/, '');
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
