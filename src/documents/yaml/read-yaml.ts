import { CST, type Document, Lexer, parseDocument } from 'yaml';
import { messageOf } from '../../base/errors.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { documentFault } from '../document-fault.ts';
import { MAX_NESTING, TOO_DEEP } from '../text/nesting.ts';
import { yamlFaultWords, yamlValueFaultWords } from './yaml-fault-words.ts';

const BRACKETS: Readonly<Record<string, number>> = {
  'flow-map-start': 1,
  'flow-map-end': -1,
  'flow-seq-start': 1,
  'flow-seq-end': -1,
};
const MARKERS = ['seq-item-ind', 'explicit-key-ind', 'map-value-ind'];

/** Reads a text in YAML; see {@link DocumentFormat}. */
export function readYaml(text: string, file: string): JsonObject {
  const value = valueIn(parseYaml(text, file), file);
  if (value === null || value === undefined) return {};
  if (!isJsonObject(value)) throw documentFault(file, 'it must be a mapping of keys to values');
  return value;
}

/**
 * The document of a text; what it says may still be wrong.
 *
 * @throws CallslipError `invalid-config` naming file, line and column when it is not YAML.
 */
export function parseYaml(text: string, file: string): Document.Parsed {
  if (nestsDeeply(text)) throw documentFault(file, TOO_DEEP);
  const document = parseDocument(text, { schema: 'core', resolveKnownTags: false, keepSourceTokens: true });
  const [fault] = document.errors;
  if (fault === undefined) return document;
  const [at] = fault.linePos ?? [];
  throw documentFault(file, yamlFaultWords(fault), at && { line: at.line, column: at.col });
}

function valueIn(document: Document.Parsed, file: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw documentFault(file, yamlValueFaultWords(messageOf(error)));
  }
}

/** Only splits the text: that does not recurse. */
function nestsDeeply(text: string): boolean {
  return nestsInLines(text) || indentsDeeply(text);
}

/** By brackets that are open at a time, and by markers that open a level each in one line. */
function nestsInLines(text: string): boolean {
  let brackets = 0;
  let markers = 0;
  for (const token of new Lexer().lex(text)) {
    const type = CST.tokenType(token) ?? '';
    brackets += BRACKETS[type] ?? 0;
    if (type === 'newline' || type === 'comma') markers = 0;
    else if (MARKERS.includes(type)) markers++;
    if (brackets + markers > MAX_NESTING) return true;
  }
  return false;
}

/** By lines that stand ever further to the right. */
function indentsDeeply(text: string): boolean {
  const indents: number[] = [];
  for (const [, indent = ''] of text.matchAll(/^( *)[^\s]/gm)) {
    while ((indents.at(-1) ?? -1) >= indent.length) indents.pop();
    if (indents.push(indent.length) > MAX_NESTING) return true;
  }
  return false;
}
