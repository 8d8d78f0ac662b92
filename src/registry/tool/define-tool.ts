import type { CallContext } from '../../base/call/call-context.ts';
import { CallslipError } from '../../base/errors.ts';
import { isJsonObject, type JsonObject, type JsonSchema } from '../../base/json.ts';
import { asResult, type RunResult } from './as-result.ts';
import { lintTool } from './lint-tool.ts';
import { type InputSchema, jsonSchemaOf, parseInput } from './standard-schema.ts';
import type { Tool } from './tool.ts';

/** What every tool of an author's has, however its input is declared. */
export interface ToolTemplate extends Pick<Tool, 'name' | 'description'>, Partial<OptionalParts> {
  /** The toolset it is registered under. @default 'host' */
  readonly toolset?: string;
}

type OptionalParts = Pick<
  Tool,
  | 'title'
  | 'outputSchema'
  | 'gate'
  | 'alwaysLoad'
  | 'timeoutMs'
  | 'maxTimeoutMs'
  | 'maxResultChars'
  | 'annotations'
  | 'access'
  | 'concurrency'
>;

/** A tool whose input is a schema of a library: `run` gets what that schema parses, typed. */
export interface TypedToolTemplate<Output> extends ToolTemplate {
  readonly input: InputSchema<Output>;
  readonly run: (args: Output, call: CallContext) => RunResult | Promise<RunResult>;
}

/** A tool whose input is plain JSON Schema. */
export interface PlainToolTemplate extends ToolTemplate {
  readonly inputSchema: JsonSchema;
  readonly run: (args: JsonObject, call: CallContext) => RunResult | Promise<RunResult>;
}

/**
 * Makes a tool the short way.
 *
 * @example
 * const add = defineTool({
 *   name: 'add',
 *   description: 'Adds two numbers.',
 *   input: z.object({ a: z.number(), b: z.number() }),
 *   run: ({ a, b }) => String(a + b),
 * });
 *
 * @throws CallslipError `invalid-tool` when the definition can't be used, with the reason.
 */
export function defineTool<Output>(template: TypedToolTemplate<Output>): Tool;
export function defineTool(template: PlainToolTemplate): Tool;
export function defineTool<Output>(template: TypedToolTemplate<Output> | PlainToolTemplate): Tool {
  if (!isJsonObject(template) || typeof template.name !== 'string' || typeof template.run !== 'function') {
    throw new CallslipError(
      'invalid-tool',
      'a tool needs at least a name, an input or inputSchema, and a run function',
    );
  }
  const { name, run, toolset = 'host', ...rest } = template;
  const { input, inputSchema, ...parts } = rest as Partial<TypedToolTemplate<Output> & PlainToolTemplate>;
  const tool: Tool = {
    ...parts,
    name,
    description: template.description ?? '',
    toolset,
    source: { kind: 'plugin', label: toolset, toolName: name, provenance: 'live' },
    inputSchema: input === undefined ? (inputSchema as JsonSchema) : jsonSchemaOf(name, input as InputSchema),
    execute: async (args, call) => {
      if (input === undefined) return asResult(await (run as PlainToolTemplate['run'])(args, call));
      const parsed = await parseInput(name, input, args);
      if (!parsed.ok) return parsed.result;
      return asResult(await (run as TypedToolTemplate<Output>['run'])(parsed.value, call));
    },
  };
  const linted = lintTool(tool);
  if (linted.ok) return tool;
  const { reason } = linted.dropped;
  throw new CallslipError('invalid-tool', `tool "${name}" can't be used: ${reason}`, { data: { tool: name, reason } });
}
