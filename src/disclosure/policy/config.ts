import { z } from 'zod';
import { DEFER_LIST } from './defer-list.data.ts';

/** `on` and `auto` do the same today; what the user wrote is kept apart. */
const TRI_STATES: readonly TriState[] = ['auto', 'on', 'off'];

/** A switch that can also be left to this project. */
export type TriState = 'auto' | 'on' | 'off';

/** Whether the related tier is asked where the strict one has no match. */
export type Related = 'on' | 'off';

/** Default, least and greatest value of each number in `tools.tool_search`. */
export const TOOL_SEARCH_RANGES = {
  threshold_pct: { fallback: 5, min: 0, max: 100 },
  search_default_limit: { fallback: 5, min: 1, max: 50 },
  max_search_limit: { fallback: 25, min: 1, max: 50 },
  listing_max_tokens: { fallback: 4000, min: 200, max: 60_000 },
} as const;

const number = (key: keyof typeof TOOL_SEARCH_RANGES, base: z.ZodNumber) => {
  const { fallback, min, max } = TOOL_SEARCH_RANGES[key];
  return base.min(min).max(max).default(fallback);
};
const triState = () => z.union([z.enum(TRI_STATES), z.boolean()]).default('auto');

/** `tools.tool_search` as it is best written. What else is understood, and how, is in `config-forms.ts`. */
export const toolSearchFragment: z.ZodObject = z.object({
  enabled: triState().describe('Whether tools are deferred behind tool_search. `off` declares every tool.'),
  threshold_pct: number('threshold_pct', z.number()).describe(
    'Percent of the context window that the listing may take. Never decides whether tools are deferred.',
  ),
  search_default_limit: number('search_default_limit', z.int()).describe(
    'Matches for each query when the model names no limit; at most max_search_limit.',
  ),
  max_search_limit: number('max_search_limit', z.int()).describe(
    'The most matches a model may ask for, for each query.',
  ),
  listing: triState().describe('Whether the description of tool_search lists the deferred tools.'),
  listing_max_tokens: number('listing_max_tokens', z.int()).describe('The most tokens the listing may take.'),
  defer: z
    .array(z.string())
    .default([...DEFER_LIST])
    .describe(
      'Names of core or desktop tools to defer; replaces the default list. Tools of servers and plugins are deferred anyway.',
    ),
  related: z
    .union([z.enum(['on', 'off']), z.boolean()])
    .default('on')
    .describe(
      'Whether a query without a match is told of tools that come close, are listed directly, or can not be used now.',
    ),
});

/** `tools.connectors`. */
export const connectorsFragment: z.ZodObject = z.object({
  enabled: z.boolean().default(true).describe('Whether tools of remote connectors can be found and called.'),
});

/** `tools.tool_search`, read: every value is in its range. */
export interface ToolSearchConfig {
  /** @default 'auto' */
  readonly enabled: TriState;
  /** Percent, 0 to 100. @default 5 */
  readonly thresholdPct: number;
  /** Matches a query, 1 to `maxSearchLimit`. @default 5 */
  readonly searchDefaultLimit: number;
  /** Matches a query, 1 to 50. @default 25 */
  readonly maxSearchLimit: number;
  /** @default 'auto' */
  readonly listing: TriState;
  /** Budget tokens, 200 to 60000. @default 4000 */
  readonly listingMaxTokens: number;
  /** Names of tools. @default the curated list */
  readonly defer: readonly string[];
  /** @default 'on' */
  readonly related: Related;
}

/** `tools.connectors`, read. */
export interface ConnectorsConfig {
  /** @default true */
  readonly enabled: boolean;
}
