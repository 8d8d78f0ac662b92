import { CORE_TOOLS } from '../../registry/toolset/core-tools.data.ts';
import type { ToolSearchConfig } from './config.ts';
import { DEFAULT_TOOL_SEARCH } from './config-forms.ts';
import { createDeferral, type Deferral } from './deferrable.ts';
import { DIRECT_TOOLSETS } from './direct-toolsets.data.ts';

/** What a host may set. */
export interface PolicyOptions {
  /** @default every default of `tools.tool_search` */
  readonly toolSearch?: ToolSearchConfig;
  /** Names of tools that never defer by default. @default the reference's core tools */
  readonly core?: Iterable<string>;
  /** Toolsets that stay visible by default. @default desktop_ui, project, setup */
  readonly directToolsets?: Iterable<string>;
}

/** How a session's tools are shown. Made once, for as long as the configuration stays. */
export interface ExposurePolicy {
  readonly toolSearch: ToolSearchConfig;
  readonly core: ReadonlySet<string>;
  readonly directToolsets: ReadonlySet<string>;
  /** Whether a tool waits behind the bridge, when there is one. */
  readonly isDeferred: Deferral;
}

/** Fills in the defaults. */
export function createPolicy(options: PolicyOptions = {}): ExposurePolicy {
  const toolSearch = options.toolSearch ?? DEFAULT_TOOL_SEARCH;
  const core = new Set(options.core ?? CORE_TOOLS);
  const directToolsets = new Set(options.directToolsets ?? DIRECT_TOOLSETS);
  return {
    toolSearch,
    core,
    directToolsets,
    isDeferred: createDeferral({ core, directToolsets, defer: toolSearch.defer }),
  };
}
