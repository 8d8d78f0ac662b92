import { isJsonObject } from '../../base/json.ts';
import { displayName } from '../../guard/display-name.ts';
import { removeHiddenCharacters } from '../../guard/hidden-characters.ts';
import { lintSchema } from '../../schema/lint-schema.ts';
import type { DroppedTool } from '../source.ts';
import { isBridgeName } from './bridge-names.ts';
import { deepFreeze, frozenCopy } from './frozen-copy.ts';
import { isPublishable } from './published-name.ts';
import type { Tool } from './tool.ts';

/** A tool looked over: frozen and ready, with what was repaired, or dropped with the reason. */
export type LintedTool =
  | { readonly ok: true; readonly tool: Tool; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly dropped: DroppedTool };

/**
 * Looks a tool over as it is registered. What can be repaired is (hidden characters, an odd schema), each with a
 * sentence that names the tool; what can't be used is dropped by name. Never throws.
 */
export function lintTool(tool: Tool): LintedTool {
  const reason = whyUnusable(tool);
  if (reason !== undefined) return { ok: false, dropped: { name: displayNameOf(tool), reason } };
  const input = lintSchema(tool.inputSchema);
  if (!input.ok) return { ok: false, dropped: { name: displayNameOf(tool), reason: input.reason } };
  const cleaner = createCleaner();
  const { wire, outputSchema, description, title, ...rest } = tool;
  const output = outputSchema === undefined ? undefined : lintSchema(outputSchema);
  const linted: Tool = Object.freeze({
    ...rest,
    description: typeof description === 'function' ? description : cleaner.clean(textOf(description)),
    ...(typeof title === 'string' && title !== '' ? { title: cleaner.clean(title) } : {}),
    inputSchema: frozenCopy(input.schema, cleaner.clean),
    ...(output?.ok ? { outputSchema: frozenCopy(output.schema, cleaner.clean) } : {}),
    source: Object.freeze({ ...tool.source }),
    ...(tool.annotations === undefined ? {} : { annotations: Object.freeze({ ...tool.annotations }) }),
    ...(wire === undefined ? {} : { wire: deepFreeze(wire) }),
  });
  const warnings = [
    ...(cleaner.removed() === 0 ? [] : [`${cleaner.removed()} hidden characters removed from its texts`]),
    ...input.warnings,
    ...(output === undefined ? [] : output.ok ? output.warnings : [`its output schema is ignored: ${output.reason}`]),
  ];
  return { ok: true, tool: linted, warnings: warnings.map((each) => `${displayNameOf(tool)}: ${each}`) };
}

function whyUnusable(tool: Tool): string | undefined {
  if (!isJsonObject(tool)) return 'it is not an object';
  if (typeof tool.name !== 'string' || tool.name === '') return 'it has no name';
  if (isBridgeName(tool.name)) return `the name ${tool.name} is reserved for the bridge`;
  if (!isPublishable(tool.name)) return 'its name is not 1 to 64 letters, digits, "_" and "-"';
  if (typeof tool.execute !== 'function') return 'it has no execute function';
  if (typeof tool.toolset !== 'string' || tool.toolset === '') return 'it has no toolset';
  if (!isJsonObject(tool.source) || typeof tool.source.label !== 'string') return 'it has no source';
  return undefined;
}

function displayNameOf(tool: Tool): string {
  const own: unknown = (tool as Partial<Tool> | null)?.source?.toolName ?? (tool as Partial<Tool> | null)?.name;
  return typeof own === 'string' ? displayName(own) : '(no name)';
}

function textOf(description: unknown): string {
  return typeof description === 'string' ? description : '';
}

/** Cleans texts and counts what it removed. */
function createCleaner(): { clean(text: string): string; removed(): number } {
  let count = 0;
  return {
    clean(text) {
      const { text: clean, removed } = removeHiddenCharacters(text);
      count += removed;
      return clean;
    },
    removed: () => count,
  };
}
