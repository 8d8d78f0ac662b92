import type { ToolError } from '../../base/call/tool-error.ts';
import { messageOf } from '../../base/errors.ts';
import { isJsonObject, type JsonObject, type JsonSchema } from '../../base/json.ts';
import { resolveName } from '../../registry/resolve-name.ts';
import type { Tool } from '../../registry/tool/tool.ts';
import { parseArguments } from '../planner/parse-arguments.ts';
import { ownArguments } from './own-arguments.ts';
import { type FoundCall, type PendingCall, refuse, type StageResult } from './pending-call.ts';

/** How many wrappers are taken off at most. */
const MAX_WRAPPERS = 5;

/** Arguments as a plain object of our own, or what is wrong with them. */
export type RepairedArguments =
  | { readonly ok: true; readonly arguments: JsonObject }
  | { readonly ok: false; readonly error: ToolError };

/** Reads the arguments and takes off what models wrap around them, before anything looks at them. */
export function repair(call: FoundCall): StageResult<PendingCall> {
  const repaired = repairArguments(call.tool, call.arguments);
  if (!repaired.ok) return refuse('arguments', repaired.error);
  return { call: { ...call, arguments: repaired.arguments } };
}

/**
 * Reads arguments as they were sent (an object, its JSON text, or nothing) and unwraps two shapes that models make by
 * mistake: the whole envelope `{ name, arguments }` with this tool's name once more inside, and `{ arguments: {…} }`
 * around the real ones. A tool that declares those parameters itself is left alone. Pure.
 */
export function repairArguments(tool: Pick<Tool, 'name' | 'inputSchema'>, sent: unknown): RepairedArguments {
  const parsed = parseArguments(sent);
  if (!parsed.ok) return { ok: false, error: invalid(tool.name, parsed.problem) };
  try {
    let args = parsed.arguments;
    for (let taken = 0; taken < MAX_WRAPPERS; taken++) {
      const inner = unwrapped(tool, args);
      if (inner === undefined) break;
      args = inner;
    }
    return { ok: true, arguments: ownArguments(args) };
  } catch (error) {
    return { ok: false, error: invalid(tool.name, `can't be read: ${messageOf(error).slice(0, 200)}`) };
  }
}

function unwrapped(tool: Pick<Tool, 'name' | 'inputSchema'>, args: JsonObject): JsonObject | undefined {
  const keys = Object.keys(args);
  if (!Object.hasOwn(args, 'arguments') || keys.length > 2) return undefined;
  const isBare = keys.length === 1 && !declares(tool.inputSchema, 'arguments');
  if (!isBare && !isEnvelope(tool, args)) return undefined;
  const inner = parseArguments(args.arguments);
  return inner.ok ? inner.arguments : undefined;
}

function isEnvelope(tool: Pick<Tool, 'name' | 'inputSchema'>, args: JsonObject): boolean {
  const { name } = args;
  if (typeof name !== 'string' || resolveName(name, [tool.name]).kind !== 'found') return false;
  return !(declares(tool.inputSchema, 'name') && declares(tool.inputSchema, 'arguments'));
}

/** Whether a schema names a parameter, at its root or in an arm of a composition. */
function declares(schema: JsonSchema, parameter: string): boolean {
  const arms = [schema.allOf, schema.anyOf, schema.oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
  return [schema, ...arms].some(
    (arm) => isJsonObject(arm) && isJsonObject(arm.properties) && Object.hasOwn(arm.properties, parameter),
  );
}

function invalid(name: string, problem: string): ToolError {
  return {
    code: 'invalid-arguments',
    message: `the arguments of ${name} ${problem}; it was not invoked`,
    hint: 'send one JSON object with the parameters',
    data: { path: 'arguments', constraint: 'type' },
  };
}
