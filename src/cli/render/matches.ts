import type { JsonObject } from '../../base/json.ts';
import { shortDescription } from '../../disclosure/listing/short-description.ts';
import { listIn, objectIn, textIn } from '../report/json-view.ts';
import type { Output } from '../terminal/output.ts';
import { printableLine } from '../terminal/printable.ts';
import { table } from '../terminal/table.ts';

/** An answer of `tool_search` for people: each query with its tools, best first. */
export function renderMatches(answer: JsonObject, { style, width }: Pick<Output, 'style' | 'width'>): string {
  const tools = objectIn(answer['tools']);
  const groups = listIn(answer['results']).map(objectIn);
  const blocks = groups.map((group) => {
    const head = style.head(printableLine(textIn(group['query'])));
    const names = listIn(group['matches']).map(textIn);
    if (names.length === 0) return `${head}\n${renderMiss(group)}`;
    const rows = names.map((name) => {
      const tool = objectIn(tools[name]);
      const source = textIn(tool['source_name']).replace(/^mcp-/, '') || textIn(tool['source']);
      return [name, printableLine(source), printableLine(shortDescription(textIn(tool['description'])))];
    });
    return `${head}\n${table(rows, { indent: '  ', styles: [style.name, style.faint], ...(width === undefined ? {} : { width }) })}`;
  });
  return blocks.join('\n\n');
}

function renderMiss(group: JsonObject): string {
  const sources = listIn(group['available_sources']).map((row) => {
    const { name, tool_count: count, unavailable } = objectIn(row);
    const state = unavailable === undefined ? `${count}` : `unavailable: ${textIn(unavailable)}`;
    return printableLine(`${textIn(name)} (${state})`);
  });
  const among = sources.length === 0 ? 'there is no deferred tool to search' : `searched: ${sources.join(', ')}`;
  return `  no match\n  ${among}`;
}
