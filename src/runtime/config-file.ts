import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { parseDocument } from 'yaml';
import { CallslipError, messageOf } from '../base/errors.ts';
import { isJsonObject, type JsonObject } from '../base/json.ts';

const MAX_DEPTH = 200;

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
 * @throws CallslipError `invalid-config` when it is there and can't be read.
 */
export async function readText(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined;
    throw new CallslipError('invalid-config', `${file} can't be read: ${messageOf(error)}`, {
      data: { file },
      cause: error,
    });
  }
}

function parseConfig(content: string, file: string): JsonObject {
  // Checked before parsing: V8 ends the process when a regular expression is compiled on a stack that is nearly full.
  if (nestsDeeply(content)) throw invalid(file, `it nests deeper than ${MAX_DEPTH} levels`);
  try {
    const document = parseDocument(content);
    const [fault] = document.errors;
    if (fault !== undefined) throw invalid(file, firstLine(fault.message), fault.linePos?.[0]);
    const value: unknown = document.toJS();
    if (value === null || value === undefined) return {};
    if (!isJsonObject(value)) throw invalid(file, 'it must be a mapping of keys to values');
    return value;
  } catch (error) {
    if (CallslipError.isInstance(error)) throw error;
    // An alias without an anchor, or aliases that multiply.
    throw invalid(file, firstLine(messageOf(error)));
  }
}

/** By brackets that are open at a time, or by markers that open a level each, in one line. */
function nestsDeeply(content: string): boolean {
  let open = 0;
  let markers = 0;
  for (const [mark] of content.matchAll(/[[\]{}\n]|[-?:][ \t]/g)) {
    if (mark === '\n') markers = 0;
    else if (mark === '[' || mark === '{') open++;
    else if (mark === ']' || mark === '}') open = Math.max(0, open - 1);
    else markers++;
    if (open > MAX_DEPTH || markers > MAX_DEPTH) return true;
  }
  return false;
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
