import { fullName } from '../disclosure/catalog/document-text.ts';
import { sourceLabel } from '../disclosure/catalog/source-label.ts';
import type { HiddenTool } from '../registry/snapshot.ts';
import type { ToolDefinition } from '../registry/tool/tool.ts';

/** What a gold name came to. */
export type GoldName =
  | { readonly kind: 'found'; readonly tool: ToolDefinition }
  /** Several tools have it; published names. */
  | { readonly kind: 'ambiguous'; readonly candidates: readonly string[] }
  /** It is a tool, but none that is searched. */
  | { readonly kind: 'not-searched'; readonly tool: ToolDefinition; readonly hidden?: HiddenTool }
  | { readonly kind: 'unknown' };

/** The tools that labels may name. */
export interface NamedTools {
  /** Those of the catalogue. */
  readonly searched: readonly ToolDefinition[];
  /** Those that the model sees anyway. */
  readonly listed: readonly ToolDefinition[];
  readonly hidden: readonly HiddenTool[];
}

/** The ways to write a tool's name, from the one that is no other's to the shortest. */
const FORMS: readonly ((tool: ToolDefinition) => readonly string[])[] = [
  (tool) => [tool.name, fullName(tool)],
  (tool) => [`${sourceLabel(tool)}:${tool.source.toolName}`],
  (tool) => [tool.source.toolName],
];

/**
 * Reads gold names as people write them: the published name; the full one before it was made publishable; `source:tool`,
 * as catalogue files have it; or the tool's own name. Case counts. The first of these forms that any tool has decides, and
 * names nothing when several have it: a label that fits several tools would make each of them right.
 */
export function createGoldReader({ searched, listed, hidden }: NamedTools): (name: string) => GoldName {
  const catalogue = indexesOf(searched);
  const others = indexesOf([...listed, ...hidden.map(({ tool }) => tool)]);
  return (written) => {
    const name = written.trim();
    const [tool, ...more] = firstFitting(catalogue, name);
    if (tool !== undefined && more.length === 0) return { kind: 'found', tool };
    if (tool !== undefined) return { kind: 'ambiguous', candidates: [tool, ...more].map((each) => each.name) };
    const [other] = firstFitting(others, name);
    if (other === undefined) return { kind: 'unknown' };
    const reason = hidden.find((each) => each.tool === other);
    return { kind: 'not-searched', tool: other, ...(reason === undefined ? {} : { hidden: reason }) };
  };
}

type NameIndex = ReadonlyMap<string, readonly ToolDefinition[]>;

function indexesOf(tools: readonly ToolDefinition[]): readonly NameIndex[] {
  return FORMS.map((namesOf) => {
    const index = new Map<string, ToolDefinition[]>();
    for (const tool of tools) {
      for (const name of new Set(namesOf(tool))) {
        const alike = index.get(name);
        if (alike === undefined) index.set(name, [tool]);
        else alike.push(tool);
      }
    }
    return index;
  });
}

function firstFitting(indexes: readonly NameIndex[], name: string): readonly ToolDefinition[] {
  for (const index of indexes) {
    const fitting = index.get(name);
    if (fitting !== undefined) return fitting;
  }
  return [];
}
