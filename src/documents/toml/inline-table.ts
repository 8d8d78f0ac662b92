import type { AST } from 'toml-eslint-parser';
import type { JsonObject } from '../../base/json.ts';
import type { BraceMember, BraceStyle, Braces } from '../braces/braces.ts';
import { editBraces } from '../braces/edit-braces.ts';
import { lineBreakOf } from '../text/lines.ts';
import type { Splice } from '../text/splice.ts';
import { keysOf } from './parse-toml.ts';
import { SWITCHED_OFF, type TomlEntry } from './toml-outline.ts';
import { writePath, writeValue } from './write-toml.ts';

/** Half of what turns an inline table from `before` to `after`. One with dots in its keys is written anew. */
export function editInlineTable(
  text: string,
  { value }: TomlEntry,
  change: readonly [before: JsonObject, after: JsonObject],
  step: 'add' | 'take',
): readonly Splice[] {
  const braces = bracesOf(value);
  if (braces === undefined) {
    return step === 'take' ? [{ start: value.range[0], end: value.range[1], text: writeValue(change[1]) }] : [];
  }
  const style: BraceStyle = {
    syntax: 'hash',
    switchedOff: SWITCHED_OFF,
    lineBreak: lineBreakOf(text),
    unit: undefined,
    separator: ', ',
    write: writeValue,
    writeKey: (key) => `${writePath([key])} = `,
  };
  return editBraces(text, braces, change, step, style);
}

function bracesOf(node: AST.TOMLContentNode): Braces | undefined {
  if (node.type !== 'TOMLInlineTable' || node.body.some(({ key }) => key.keys.length > 1)) return undefined;
  return { inside: { start: node.range[0] + 1, end: node.range[1] - 1 }, members: node.body.map(memberOf) };
}

function memberOf({ key, value, range: [start, end] }: AST.TOMLKeyValue): BraceMember {
  return {
    key: keysOf(key)[0] ?? '',
    start,
    end,
    value: { start: value.range[0], end: value.range[1] },
    mapping: () => bracesOf(value),
  };
}
