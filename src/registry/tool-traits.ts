import type { Tool } from './tool/tool.ts';

/** What is true of one source's tools together. */
export interface ToolTraits {
  /** The toolsets under which they are registered. */
  readonly toolsets: ReadonlySet<string>;
  /** Whether there are built-in tools among them. */
  readonly builtin: boolean;
  /** Those with a gate. */
  readonly gated: readonly Tool[];
}

const memo = new WeakMap<readonly Tool[], ToolTraits>();

/** The traits of a source's frozen array of tools, gone through once, so that not every turn visits every tool. */
export function traitsOf(tools: readonly Tool[]): ToolTraits {
  let traits = memo.get(tools);
  if (traits === undefined) {
    traits = {
      toolsets: new Set(tools.map(({ toolset }) => toolset)),
      builtin: tools.some(({ source }) => source.kind === 'builtin'),
      gated: tools.filter(({ gate }) => gate !== undefined),
    };
    memo.set(tools, traits);
  }
  return traits;
}
