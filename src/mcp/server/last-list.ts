import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '../../base/json.ts';
import type { ToolList } from '../tools/list-tools.ts';

/** The tools that a server listed last, now or in an earlier run. */
export class LastList {
  readonly #onTools: (list: ToolList, isLive: boolean) => void;
  #list: ToolList | undefined;
  #names: ReadonlySet<unknown> | undefined;

  /** @param onTools told of every list that is taken. */
  constructor(onTools: (list: ToolList, isLive: boolean) => void) {
    this.#onTools = onTools;
  }

  get isKnown(): boolean {
    return this.#list !== undefined;
  }

  /** As they came; none while nothing is known. */
  get entries(): readonly unknown[] {
    return this.#list?.entries ?? [];
  }

  /** Whether a tool of this name is in it. */
  has(toolName: unknown): boolean {
    this.#names ??= new Set(this.entries.map((entry) => (isJsonObject(entry) ? entry.name : undefined)));
    return this.#names.has(toolName);
  }

  /** @param isLive false for a list that is remembered from an earlier run. */
  take(list: ToolList, isLive: boolean): void {
    this.#list = list;
    this.#names = undefined;
    this.#onTools(list, isLive);
  }

  /** As `take`, for one that was read again; false, and nothing told, when it is the same. */
  takeChanged(list: ToolList): boolean {
    if (isSame(list, this.#list)) return false;
    this.take(list, true);
    return true;
  }
}

function isSame(a: ToolList, b: ToolList | undefined): boolean {
  try {
    return isDeepStrictEqual(a, b);
  } catch {
    // Nested so deeply that comparing runs out of stack.
    return false;
  }
}
