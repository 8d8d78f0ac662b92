import { compareText } from '../../base/text.ts';
import { displayName } from '../../guard/display-name.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import type { UnavailableSource } from '../bridge/unavailable-sources.ts';
import { groupBySource } from './group.ts';

/**
 * The shortest that can be said of a catalogue, as one sentence of at most `maxChars` characters: how many tools there are
 * of which sources, in the order of labels; those that find no room as a number. Empty when not even that has room.
 */
export function sourceCounts(
  deferred: readonly (readonly ToolDefinition[])[],
  unavailable: readonly UnavailableSource[],
  maxChars: number,
): string {
  const groups = groupBySource(deferred);
  const available = new Set(groups.map(({ label }) => label));
  const sources = [
    ...groups.map(({ label, count }) => ({ label, state: String(count) })),
    ...unavailable
      .filter(({ label }) => !available.has(label))
      .map(({ label, starting }) => ({ label, state: starting ? 'starting' : 'unavailable' })),
  ].sort((a, b) => compareText(a.label, b.label));
  const named = sources.map(({ label, state }) => `${displayName(label)} (${state})`);
  if (named.length === 0) return '';
  for (let shown = named.length; shown >= 0; shown--) {
    const text = sentence(named, shown);
    if (text.length <= maxChars) return text;
  }
  return '';
}

function sentence(named: readonly string[], shown: number): string {
  const left = named.length - shown;
  const parts = [...named.slice(0, shown), ...(left === 0 ? [] : [shown === 0 ? `${left} sources` : `${left} more`])];
  return `Tools by source: ${parts.join(', ')}.`;
}
