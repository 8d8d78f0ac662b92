import type { ResultStore } from '../base/call/result-store.ts';

/** Characters a store keeps in all, unless told otherwise. */
const DEFAULT_CHARS = 20_000_000;

/** A store whose texts can be read back in this process. */
export interface MemoryResultStore extends ResultStore {
  /** A part of a kept text, counted in characters; absent when it is not there, or not any more. */
  read(location: string, offset?: number, length?: number): string | undefined;
}

/**
 * Keeps results in memory, at most `maxChars` characters of them: the oldest go first. For hosts that give their model a
 * tool which reads them.
 *
 * @param options.maxChars Characters in all. A longer text is not kept. @default 20000000
 */
export function createMemoryResultStore(options: { readonly maxChars?: number } = {}): MemoryResultStore {
  const { maxChars = DEFAULT_CHARS } = options;
  const kept = new Map<string, string>();
  let total = 0;
  let count = 0;
  return {
    async put(callId, text) {
      if (text.length > maxChars) throw new RangeError(`the store keeps ${maxChars} characters`);
      // Senders choose call ids and may repeat them, so the id alone is no key.
      const location = `result:${++count}:${callId.replace(/[^\w.-]/gu, '_').slice(0, 80)}`;
      kept.set(location, text);
      total += text.length;
      for (const [oldest, { length }] of kept) {
        if (total <= maxChars) break;
        kept.delete(oldest);
        total -= length;
      }
      return { location };
    },
    read: (location, offset = 0, length) =>
      kept.get(location)?.slice(offset, length === undefined ? undefined : offset + length),
  };
}
