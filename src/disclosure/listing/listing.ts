import { type CharacterCount, tokensOf } from '../../base/budget-tokens.ts';
import { displayName } from '../../guard/display-name.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import type { UnavailableSource } from '../bridge/unavailable-sources.ts';
import { degrade, type Listing, type Row } from './degrade.ts';
import { groupBySource } from './group.ts';
import { textBlock } from './render-group.ts';

/** What a listing may depend on beside its budget. */
export interface ListingOptions {
  /** Characters it may have; one that is not ASCII counts as two, which some are in UTF-16. @default any number */
  readonly maxChars?: number;
  /** What listed tools are run with. @default 'tool_call' */
  readonly runWith?: string;
}

/**
 * The catalogue as the description of `tool_search` carries it, within a budget in budget tokens: the deferred tools,
 * one array for each source, and a row for each source that can't be reached. The same tools give the same text, in
 * whatever order.
 */
export function buildListing(
  deferred: readonly (readonly ToolDefinition[])[],
  unavailable: readonly UnavailableSource[],
  budget: number,
  { maxChars = Number.POSITIVE_INFINITY, runWith = 'tool_call' }: ListingOptions = {},
): Listing {
  const groups = groupBySource(deferred);
  const available = new Set(groups.map(({ label }) => label));
  const rows = unavailable.filter(({ label }) => !available.has(label)).map(rowOf);
  return degrade(groups, rows, {
    header: `Deferred tools (load with tool_describe, run with ${runWith}):`,
    fits: (size: CharacterCount) => tokensOf(size) <= budget && size.ascii + 2 * size.other <= maxChars,
  });
}

/** Says nothing that changes while a source starts, so that the bytes stay. */
function rowOf({ label, starting, toolCount, reason }: UnavailableSource): Row {
  const what = toolCount === undefined ? 'unavailable' : `${toolCount} tools unavailable`;
  const state = starting ? 'still starting: tool_search waits for it' : `${what}: ${reason}`;
  return { label, block: textBlock(`${displayName(label)} (${state})`) };
}
