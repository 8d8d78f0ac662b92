import type { JsonSchema } from '../base/json.ts';
import type { ToolAnnotations, ToolDefinition } from '../registry/tool/tool.ts';

/** One tool as a model is shown it. */
export interface ExposedTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: ToolAnnotations;
  /** The definition behind it; absent for the bridge tools. */
  readonly definition?: ToolDefinition;
}

/** How much of the deferred catalogue the description of `tool_search` carries. */
export type ListingForm = 'full' | 'names' | 'mixed' | 'groups' | 'none';

/** What a turn costs in tool definitions, in budget tokens of `{name, description, inputSchema}` as compact JSON. */
export interface Bill {
  /** Every usable tool declared eagerly. */
  readonly eager: { readonly tools: number; readonly tokens: number };
  /** What is declared now, bridge and listing included. */
  readonly shown: { readonly tools: number; readonly tokens: number };
  /** Tokens of the listing alone. */
  readonly listing: number;
  /** The most the listing may take. */
  readonly listingBudget: number;
}

/** What the model sees in one turn: a pure function of a snapshot and the policy. */
export interface Exposure {
  /** Visible tools in the snapshot's order, then `tool_search`, `tool_describe` and what to call with, when activated. */
  readonly tools: readonly ExposedTool[];
  /** True when the bridge is there. */
  readonly activated: boolean;
  /** 0: everything is declared. 1: deferred tools are listed by name. 2: only by source, or not at all. */
  readonly tier: 0 | 1 | 2;
  readonly listingForm: ListingForm;
  /**
   * Set when the description of `tool_search` would pass the view's limit with the listing in it, and has none: gives the
   * fullest listing of at most so many characters, for another place. Empty when nothing fits.
   */
  readonly displacedListing?: (maxChars: number) => string;
  /** Tools that are reached through the bridge, in catalogue order. */
  readonly deferred: readonly ToolDefinition[];
  /** Counted when it is first asked for: a turn does not need it, and counting a large catalogue takes long. */
  readonly bill: Bill;
  /** What an operator should know, the snapshot's own warnings first. */
  readonly warnings: readonly string[];
  /** 16 hex digits over the bytes of `tools`: equal bytes, equal fingerprint. */
  readonly fingerprint: string;
}
