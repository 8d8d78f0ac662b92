import type { ToolDefinition } from '../../registry/tool/tool.ts';

/** Why the remote catalogue could not be asked, for the model. */
export type RemoteFailure =
  | {
      readonly status: 'unavailable';
      readonly reason: 'unreachable' | 'sign_in_expired';
      readonly hint: string;
    }
  | { readonly status: 'not_set_up'; readonly hint: string };

/** What was found; with `failure`, nothing could be. A catalogue that is simply not there has neither. */
export interface RemoteAnswer<Found> {
  readonly found: Found;
  readonly failure?: RemoteFailure;
}

/**
 * Tools that live elsewhere and are looked up at each search: connectors. Implementations do not throw; callers treat a
 * throw as `unreachable`.
 */
export interface RemoteCatalog {
  /** For each query, in their order, the remote tools that may answer it, best first. All queries go in one request. */
  search(
    queries: readonly string[],
    signal: AbortSignal,
  ): Promise<RemoteAnswer<readonly (readonly ToolDefinition[])[]>>;
  /** The remote tools of these names that exist, by name. */
  describe(names: readonly string[], signal: AbortSignal): Promise<RemoteAnswer<ReadonlyMap<string, ToolDefinition>>>;
}

/** A remote catalogue without tools. */
export const emptyRemoteCatalog: RemoteCatalog = {
  search: async (queries) => ({ found: queries.map(() => []) }),
  describe: async () => ({ found: new Map() }),
};
