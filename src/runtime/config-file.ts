import { readFile, stat } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { CallslipError, messageOf } from '../base/errors.ts';
import type { JsonObject } from '../base/json.ts';
import { documentFault } from '../documents/document-fault.ts';
import { readYaml } from '../documents/yaml/read-yaml.ts';

const MAX_MEGABYTES = 10;

/**
 * Reads a configuration file in YAML (JSON is YAML too); absent when there is no such file.
 *
 * @throws CallslipError `invalid-config` naming file, line and column when it can't be read. What stands in the file is
 * not repeated: it may be a secret.
 */
export async function readConfigFile(file: string): Promise<JsonObject | undefined> {
  const content = await readText(file);
  return content === undefined ? undefined : readYaml(content, file);
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
  if (isUtf16(bytes)) throw documentFault(file, 'it is UTF-16; save it as UTF-8');
  return bytes.toString('utf8').replace(/^\uFEFF/, '');
}

/**
 * A regular file of up to 10 MB; absent when there is no such file. It is looked at before it is opened: a pipe or a device
 * may never end.
 *
 * @throws CallslipError `invalid-config` when it is there and can't be read.
 */
export async function readBytes(file: string): Promise<Buffer | undefined> {
  try {
    const found = await stat(file);
    if (!found.isFile()) throw documentFault(file, 'it is no regular file');
    if (found.size > MAX_MEGABYTES * 1_000_000) throw documentFault(file, `it is longer than ${MAX_MEGABYTES} MB`);
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

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
