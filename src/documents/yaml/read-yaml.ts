import { CST, type Document, Lexer, parseDocument, visit } from 'yaml';
import { messageOf } from '../../base/errors.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { documentFault, placeAt } from '../document-fault.ts';
import { MAX_NESTING, TOO_DEEP } from '../text/nesting.ts';
import { keyTextOf, type Pair, startOf } from './pair-tokens.ts';
import { yamlFaultWords, yamlValueFaultWords } from './yaml-fault-words.ts';

/**
 * The library looks for keys that are written twice in a time that grows with the square of their number, and writes to
 * standard error of keys that are no texts.
 */
const OPTIONS = {
  schema: 'core',
  resolveKnownTags: false,
  keepSourceTokens: true,
  uniqueKeys: false,
  logLevel: 'error',
} as const;
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
  const document = parseDocument(text, OPTIONS);
  const [fault] = document.errors;
  const [at] = fault?.linePos ?? [];
  if (fault !== undefined) throw documentFault(file, yamlFaultWords(fault), at && { line: at.line, column: at.col });
  const twice = keyWrittenTwice(document);
  if (twice !== undefined) throw documentFault(file, 'a key is written twice', placeAt(text, twice));
  return document;
}

function valueIn(document: Document.Parsed, file: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw documentFault(file, yamlValueFaultWords(messageOf(error)));
  }
}

/** Where a key stands that its mapping has already. */
function keyWrittenTwice(document: Document.Parsed): number | undefined {
  let twice: number | undefined;
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<string>();
      for (const pair of items as readonly Pair[]) {
        const key = keyTextOf(pair);
        if (seen.has(key)) twice = startOf(pair);
        if (seen.has(key)) return visit.BREAK;
        seen.add(key);
      }
      return undefined;
    },
  });
  return twice;
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
