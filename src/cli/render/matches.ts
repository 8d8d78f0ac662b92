import type { JsonObject } from '../../base/json.ts';
import { shortDescription } from '../../disclosure/listing/short-description.ts';
import { listIn, objectIn, textIn } from '../report/json-view.ts';
import type { Output } from '../terminal/output.ts';
import { printableLine } from '../terminal/printable.ts';
import { table } from '../terminal/table.ts';

type Looks = Pick<Output, 'style' | 'width'>;

/** An answer of `tool_search` for people: each query with its tools, best first, or what is known of a miss. */
export function renderMatches(answer: JsonObject, looks: Looks): string {
  const tools = objectIn(answer['tools']);
  const groups = listIn(answer['results']).map(objectIn);
  const blocks = groups.map((group) => {
    const head = looks.style.head(printableLine(textIn(group['query'])));
    const names = listIn(group['matches']).map(textIn);
    const lines = names.length > 0 ? [found(names.map(asFound), tools, '  ', looks)] : renderMiss(group, tools, looks);
    return [head, ...lines].join('\n');
  });
  return blocks.join('\n\n');
}

/** A tool that was found, and why where that is not plain. */
interface Found {
  readonly name: string;
  readonly reason?: string;
}

const asFound = (name: string): Found => ({ name });

function found(rows: readonly Found[], tools: JsonObject, indent: string, { style, width }: Looks): string {
  const cells = rows.map(({ name, reason }) => {
    const tool = objectIn(tools[name]);
    const source = textIn(tool['source_name']).replace(/^mcp-/, '') || textIn(tool['source']);
    const does = shortDescription(textIn(tool['description']));
    return [name, printableLine(source), printableLine(reason === undefined ? does : `${does} (${reason})`)];
  });
  return table(cells, { indent, styles: [style.name, style.faint], ...(width === undefined ? {} : { width }) });
}

function renderMiss(group: JsonObject, tools: JsonObject, looks: Looks): readonly string[] {
  const listed = listIn(group['directly_listed']).map(textIn);
  const related = listIn(group['related'])
    .map(objectIn)
    .map(({ name, reason }) => ({ name: textIn(name), reason: textIn(reason) }));
  const unavailable = listIn(group['unavailable']).map(objectIn);
  return [
    '  no match',
    ...(listed.length === 0 ? [] : [`  listed directly, without a search: ${listed.join(', ')}`]),
    ...(related.length === 0 ? [] : ['  close to it, but not exact:', found(related, tools, '    ', looks)]),
    ...(unavailable.length === 0
      ? []
      : ["  can't be used now:", ...unavailable.flatMap((row) => obstacle(row, looks))]),
    `  ${searched(group)}`,
  ];
}

function obstacle({ name, reason, remedy }: JsonObject, { style }: Looks): readonly string[] {
  return [
    `    ${style.name(textIn(name))}`,
    `      ${printableLine(textIn(reason))}`,
    ...(remedy === undefined ? [] : [`      remedy: ${printableLine(textIn(remedy))}`]),
  ];
}

function searched(group: JsonObject): string {
  const sources = listIn(group['available_sources']).map((row) => {
    const { name, tool_count: count, unavailable } = objectIn(row);
    const state = unavailable === undefined ? `${count}` : `unavailable: ${textIn(unavailable)}`;
    return printableLine(`${textIn(name)} (${state})`);
  });
  return sources.length === 0 ? 'there is no deferred tool to search' : `searched: ${sources.join(', ')}`;
}
