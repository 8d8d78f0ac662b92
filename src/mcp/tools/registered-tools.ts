import type { SourceHandle, SourceNotes } from '../../registry/source.ts';
import type { Tool } from '../../registry/tool/tool.ts';
import type { ServerConfig } from '../config.ts';
import type { CallTool } from './call-tool.ts';
import type { ToolList } from './list-tools.ts';
import { tailoredCall } from './tailored-call.ts';
import { asCached, toTools } from './to-tool.ts';

/** What a server listed last, as tools in the registry. */
export interface RegisteredTools {
  /** How many there are; absent while nothing is known. */
  readonly count: number | undefined;
  /** How many more the server's entry leaves out. */
  readonly leftOut: number;
  /** True when they are marked as remembered: the server can't be asked just now. */
  readonly isCached: boolean;
  /** Takes a list and registers it. */
  take(list: ToolList, isLive: boolean): void;
  /** From now on they are what is remembered. */
  age(): void;
}

/** Tools of one server, registered with `handle` and run by `call`. */
export function createRegisteredTools(
  config: ServerConfig,
  handle: Pick<SourceHandle, 'replace'>,
  call: CallTool,
): RegisteredTools {
  let executors = new Map<string, Tool['execute']>();
  let tools: readonly Tool[] | undefined;
  let notes: SourceNotes = {};
  let isLive = false;
  const register = () => handle.replace(isLive ? (tools ?? []) : asCached(tools ?? []), notes);
  return {
    get count() {
      return tools?.length;
    },
    get leftOut() {
      return notes.leftOut?.length ?? 0;
    },
    get isCached() {
      return tools !== undefined && !isLive;
    },
    take({ entries, warnings }, live) {
      // The same function for the same name, so that an unchanged tool can be seen to be unchanged.
      const known = executors;
      executors = new Map();
      const made = toTools(entries, config, (toolName) => {
        const execute =
          executors.get(toolName) ??
          known.get(toolName) ??
          tailoredCall(config, toolName, (args, context) => call(toolName, args, context));
        executors.set(toolName, execute);
        return execute;
      });
      tools = made.tools;
      notes = {
        dropped: made.notes.dropped,
        warnings: [...warnings, ...made.notes.warnings],
        leftOut: made.leftOut,
      };
      isLive = live;
      register();
    },
    age() {
      if (!isLive) return;
      isLive = false;
      register();
    },
  };
}
