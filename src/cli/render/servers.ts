import type { ServerStatus } from '../../runtime/create-runtime.ts';
import type { Output } from '../terminal/output.ts';
import { printableLine, type Style } from '../terminal/printable.ts';
import { counted, grouped } from './bill.ts';

/** How to begin. */
export const NO_SERVER =
  'no server is configured: callslip init brings those of your clients, callslip add writes one, as in: callslip add files -- npx -y @modelcontextprotocol/server-filesystem ~/notes';

/** Enough for a stack with the error above it. */
const SAID_LINES = 20;

/** Each server for people: its state, why, and what to do about it. */
export function renderServers(servers: readonly ServerStatus[], { style }: Pick<Output, 'style'>): string {
  const lines = servers.flatMap((server) => serverLines(server, style));
  return [
    style.head(`Servers (${grouped(servers.length)})`),
    ...(lines.length === 0 ? [`  ${NO_SERVER}`] : lines),
  ].join('\n');
}

function serverLines(server: ServerStatus, style: Style): readonly string[] {
  const { label, state, transport, toolCount, leftOut, serverInfo, reason, remedy, stderr, asleep, cached } = server;
  const colour = state === 'ready' ? style.good : state === 'failed' ? style.bad : style.warn;
  const facts = [
    transport,
    ...(asleep === true ? ['asleep until its next call'] : cached === true ? ['as remembered'] : []),
    ...(toolCount === undefined ? [] : [counted(toolCount, 'tool')]),
    ...(leftOut === undefined ? [] : [`${grouped(leftOut)} more left out by its entry`]),
    ...(serverInfo === undefined ? [] : [`${serverInfo.name} ${serverInfo.version}`]),
  ];
  const lines = [`  ${printableLine(label)}: ${colour(state)} (${printableLine(facts.join(', '))})`];
  if (reason !== undefined) lines.push(`    why: ${printableLine(reason)}`);
  if (remedy !== undefined) lines.push(`    remedy: ${printableLine(remedy)}`);
  lines.push(...historyLines(server));
  const said = state === 'failed' ? (stderr?.split('\n').slice(-SAID_LINES) ?? []) : [];
  return [...lines, ...said.map((line) => `    it said: ${printableLine(line)}`)];
}

/** How it fared, where that is not plain from its state. */
function historyLines({ state, lastFault, tries = 0, nextTryInMs }: ServerStatus): readonly string[] {
  const seconds = (ms: number) => `${grouped(Math.ceil(ms / 1000))} s`;
  if (nextTryInMs !== undefined) return [`    tried ${counted(tries, 'time')}, again in ${seconds(nextTryInMs)}`];
  if (state !== 'ready' || lastFault === undefined) return [];
  return [`    ${seconds(lastFault.agoMs)} ago it failed: ${printableLine(lastFault.reason)}`];
}
