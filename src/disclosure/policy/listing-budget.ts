import type { ToolSearchConfig } from './config.ts';

/** The share of an unknown context window that the listing may take, in tokens. */
const UNKNOWN_CONTEXT_TOKENS = 10_000;

/**
 * Budget tokens the listing may take: `threshold_pct` percent of the context window, at most `listing_max_tokens`. A
 * context of 0, or none, is unknown and allows 10000.
 */
export function listingBudget(
  { thresholdPct, listingMaxTokens }: Pick<ToolSearchConfig, 'thresholdPct' | 'listingMaxTokens'>,
  contextLength?: number,
): number {
  const known = contextLength !== undefined && contextLength > 0;
  // Endless is no number to take 0 percent of.
  const share = known
    ? Math.trunc((Math.min(contextLength, Number.MAX_VALUE) * thresholdPct) / 100)
    : UNKNOWN_CONTEXT_TOKENS;
  return Math.max(0, Math.min(listingMaxTokens, share));
}
