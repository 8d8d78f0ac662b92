/** A named set of tools that is granted or taken away as one. */
export interface Toolset {
  readonly name: string;
  /** Tools by name, whether or not they are registered. Tools registered under the toolset's name always belong to it. */
  readonly tools: readonly string[];
  /** Other toolsets whose tools belong to this one too. A cycle adds nothing. */
  readonly includes?: readonly string[];
  /**
   * A bundle is a surface's whole set (or a way of working). Taking it away takes only what it has beyond the core
   * tools, so that disabling one surface does not empty another. @default false
   */
  readonly bundle?: boolean;
}
