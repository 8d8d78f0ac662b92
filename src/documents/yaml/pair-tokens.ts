import type { CST, ParsedNode } from 'yaml';
import { isScalar, type Pair as YamlPair } from 'yaml';

/** A key with its value, and the tokens it was read from. */
export type Pair = YamlPair<ParsedNode, ParsedNode | null>;

const PROPS = ['anchor', 'tag', 'explicit-key-ind'];

/** Where a pair begins: at its key, or what stands before it to name or mark it. */
export function startOf({ key, srcToken }: Pair): number {
  return srcToken?.start.find(({ type }) => PROPS.includes(type))?.offset ?? key.range[0];
}

/** Behind the colon, and an anchor or tag that stands there; behind the key when there is no colon. */
export function propsEnd({ key, srcToken }: Pair): number {
  const tokens: readonly CST.SourceToken[] = srcToken?.sep ?? [];
  const last = tokens.findLast(({ type }) => type === 'map-value-ind' || PROPS.includes(type));
  return last === undefined ? key.range[1] : last.offset + last.source.length;
}

/** The text of a key, as it is in the value that is read; of a key that is no plain value, one that no other has. */
export function keyTextOf({ key }: Pair): string {
  if (!isScalar(key)) return `\0${key.range[0]}`;
  return key.value === null ? '' : String(key.value);
}
