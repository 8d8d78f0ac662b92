import { type CharacterCount, countCharacters } from '../../base/budget-tokens.ts';
import { compareText } from '../../base/text.ts';
import type { ListingForm } from '../exposure.ts';
import { minus, plus } from './character-count.ts';
import type { ListingGroup } from './group.ts';
import type { Block } from './render-group.ts';

/** What the description of `tool_search` carries of the deferred tools. */
export interface Listing {
  readonly form: ListingForm;
  /** Empty when the form is `none`. */
  readonly text: string;
}

/** How much room a listing has, and what stands above it. */
export interface ListingFrame {
  /** First line of every listing that has a text. */
  readonly header: string;
  /** Whether a listing of so many characters has room. */
  readonly fits: (size: CharacterCount) => boolean;
}

/** A block and where it stands: the listing is sorted by label. */
export interface Row {
  readonly label: string;
  readonly block: Block;
}

/**
 * The fullest listing that fits: a line for each tool; else the names; else the sources
 * with the most to name are summed up, one by one, until it fits; else nothing. Fixed rows are never shortened. Where
 * there are only such rows, the form is `groups`.
 */
export function degrade(
  groups: readonly ListingGroup[],
  fixed: readonly Row[],
  { header, fits }: ListingFrame,
): Listing {
  if (groups.length + fixed.length === 0) return { form: 'none', text: '' };
  const base = fixed.reduce((size, { block }) => plus(size, onOwnLine(block)), countCharacters(header));
  const sizeAs = (form: 'full' | 'names') => groups.reduce((size, group) => plus(size, onOwnLine(group[form])), base);
  const render = (form: ListingForm, blockOf: (group: ListingGroup) => Block): Listing => ({
    form,
    text: joined(header, [...groups.map((group) => ({ label: group.label, block: blockOf(group) })), ...fixed]),
  });

  if (groups.length === 0) return fits(base) ? render('groups', (group) => group.summary) : NOTHING;
  let size = sizeAs('names');
  if (fits(size)) {
    // Asked for only now: a line is longer than its name, and making thousands of lines takes long.
    return fits(sizeAs('full')) ? render('full', (group) => group.full) : render('names', (group) => group.names);
  }
  const summedUp = new Set<ListingGroup>();
  for (const group of longestNamesFirst(groups)) {
    summedUp.add(group);
    size = plus(minus(size, group.names.size), group.summary.size);
    if (!fits(size)) continue;
    const form = summedUp.size === groups.length ? 'groups' : 'mixed';
    return render(form, (each) => (summedUp.has(each) ? each.summary : each.names));
  }
  return NOTHING;
}

const NOTHING: Listing = { form: 'none', text: '' };

function onOwnLine({ size }: Block): CharacterCount {
  return { ascii: size.ascii + 1, other: size.other };
}

function longestNamesFirst(groups: readonly ListingGroup[]): readonly ListingGroup[] {
  const length = ({ names }: ListingGroup) => names.size.ascii + names.size.other;
  return [...groups].sort((a, b) => length(b) - length(a) || compareText(a.label, b.label));
}

function joined(header: string, rows: readonly Row[]): string {
  const sorted = [...rows].sort((a, b) => compareText(a.label, b.label));
  return [header, ...sorted.map(({ block }) => block.text())].join('\n');
}
