import type { Upstreams } from './upstream.ts';

/** For a host without MCP servers. */
export const NO_UPSTREAMS: Upstreams = { all: () => [], subscribe: () => () => {} };
