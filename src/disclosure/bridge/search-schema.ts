import type { JsonSchema } from '../../base/json.ts';
import type { ToolSearchConfig } from '../policy/config.ts';

/** Most queries of one `tool_search`: remote catalogues take no more in one request. */
export const MAX_QUERIES = 7;

/** What `tool_search` takes. */
export function searchSchema({
  searchDefaultLimit,
  maxSearchLimit,
}: Pick<ToolSearchConfig, 'searchDefaultLimit' | 'maxSearchLimit'>): JsonSchema {
  return {
    type: 'object',
    properties: {
      queries: {
        type: 'array',
        items: { type: 'string' },
        description: `1 to ${MAX_QUERIES} queries, each a few keywords: service, action, object. A single string is accepted as one query.`,
      },
      limit: {
        type: 'integer',
        description: `Matches per query: ${searchDefaultLimit} when left out, at most the configured maximum (${maxSearchLimit}).`,
      },
    },
    required: ['queries'],
  };
}
