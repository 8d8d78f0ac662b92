import { withDeadline } from '../../base/deadline.ts';
import { messageOf } from '../../base/errors.ts';
import { START_WAIT_MS } from '../../disclosure/bridge/bridge-context.ts';
import type { Exposure } from '../../disclosure/exposure.ts';
import type { View } from '../../disclosure/view.ts';
import type { ClientSide } from './client-side.ts';

const MOMENT = 'These are there as you connect; what is there later, `tool_search` knows.';

/**
 * The instructions for a client that begins now. One that would cut descriptions is waited for a moment with, when sources
 * are still starting, as it is told only once. Never rejects.
 */
export async function instruct(
  { parts, session, view }: Pick<ClientSide, 'parts' | 'session' | 'view'>,
  signal: AbortSignal,
): Promise<string> {
  const shown = view();
  if (shown.descriptionLimit === undefined) return instructions(shown);
  try {
    const { scope } = session();
    const settled = (limited: AbortSignal) => parts.registry.settled(limited, scope);
    await withDeadline(parts.clock, START_WAIT_MS, signal, settled).catch(() => {});
    return instructions(shown, await session().expose());
  } catch (error) {
    parts.logger.warn('a client got instructions without a catalogue', { message: messageOf(error) });
    return instructions(shown);
  }
}

/**
 * What a client may put before its model about this server. It is given once, while tools come and go, so it names none:
 * but for a client that would cut the list in the description of `tool_search`, which then stands here, as long as there
 * is room.
 */
export function instructions(view: View, { displacedListing }: Pick<Exposure, 'displacedListing'> = {}): string {
  const usage = usageOf(view);
  const room = (view.descriptionLimit ?? Number.POSITIVE_INFINITY) - `${usage}\n\n${MOMENT}\n`.length;
  const listing = displacedListing?.(room) ?? '';
  return listing === '' ? usage : `${usage}\n\n${MOMENT}\n${listing}`;
}

function usageOf({ callTools }: View): string {
  return [
    'This server stands in front of other servers and lists few of their tools. When `tool_search` is among its tools, there are',
    'more: its description tells which.',
    'To use one: (1) find it with `tool_search` (keywords, several queries at once), unless you know its exact name;',
    `(2) read its parameters with \`tool_describe\`; (3) run it with ${callTools === 'split' ? 'the tool that its `call_with` names' : '`tool_call`'}:`,
    '{"calls":[{"name":"<exact name>","arguments":{…}}]}, one tool a call.',
    'Search before you say that something cannot be done. Tools that are listed are called directly.',
  ].join(' ');
}
