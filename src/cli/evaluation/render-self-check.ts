import type { AlikeTools } from '../../eval/self/alike.ts';
import type { Weights } from '../../eval/self/heaviest.ts';
import type { SelfCheck } from '../../eval/self/self-check.ts';
import type { UnfoundTool } from '../../eval/self/unfound.ts';
import { counted, grouped } from '../render/bill.ts';
import { fitColumns } from '../terminal/display-width.ts';
import type { Output } from '../terminal/output.ts';
import { printableLine, type Style } from '../terminal/printable.ts';
import { table } from '../terminal/table.ts';
import { boundedList, MOST_SHOWN } from './bounded-list.ts';

/** A longer query would fill the screen. */
const MOST_QUERY_COLUMNS = 70;

/** Of tools that have the same words, how many are named. */
const MOST_ALIKE = 5;

/** Why nothing is said of tools that nobody uses. */
export const USE_NOT_RECORDED = 'not known: callslip keeps no record of the tools that were called';

/** What a catalogue tells of itself, for people: worst first. */
export function renderSelfCheck(check: SelfCheck, { style }: Pick<Output, 'style'>): string {
  const { tools, top, unfound, alike, weights } = check;
  const { byName, bySentence, withoutDescription } = unfound;
  const section = (title: string, count: number, items: readonly string[]) =>
    [style.head(`${title} (${grouped(count)})`), ...(count === 0 ? ['  none'] : boundedList(items, count))].join('\n');
  return [
    `${style.head('Catalogue')}\n  ${counted(tools, 'tool')}; found means: among the first ${top}`,
    section(
      'Not found by their own name',
      byName.length,
      byName.map((tool) => unfoundItem(tool, style)),
    ),
    section(
      'Not found by the first sentence of their description',
      bySentence.length,
      bySentence.map((tool) => unfoundItem(tool, style)),
    ),
    section(
      'Without a description',
      withoutDescription.length,
      withoutDescription.map((name) => `  ${style.name(name)}`),
    ),
    section(
      "Can't be told apart by their words",
      alike.count,
      alike.found.map((found) => alikeItem(found, style)),
    ),
    heaviest(weights, style),
    `${style.head('Never used')}\n  ${USE_NOT_RECORDED}`,
  ].join('\n\n');
}

function unfoundItem({ name, query, rank, instead: [first] }: UnfoundTool, style: Style): string {
  const place = rank === undefined ? 'not found' : `place ${rank}`;
  const other = first === undefined ? 'nothing comes' : `first comes ${style.name(first)}`;
  return `  ${style.name(name)}\n    "${fitColumns(printableLine(query), MOST_QUERY_COLUMNS)}": ${place}; ${other}`;
}

function alikeItem({ tools, likeness }: AlikeTools, style: Style): string {
  const how = likeness === 1 ? 'all words the same' : `${Math.floor(100 * likeness)} % of the words the same`;
  const shown = tools.slice(0, MOST_ALIKE).map((name) => style.name(name));
  const rest = tools.length > MOST_ALIKE ? ` and ${grouped(tools.length - MOST_ALIKE)} more` : '';
  return `  ${how}\n    ${shown.join(', ')}${rest}`;
}

function heaviest({ tokens, heaviest: tools }: Weights, style: Style): string {
  const rows = tools.slice(0, MOST_SHOWN).map((tool) => [tool.name, grouped(tool.schemaTokens), grouped(tool.tokens)]);
  const options = { heads: ['', 'schema', 'whole tool'], right: [1, 2], indent: '  ', styles: [style.name] };
  return `${style.head(`Heaviest schemas, in tokens (all tools whole: ${grouped(tokens)})`)}\n${table(rows, options)}`;
}
