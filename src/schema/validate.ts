import { type OutputUnit, validate as runValidator, type Schema } from '@cfworker/json-schema';
import { messageOf } from '../base/errors.ts';
import type { JsonSchema } from '../base/json.ts';
import type { SubSchema } from './applicators.ts';
import type { RefResolver } from './local-ref.ts';
import { type CompiledSchema, compileSchema } from './validation/compile-schema.ts';
import { measure } from './validation/measure.ts';
import { OutOfBudget } from './validation/meter.ts';
import { SchemaNode } from './validation/schema-node.ts';

/** What validating came to. `unchecked`: the value was let pass, wholly or in part, without being looked at, and why. */
type Verdict =
  | { readonly valid: true; readonly unchecked?: string }
  | { readonly valid: false; readonly errors: readonly OutputUnit[] };

/** One call's use of a prepared schema. All that is asked of it together stays within some 10 ms. */
export interface Examination {
  /** Holds a value against the whole schema. */
  validate(value: unknown): Verdict;
  /** Whether a value fits one schema object (or boolean) of the document; true when that can't be told. */
  accepts(schema: SubSchema, value: unknown): boolean;
}

/** A schema ready to validate with. */
export interface PreparedSchema {
  /** What was left out of it and why, each starting with the place as a JSON pointer. */
  readonly warnings: readonly string[];
  readonly refs: RefResolver;
  begin(): Examination;
  /** The part of the schema, as the validator sees it, that an error's `keywordLocation` names. */
  nodeAt(keywordLocation: string): Readonly<SchemaNode> | undefined;
}

const TOO_LONG = 'validating them would take too long';
const prepared = new WeakMap<JsonSchema, PreparedSchema>();

/**
 * The prepared form of a schema, made on first use and kept with the schema object, which must not change any more.
 *
 * Never throws and never blocks: what can't be validated with, in bounded time, is left out or let pass. Nothing is
 * fetched.
 */
export function prepareSchema(schema: JsonSchema): PreparedSchema {
  const known = prepared.get(schema);
  if (known !== undefined) return known;
  const made = prepare(compile(schema));
  prepared.set(schema, made);
  return made;
}

/** A schema that is not even JSON lets everything pass. */
function compile(schema: JsonSchema): CompiledSchema {
  try {
    return compileSchema(schema);
  } catch (error) {
    const unusable = `it can't be read: ${messageOf(error)}`;
    return { ...compileSchema({}), unusable, warnings: [`#: ${unusable}; arguments are not validated`] };
  }
}

function prepare(compiled: CompiledSchema): PreparedSchema {
  return {
    warnings: compiled.warnings,
    refs: compiled.refs,
    nodeAt: (location) => nodeAt(compiled, location),
    begin: () => {
      compiled.meter.reset();
      return {
        validate: (value) =>
          compiled.unusable === undefined
            ? run(compiled, compiled.root, value)
            : { valid: true, unchecked: `the schema can't be used: ${compiled.unusable}` },
        accepts: (schema, value) => {
          if (typeof schema === 'boolean') return schema;
          const node = compiled.nodes.get(schema);
          return node === undefined || run(compiled, node, value).valid;
        },
      };
    },
  };
}

function run({ meter, chain, lookup }: CompiledSchema, node: SchemaNode, value: unknown): Verdict {
  if (meter.spent) return { valid: true, unchecked: TOO_LONG };
  const size = measure(value);
  if (size === undefined) {
    meter.exhaust();
    return { valid: true, unchecked: 'the arguments are too large, too deep, or not JSON' };
  }
  try {
    meter.begin(size, chain);
    const { valid, errors } = runValidator(
      value,
      node as unknown as Schema,
      '2020-12',
      lookup as unknown as Record<string, Schema>,
    );
    if (!valid) return { valid, errors };
    const { leftOut } = meter;
    return leftOut.length === 0
      ? { valid }
      : { valid, unchecked: `${leftOut.join(' and ')}: the arguments are too long` };
  } catch (error) {
    const why = error instanceof OutOfBudget ? TOO_LONG : `the validator failed: ${messageOf(error)}`;
    return { valid: true, unchecked: why };
  }
}

/** Walks `#/properties/a/$ref/items` through the prepared nodes; the last part is the keyword itself. */
function nodeAt({ root, lookup }: CompiledSchema, location: string): SchemaNode | undefined {
  let here: unknown = root;
  for (const token of location.split('/').slice(1, -1)) {
    const key = decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~');
    const member: unknown = (here as Record<string, unknown> | undefined)?.[key];
    here = key === '$ref' && here instanceof SchemaNode ? lookup[member as string] : member;
  }
  return here instanceof SchemaNode ? here : undefined;
}
