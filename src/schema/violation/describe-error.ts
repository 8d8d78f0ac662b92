import type { PreparedSchema } from '../validate.ts';
import { segmentsOf, valueAt } from './argument-path.ts';
import { nearestName } from './nearest-name.ts';
import type { PickedError } from './pick-error.ts';
import { showList, showValue, typeOf } from './show-value.ts';

type Node = Readonly<Record<string, unknown>>;

/** What is wrong, with which value, and what would be right: one sentence without its full stop. */
export function describeError(schema: PreparedSchema, picked: PickedError, args: unknown): string {
  const { error, unwanted, alternatives } = picked;
  const segments = segmentsOf(error.instanceLocation);
  const value = valueAt(args, segments);
  const got = `got ${typeOf(value)}${typeof value === 'object' ? '' : ` ${showValue(value, segments)}`}`;
  const node = schema.nodeAt(error.keywordLocation) ?? {};
  if (alternatives !== undefined) {
    const allowed = alternatives.flatMap((other) =>
      allowedBy(schema.nodeAt(other.keywordLocation) ?? {}, other.keyword),
    );
    return `expected ${[...new Set(allowed)].join(' or ')}, ${got}`;
  }
  if (unwanted !== undefined) return describeUnwanted(node, error.keyword, unwanted);
  switch (error.keyword) {
    case 'type':
      return `expected ${allowedBy(node, 'type').join(' or ')}, ${got}`;
    case 'enum':
    case 'const':
      return `got ${showValue(value, segments)}, allowed: ${allowedBy(node, error.keyword).join(', ')}`;
    case 'required':
      return describeMissing(node, value);
    case 'pattern':
      return `${got}, which does not match ${schema.nodeAt(error.keywordLocation)?.patternSource}`;
    case 'oneOf':
      return `${got}, which fits more than one of the alternatives, or none`;
    case 'not':
      return `${got}, which is excluded`;
    default:
      return error.error;
  }
}

function allowedBy(node: Node, keyword: string): readonly string[] {
  const allowed = node[keyword];
  if (keyword === 'type') return (Array.isArray(allowed) ? allowed : [allowed]).map(String);
  return [keyword === 'enum' && Array.isArray(allowed) ? showList(allowed) : showValue(allowed)];
}

function describeMissing(node: Node, value: unknown): string {
  const required = Array.isArray(node['required']) ? node['required'] : [];
  const given = Object.keys(value ?? {});
  const missing = required.filter((key) => !given.includes(String(key)));
  return `missing ${showList(missing)}; given: ${given.length === 0 ? 'nothing' : showList(given)}`;
}

function describeUnwanted(node: Node, keyword: string, place: string): string {
  const key = segmentsOf(place).at(-1) ?? '';
  if (keyword !== 'additionalProperties' && keyword !== 'unevaluatedProperties')
    return `${showValue(key)} is not allowed`;
  const known = Object.keys(node['properties'] ?? {});
  const nearest = nearestName(key, known);
  const hint = nearest === undefined ? '' : `; did you mean ${showValue(nearest)}?`;
  return `unknown property ${showValue(key)}${hint}; known: ${known.length === 0 ? 'none' : showList(known)}`;
}
