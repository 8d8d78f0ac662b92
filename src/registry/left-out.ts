import { hiddenByConfig } from './hidden-reason.ts';
import type { LeftOutGroup } from './snapshot.ts';
import type { LeftOutTool } from './source.ts';
import { lintTool } from './tool/lint-tool.ts';
import { keepKnown } from './tool/same-tool.ts';
import type { ToolDefinition } from './tool/tool.ts';

/** Nothing is left out. */
export const NOTHING_LEFT_OUT: LeftOutGroup = { definitions: Object.freeze([]), hidden: [] };

/**
 * Looks over what the configuration leaves out of one source, as it does registered tools. What could not be registered
 * anyway is dropped without a word.
 */
export function takeLeftOut(given: readonly LeftOutTool[], before: LeftOutGroup): LeftOutGroup {
  const known = new Map(before.definitions.map((tool) => [tool.name, tool]));
  const hidden = given.flatMap((note) => {
    const linted = lintTool(note.tool);
    return linted.ok ? [hiddenByConfig(keepKnown(known, linted.tool) as ToolDefinition, note)] : [];
  });
  const definitions = hidden.map(({ tool }) => tool);
  const isSame =
    definitions.length === before.definitions.length &&
    definitions.every((tool, index) => tool === before.definitions[index]);
  return { definitions: isSame ? before.definitions : Object.freeze(definitions), hidden };
}
