import type { ToolError } from '../base/call/tool-error.ts';
import type { JsonObject, JsonSchema } from '../base/json.ts';
import { coerceArguments } from './coerce.ts';
import { prepareSchema } from './validate.ts';
import { bestViolation, type Violation } from './violation.ts';

/** Arguments that may be given to the tool, or an error that tells a model what to send instead. */
export type CheckedArguments =
  | {
      readonly ok: true;
      readonly args: JsonObject;
      /** The names of the arguments whose form was put right. */
      readonly coerced: readonly string[];
      /** Why some or all of it was let pass without being looked at: an odd schema, or very large arguments. */
      readonly unchecked?: string;
    }
  | { readonly ok: false; readonly error: ToolError };

/**
 * Checks the arguments of a call before the tool is invoked: first that everything in the schema's `required` list is
 * there, then their form, which is put right where that is safe, then all of the schema. Only `required` decides what
 * is required. A schema that can't be validated with lets everything pass.
 *
 * The error has the code `invalid-arguments`, and in its data the `path` and `constraint` that are not met and the
 * tool's `parameters`. The arguments given are never written to. Never throws; takes some 20 ms at most.
 */
export function checkArguments(
  definition: { readonly name: string; readonly inputSchema: JsonSchema },
  given: JsonObject,
): CheckedArguments {
  const { inputSchema } = definition;
  const args = withoutAbsent(given);
  const missing = missingRequired(inputSchema, args);
  if (missing !== undefined) return { ok: false, error: toError(definition, missing) };
  const prepared = prepareSchema(inputSchema);
  const examination = prepared.begin();
  const first = examination.validate(args);
  if (first.valid && first.unchecked === undefined) return { ok: true, args, coerced: [] };
  const coerced = coerceArguments(inputSchema, args, examination);
  const verdict = coerced.changed.length === 0 ? first : prepared.begin().validate(coerced.args);
  if (!verdict.valid) {
    return { ok: false, error: toError(definition, bestViolation(prepared, verdict.errors, coerced.args)) };
  }
  const passed = { ok: true, args: coerced.args, coerced: coerced.changed } as const;
  return verdict.unchecked === undefined ? passed : { ...passed, unchecked: verdict.unchecked };
}

/** An argument whose value is `undefined` was not given. */
function withoutAbsent(args: JsonObject): JsonObject {
  if (!Object.values(args).includes(undefined)) return args;
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
}

function missingRequired({ required }: JsonSchema, args: JsonObject): Violation | undefined {
  if (!Array.isArray(required)) return undefined;
  const names = required.filter((name): name is string => typeof name === 'string' && !Object.hasOwn(args, name));
  if (names.length === 0) return undefined;
  const list = [...new Set(names)].map((name) => JSON.stringify(name)).join(', ');
  return { path: 'arguments', constraint: 'required', detail: `missing required ${list}` };
}

function toError(
  definition: { readonly name: string; readonly inputSchema: JsonSchema },
  violation: Violation,
): ToolError {
  const { path, constraint, detail } = violation;
  return {
    code: 'invalid-arguments',
    message: `${definition.name} was not invoked: ${path}: ${detail} ("${constraint}").`,
    hint: 'Call it again with arguments that match parameters.',
    data: { path, constraint, parameters: definition.inputSchema },
  };
}
