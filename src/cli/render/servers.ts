import type { ServerStatus } from '../../runtime/create-runtime.ts';
import type { Output } from '../terminal/output.ts';
import { printableLine, type Style } from '../terminal/printable.ts';
import { counted, grouped } from './bill.ts';

/** Enough for a stack with the error above it. */
const SAID_LINES = 20;

/** Each server for people: its state, why, and what to do about it. */
export function renderServers(servers: readonly ServerStatus[], { style }: Pick<Output, 'style'>): string {
  const lines = servers.flatMap((server) => serverLines(server, style));
  const none = '  no server is configured: add mcp_servers to the configuration, or give --mcp-json FILE';
  return [style.head(`Servers (${grouped(servers.length)})`), ...(lines.length === 0 ? [none] : lines)].join('\n');
}

function serverLines(server: ServerStatus, style: Style): readonly string[] {
  const { label, state, transport, toolCount, serverInfo, reason, remedy, stderr } = server;
  const colour = state === 'ready' ? style.good : state === 'failed' ? style.bad : style.warn;
  const facts = [
    transport,
    ...(toolCount === undefined ? [] : [counted(toolCount, 'tool')]),
    ...(serverInfo === undefined ? [] : [`${serverInfo.name} ${serverInfo.version}`]),
  ];
  const lines = [`  ${printableLine(label)}: ${colour(state)} (${printableLine(facts.join(', '))})`];
  if (reason !== undefined) lines.push(`    why: ${printableLine(reason)}`);
  if (remedy !== undefined) lines.push(`    remedy: ${printableLine(remedy)}`);
  const said = state === 'failed' ? (stderr?.split('\n').slice(-SAID_LINES) ?? []) : [];
  return [...lines, ...said.map((line) => `    it said: ${printableLine(line)}`)];
}
