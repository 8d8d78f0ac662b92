import { compareText } from '../../base/text.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import { sourceLabel } from '../catalog/source-label.ts';
import { type Block, fullBlock, namesBlock, summaryBlock } from './render-group.ts';
import { shortDescription } from './short-description.ts';

/** The deferred tools of one source, in the three ways in which they can be listed. */
export interface ListingGroup {
  readonly label: string;
  /** How many tools. */
  readonly count: number;
  /** Made when it is first asked for. */
  readonly full: Block;
  readonly names: Block;
  readonly summary: Block;
}

type Tools = readonly ToolDefinition[];

/**
 * Groups tools by the label of their source, sorted by label. They come in arrays, one for each source; what is made of
 * an array hangs on it, because sorting and measuring thousands of lines is too slow for every turn. The groups do not
 * depend on any order.
 */
export function groupBySource(sources: readonly Tools[]): readonly ListingGroup[] {
  const byLabel = new Map<string, Tools[]>();
  for (const part of sources.flatMap(partsOf)) {
    const parts = byLabel.get(part.label);
    if (parts === undefined) byLabel.set(part.label, [part.tools]);
    else parts.push(part.tools);
  }
  return [...byLabel]
    .sort(([a], [b]) => compareText(a, b))
    .map(([label, [only = [], ...more]]) =>
      more.length === 0 ? heldGroup(label, only) : makeGroup(label, [only, ...more].flat()),
    );
}

interface Part {
  readonly label: string;
  readonly tools: Tools;
}

const parts = new WeakMap<Tools, readonly Part[]>();
const groups = new WeakMap<Tools, ListingGroup>();
const lines = new WeakMap<ToolDefinition, string>();

/** Nearly always one: a source's tools have one label. */
function partsOf(tools: Tools): readonly Part[] {
  const known = parts.get(tools);
  if (known !== undefined) return known;
  const byLabel = new Map<string, ToolDefinition[]>();
  for (const tool of tools) {
    const label = sourceLabel(tool);
    const members = byLabel.get(label) ?? [];
    if (members.push(tool) === 1) byLabel.set(label, members);
  }
  const fresh = [...byLabel].map(([label, members]) => ({ label, tools: members }));
  if (Object.isFrozen(tools)) parts.set(tools, fresh);
  return fresh;
}

function heldGroup(label: string, tools: Tools): ListingGroup {
  const group = groups.get(tools) ?? makeGroup(label, tools);
  groups.set(tools, group);
  return group;
}

function makeGroup(label: string, tools: Tools): ListingGroup {
  const sorted = [...tools].sort((a, b) => compareText(a.name, b.name) || compareText(lineOf(a), lineOf(b)));
  const names = sorted.map(({ name }) => name);
  let full: Block | undefined;
  return {
    label,
    count: names.length,
    get full() {
      full ??= fullBlock(label, sorted.map(lineOf));
      return full;
    },
    names: namesBlock(label, names),
    summary: summaryBlock(label, names.length),
  };
}

/** A tool's line in the listing: its name, and its short description where there is one. */
function lineOf(tool: ToolDefinition): string {
  const known = lines.get(tool);
  if (known !== undefined) return known;
  const { name } = tool;
  const short = shortDescription(tool.description);
  const fresh = short === '' ? `- ${name}` : `- ${name}: ${short}`;
  lines.set(tool, fresh);
  return fresh;
}
