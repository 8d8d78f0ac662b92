import { messageOf } from '../base/errors.ts';
import type { ToolDefinition } from '../registry/tool/tool.ts';
import type { Catalog } from './catalog/catalog.ts';
import type { Encoder } from './related/encoder.ts';
import { findRelated } from './related/find-related.ts';
import type { RelatedTool } from './related/related-tool.ts';
import { rank } from './search/rank.ts';

/** What one query finds. */
export interface FoundTools {
  /** The strict tier, best first. */
  readonly matches: readonly ToolDefinition[];
  /** The related tier, best first: only where the strict tier has none, and not always then. */
  readonly related: readonly RelatedTool[];
}

/** How a search is made. */
export interface FindOptions {
  /** The most tools, in either tier. */
  readonly limit: number;
  /** Whether the related tier is asked. */
  readonly related: 'on' | 'off';
  /** The host's own encoder, for the related tier. @default none */
  readonly encoder?: Encoder;
  /** @default never aborted */
  readonly signal?: AbortSignal;
  /** Told why the related tier failed, when it did. @default nobody */
  readonly warn?: (text: string) => void;
}

/**
 * Finds the tools of a catalogue that answer a query. The same catalogue, query and options give the same answer. When the
 * related tier fails, there is the strict one alone.
 */
export async function findTools(
  catalog: Catalog,
  query: string,
  { limit, related, encoder, signal = new AbortController().signal, warn }: FindOptions,
): Promise<FoundTools> {
  const matches = rank(catalog, query, limit).hits.map(({ tool }) => tool);
  if (related === 'off' || matches.length > 0) return { matches, related: [] };
  try {
    return { matches, related: await findRelated(catalog, query, { limit, signal, ...(encoder && { encoder }) }) };
  } catch (error) {
    signal.throwIfAborted();
    warn?.(`related tools could not be looked for: ${messageOf(error)}`);
    return { matches, related: [] };
  }
}
