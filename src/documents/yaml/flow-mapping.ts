import { isMap, type YAMLMap } from 'yaml';
import type { BraceMember, Braces } from '../braces/braces.ts';
import { keyTextOf, type Pair, propsEnd, startOf } from './pair-tokens.ts';

/** A mapping in braces. */
export function flowMappingOf({ items, range }: YAMLMap.Parsed): Braces {
  return { inside: { start: range[0] + 1, end: range[1] - 1 }, members: (items as readonly Pair[]).map(memberOf) };
}

function memberOf(pair: Pair): BraceMember {
  const { value } = pair;
  const [valueStart, valueEnd] = value === null ? [propsEnd(pair), propsEnd(pair)] : value.range;
  return {
    key: keyTextOf(pair),
    start: startOf(pair),
    end: Math.max(valueEnd, propsEnd(pair)),
    value: { start: valueStart, end: valueEnd },
    mapping: () => (isMap(value) && value.flow === true ? flowMappingOf(value as YAMLMap.Parsed) : undefined),
  };
}
