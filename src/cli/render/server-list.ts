import type { ListedServer } from '../report/server-list.ts';
import type { Output } from '../terminal/output.ts';
import { printableLine } from '../terminal/printable.ts';
import { table } from '../terminal/table.ts';
import { NO_SERVER } from './servers.ts';

/** The servers of each file in a table, what is wrong with them below it. */
export function renderServerList(
  servers: readonly ListedServer[],
  { style, width }: Pick<Output, 'style' | 'width'>,
): string {
  if (servers.length === 0) return NO_SERVER;
  const files = [...new Set(servers.map(({ file }) => file))];
  const blocks = files.map((file) => {
    const here = servers.filter((server) => server.file === file);
    const rows = here.map(({ label, transport, enabled, command, url }) =>
      [label, transport, enabled ? 'on' : 'off', command ?? url ?? ''].map(printableLine),
    );
    const problems = here.flatMap(({ label, problem }) =>
      problem === undefined ? [] : [`  ${style.bad('!')} ${printableLine(`${label}: ${problem}`)}`],
    );
    const options = { indent: '  ', styles: [style.name], ...(width === undefined ? {} : { width }) };
    return [style.head(printableLine(file)), table(rows, options), ...problems].join('\n');
  });
  return blocks.join('\n\n');
}
