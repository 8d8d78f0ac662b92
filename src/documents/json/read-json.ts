import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import { CallslipError } from '../../base/errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import { documentFault, placeAt } from '../document-fault.ts';
import { endOfComment } from '../text/gap.ts';
import { endOfQuoted, nestsDeeply, TOO_DEEP } from '../text/nesting.ts';
import { jsonFaultWords } from './json-fault-words.ts';

/** Reads a text in JSON; see {@link DocumentFormat}. */
export function readJson(text: string, file: string): JsonObject {
  if (nestsDeeply(text, skipJson)) throw documentFault(file, TOO_DEEP);
  const value = parseStrict(text) ?? valueIn(parseJsonTree(text, file));
  if (value === undefined) return {};
  if (!isJsonObject(value)) throw documentFault(file, 'it must be a mapping of keys to values');
  return value;
}

/**
 * The tree of a text that nests no deeper than is allowed; absent when it holds no value.
 *
 * @throws CallslipError `invalid-config` naming file, line and column when it is not JSON.
 */
export function parseJsonTree(text: string, file: string): Node | undefined {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [first] = errors;
  if (first !== undefined) {
    throw new CallslipError('invalid-config', `${file}${jsonFaultWords(text, first)}`, {
      data: { file, ...placeAt(text, first.offset) },
    });
  }
  return tree;
}

/** Many times faster, and most files that are large are strict JSON. */
function parseStrict(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function valueIn(node: Node | undefined): Json | undefined {
  if (node?.type === 'array') return (node.children ?? []).map((child) => valueIn(child) ?? null);
  if (node?.type !== 'object') return node?.value;
  const members = (node.children ?? []).map(({ children }) => [children?.[0]?.value, valueIn(children?.[1])] as const);
  // Defines members, so that `__proto__` is one like any other.
  return Object.fromEntries(members);
}

function skipJson(text: string, at: number): number {
  return text[at] === '"' ? endOfQuoted(text, at, '"') : endOfComment(text, at, 'slashes');
}
