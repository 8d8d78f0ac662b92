import type { Access } from '../../registry/tool/tool.ts';
import type { Listing } from '../listing/degrade.ts';
import { runWith, type View } from '../view.ts';

/** What the words of the bridge depend on. */
export interface Framing {
  /** How many tools are deferred. */
  readonly count: number;
  readonly listing: Listing;
  /** Whether the session has `manage_connections`, and so may meet remote connector tools. */
  readonly connectors: boolean;
  /** How deferred tools are called. @default with `tool_call` */
  readonly view?: View;
  /** Set when the listing stands elsewhere: what is said of it here, empty where there is no room. */
  readonly elsewhere?: string;
}

/** What `tool_search` does, in any session with this view. */
export const searchWords = (view: View): string =>
  [
    'Searches the tools of this session, not the web.',
    'Give a list of queries, one for each thing you need, in keywords (service, action, object), not as questions:',
    'a word that no tool contains empties its query.',
    'The answer groups names by query and describes each tool once, in a shared map.',
    `Then load schemas with tool_describe and run with ${runWith(view)}.`,
    'Tools you already see listed directly need no search: call them.',
  ].join(' ');

const ELSEWHERE =
  "This server's instructions list those that were known when you connected, as far as there was room; tool_search knows all of them now. Never say that something is missing before you have searched for it here.";

const CONNECTORS =
  'Names beginning with connectors__ are tools of remote accounts; manage_connections connects and manages these accounts.';

const LISTED =
  'Never say that a tool listed below is unavailable; when the exact name you need is there, skip tool_search and load it with tool_describe.';

const FRAMES = {
  full: `Every one is listed below. ${LISTED}`,
  names: `Every one is listed below. ${LISTED}`,
  mixed: `${LISTED} Sources marked "names not listed" have tools as well: search before you conclude that something is missing.`,
  groups:
    'Sources are listed below without the names of their tools: search here FIRST. Before that, never say a capability is missing, and never put a general tool in its place.',
  none: '',
} as const;

/** The description of `tool_search`: what it does, what waits behind it, and the listing as far as it fits. */
export function searchDescription({ count, listing, connectors, view = {}, elsewhere }: Framing): string {
  const text = [
    searchWords(view),
    waiting(count, connectors),
    ...(connectors ? [CONNECTORS] : []),
    ...(elsewhere === undefined ? [FRAMES[listing.form]] : [ELSEWHERE, elsewhere]),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
  return listing.form === 'none' ? text : `${text}\n\n${listing.text}`;
}

function waiting(count: number, connectors: boolean): string {
  if (count > 0) return count === 1 ? '1 more tool is there on demand.' : `${count} more tools are there on demand.`;
  return connectors ? 'Remote connector tools are there on demand.' : 'No tool is known yet; more may come.';
}

/** The description of `tool_describe`, in any session with this view. */
export const describeWords = (view: View): string =>
  [
    'Gives the full description and argument schema of deferred tools, by the exact names that tool_search or its list shows.',
    view.callTools === 'split'
      ? 'Ask for all the names you need in one call. Do this before you call one; its call_with is the tool to call it with.'
      : 'Ask for all the names you need in one call. Do this before tool_call unless you know the schema.',
  ].join(' ');

const RIGHT_ONE = 'tool_search and tool_describe name the right one for each tool in call_with.';

const ACCESS_WORDS: Readonly<Record<Access, readonly string[]>> = {
  read: ['Runs a deferred tool that only reads.', RIGHT_ONE],
  write: ['Runs a deferred tool that may change things, or of which nobody said that it only reads.', RIGHT_ONE],
  destructive: ['Runs a deferred tool that may delete or overwrite.', RIGHT_ONE],
};

/** The description of a tool that deferred tools are called with: `tool_call`, or one for a kind of access. */
export const callWords = (name: string, access?: Access): string =>
  [
    ...(access === undefined ? ['Runs a deferred tool.'] : ACCESS_WORDS[access]),
    'Put one entry into calls for each invocation.',
    `Local tools: exactly one entry in one ${name}; make several ${name} calls for several.`,
    `Only names beginning with connectors__ may share a ${name}; those run one by one and answer in the order given; mixed lists and several local entries are rejected.`,
    'Arguments must fit the schema from tool_describe.',
    'Policy, hooks and approvals apply as if the tool had been called directly.',
  ].join(' ');
