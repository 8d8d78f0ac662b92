import { messageOf } from '../../base/errors.ts';
import { isJsonObject, type JsonObject, type JsonSchema } from '../../base/json.ts';
import { displayName } from '../../guard/display-name.ts';
import { type LintedSchema, lintSchema } from '../../schema/lint-schema.ts';
import type { DroppedTool } from '../source.ts';
import { boundWire } from './bound-wire.ts';
import { isReservedName } from './bridge-names.ts';
import { deepFreeze, frozenCopy } from './frozen-copy.ts';
import { isPublishable } from './published-name.ts';
import { createTextCleaner } from './text-cleaner.ts';
import type { Tool } from './tool.ts';

/** A tool looked over: frozen and ready, with what was repaired, or dropped with the reason. */
export type LintedTool =
  | { readonly ok: true; readonly tool: Tool; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly dropped: DroppedTool };

type Draft = { -readonly [Key in keyof Tool]: Tool[Key] };

const looked = new WeakMap<Tool, LintedTool>();

/**
 * Looks a tool over as it is registered. What can be repaired is (hidden characters, an odd schema), each with a
 * sentence that names the tool; what can't be used is dropped by name. A tool that came out of here is not looked over
 * again. Never throws.
 */
export function lintTool(tool: Tool): LintedTool {
  try {
    const known = looked.get(tool) ?? lint(tool);
    if (known.ok) looked.set(known.tool, known);
    return known;
  } catch (error) {
    return { ok: false, dropped: { name: '(no name)', reason: `it can't be read: ${messageOf(error)}` } };
  }
}

function lint(tool: Tool): LintedTool {
  const reason = whyUnusable(tool);
  if (reason !== undefined) return { ok: false, dropped: { name: displayNameOf(tool), reason } };
  const input = lintSchema(tool.inputSchema);
  if (!input.ok) return { ok: false, dropped: { name: displayNameOf(tool), reason: input.reason } };
  const cleaner = createTextCleaner();
  const { wire, outputSchema } = tool;
  const output = outputSchema === undefined ? undefined : lintSchema(outputSchema);
  const bounded = wire === undefined ? undefined : boundWire(wire);
  const parts = { input: input.schema, output: output?.ok ? output.schema : undefined, wire: bounded?.wire };
  const linted = draftOf(tool, parts, cleaner.clean);
  const warnings = [
    ...cleaner.warnings(),
    ...input.warnings,
    ...outputWarnings(output),
    ...(bounded?.warnings ?? []),
    ...dropOddLimits(linted),
  ];
  return { ok: true, tool: Object.freeze(linted), warnings: warnings.map((each) => `${displayNameOf(tool)}: ${each}`) };
}

function outputWarnings(output: LintedSchema | undefined): readonly string[] {
  if (output === undefined) return [];
  return output.ok ? output.warnings : [`its output schema is ignored: ${output.reason}`];
}

interface LintedParts {
  readonly input: JsonSchema;
  readonly output: JsonSchema | undefined;
  readonly wire: JsonObject | undefined;
}

/** A changed copy: leaving members out of one as it is made takes several times as long, for thousands of tools. */
function draftOf(tool: Tool, { input, output, wire }: LintedParts, clean: (text: string) => string): Draft {
  const { description, title, annotations } = tool;
  const copy: Draft = { ...tool };
  copy.description = typeof description === 'function' ? description : clean(textOf(description));
  if (typeof title === 'string' && title !== '') copy.title = clean(title);
  else delete copy.title;
  copy.inputSchema = frozenCopy(input, clean);
  if (output !== undefined) copy.outputSchema = frozenCopy(output, clean);
  else delete copy.outputSchema;
  copy.source = Object.freeze({ ...tool.source });
  if (annotations !== undefined) copy.annotations = Object.freeze({ ...annotations });
  if (wire !== undefined) copy.wire = deepFreeze(wire);
  return copy;
}

/** As they are they would leave a call, or its result, without any limit. */
function dropOddLimits(tool: Draft): readonly string[] {
  const odd = (['timeoutMs', 'maxTimeoutMs', 'maxResultChars'] as const).filter((key) => !isLimit(tool[key]));
  for (const key of odd) delete tool[key];
  return odd.map((key) => `its ${key} is no number above 0, and is ignored`);
}

function isLimit(value: unknown): boolean {
  return value === undefined || (typeof value === 'number' && value > 0);
}

function whyUnusable(tool: Tool): string | undefined {
  if (!isJsonObject(tool)) return 'it is not an object';
  if (typeof tool.name !== 'string' || tool.name === '') return 'it has no name';
  if (isReservedName(tool.name)) return `the name ${tool.name} is reserved for the bridge`;
  if (!isPublishable(tool.name)) return 'its name is not 1 to 64 letters, digits, "_" and "-"';
  if (typeof tool.execute !== 'function') return 'it has no execute function';
  if (typeof tool.toolset !== 'string' || tool.toolset === '') return 'it has no toolset';
  if (!isJsonObject(tool.source) || typeof tool.source.label !== 'string') return 'it has no source';
  // Without one that can be asked, a tool that somebody meant to guard would be open, or would break every snapshot.
  if (tool.gate !== undefined && !isGate(tool.gate)) return 'its gate has no kind "presence" or "permission" and check';
  return undefined;
}

function isGate(gate: unknown): boolean {
  if (!isJsonObject(gate)) return false;
  return (gate.kind === 'presence' || gate.kind === 'permission') && typeof (gate.check as unknown) === 'function';
}

function displayNameOf(tool: Tool): string {
  const own: unknown = (tool as Partial<Tool> | null)?.source?.toolName ?? (tool as Partial<Tool> | null)?.name;
  return typeof own === 'string' ? displayName(own) : '(no name)';
}

function textOf(description: unknown): string {
  return typeof description === 'string' ? description : '';
}
