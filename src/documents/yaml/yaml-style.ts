import { Document, isMap } from 'yaml';
import type { Json } from '../../base/json.ts';
import type { BraceStyle } from '../braces/braces.ts';
import { jsonStyle } from '../json/json-style.ts';
import { indentBefore, lineBreakOf } from '../text/lines.ts';
import { isBlockMap, SWITCHED_OFF } from './block-mapping.ts';
import { type Pair, startOf } from './pair-tokens.ts';

/** How a file in YAML is written. */
export interface YamlStyle {
  readonly lineBreak: string;
  /**
   * A key and its value on lines of their own, each with `indent` before it. Texts that older readers would take for
   * something else (`on`, `012`) are put in quotes.
   */
  readonly member: (key: string, value: Json, indent: string) => string;
  /** What stands behind the colon: ` value`, perhaps with more lines, or a line break and lines. */
  readonly value: (value: Json, indent: string) => string;
  /** Mappings in braces are written as in JSON, which is YAML too. */
  readonly braces: BraceStyle;
}

/** A text over several lines would take in comments that stand below it. */
const IN_ONE_LINE = {
  lineWidth: 0,
  blockQuote: false,
  singleQuote: false,
  doubleQuotedMinMultiLineLength: 1e9,
} as const;

/** The style of a text; `contents` is its value as it was parsed. */
export function yamlStyleOf(text: string, contents: unknown): YamlStyle {
  const lineBreak = lineBreakOf(text);
  const unit = unitOf(contents);
  const member = (key: string, value: Json, indent: string) => {
    const document = new Document({ [key]: value }, { compat: 'yaml-1.1' });
    const lines = document
      .toString({ ...IN_ONE_LINE, indent: unit })
      .trimEnd()
      .split('\n');
    return lines.map((line) => (line === '' ? line : `${indent}${line}`)).join(lineBreak);
  };
  return {
    lineBreak,
    member,
    value: (value, indent) => member('k', value, indent).slice(indent.length + 'k:'.length),
    braces: {
      ...jsonStyle({ lineBreak, unit: flowUnitOf(text, contents), isTight: false, hasLists: true }),
      syntax: 'hash',
      switchedOff: SWITCHED_OFF,
    },
  };
}

/** By the first mapping within the first that has one; two spaces where there is none. */
function unitOf(contents: unknown): number {
  if (!isMap(contents)) return 2;
  const inner = contents.items.map(({ value }) => value).find(isBlockMap);
  const step = inner === undefined ? 0 : columnOf(inner) - columnOf(contents);
  return step > 0 && step <= 8 ? step : 2;
}

function columnOf({ srcToken }: { readonly srcToken?: unknown }): number {
  const token = srcToken as { readonly indent?: number } | undefined;
  return token?.indent ?? 0;
}

/** Below a key, braces may not close at the indentation of that key; so only a document that is JSON is spread over lines. */
function flowUnitOf(text: string, contents: unknown): string | undefined {
  if (!isMap(contents) || contents.flow !== true) return undefined;
  const [first] = contents.items as readonly Pair[];
  return first === undefined ? undefined : indentBefore(text, startOf(first)) || undefined;
}
