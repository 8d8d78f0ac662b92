import { CallslipError } from '../base/errors.ts';
import type { JsonObject } from '../base/json.ts';
import { documentFault } from './document-fault.ts';
import type { Change, DocumentFormat, FormatName } from './document-format.ts';
import { jsonFormat } from './json/json-format.ts';
import { sameValue } from './same-value.ts';
import { tomlFormat } from './toml/toml-format.ts';
import { withChanges } from './with-changes.ts';
import { yamlFormat } from './yaml/yaml-format.ts';

const FORMATS: Readonly<Record<FormatName, DocumentFormat>> = { json: jsonFormat, toml: tomlFormat, yaml: yamlFormat };

/**
 * What a configuration file says; one without any value says `{}`.
 *
 * @param file for messages.
 * @throws CallslipError `invalid-config` naming file, line and column when it can't be read. What stands in the file is
 * not repeated: it may be a secret.
 */
export function readDocument(format: FormatName, text: string, file: string): JsonObject {
  return FORMATS[format].read(text.slice(byteOrderMark(text).length), file);
}

/**
 * The text of a configuration file with the changes made in order. Comments, order, spaces, line ends and the byte order
 * mark of everything else stay; what is inserted takes the line ends and the indentation of the file. The same text when
 * the changes have no effect. An empty text becomes a new document that ends in a line break.
 *
 * @param file for messages.
 * @throws CallslipError `invalid-config` when the text can't be read, or when the result would not say exactly what it
 * should: it is read again and compared.
 */
export function editDocument(format: FormatName, text: string, changes: readonly Change[], file: string): string {
  const language = FORMATS[format];
  const mark = byteOrderMark(text);
  const body = text.slice(mark.length);
  const before = language.read(body, file);
  const wanted = withChanges(before, changes, file);
  if (sameValue(before, wanted)) return text;
  const edited = attempt(() => language.edit(body, wanted));
  const result = edited === undefined ? undefined : attempt(() => language.read(edited, file));
  if (edited !== undefined && sameValue(result, wanted)) return mark + edited;
  throw documentFault(file, "it can't be changed without touching something else in it; make the change by hand");
}

function byteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? '\uFEFF' : '';
}

/** Absent when a step on the way can't be read any more. */
function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch (error) {
    if (CallslipError.isInstance(error)) return undefined;
    throw error;
  }
}
