import type { ToolError } from '../base/call/tool-error.ts';
import type { ToolResult } from '../base/call/tool-result.ts';
import type { Clock } from '../base/clock.ts';
import { sha256Hex } from '../base/hash.ts';
import { isJsonObject } from '../base/json.ts';

/** From this time on, a repetition is warned of. */
const WARN_AT = 3;
/** This time, a repetition is not run any more. */
const REFUSE_AT = 5;
/** Searches in a row without a match that are worth a word. */
const FRUITLESS_SEARCHES = 8;
/** How many different calls are remembered; the one unused longest is forgotten. */
const MAX_CALLS = 100;
/** A call not made for this long is forgotten: the world may have changed. */
const FORGET_AFTER_MS = 600_000;
/** A longer result is compared by a checksum and its ends: hashing all of it takes too long. */
const MAX_HASHED_CHARS = 100_000;

interface Repetitions {
  /** Fingerprint of the last result; absent after a failure. */
  readonly result?: string;
  /** Times in a row that the call gave that result. */
  readonly same: number;
  /** Times in a row that the call failed. */
  readonly failed: number;
  readonly at: number;
}

/** What one session has been doing over and over. Bounded, and gone with the session. */
export interface LoopMemory {
  /** Why a call, by name and digest of its arguments, must not run once more. */
  objection(name: string, digest: string): ToolError | undefined;
  /** Takes in what a call came to; gives a sentence for the model when it begins to look like a loop. */
  record(name: string, digest: string, result: ToolResult): string | undefined;
}

/**
 * The guardrails against loops. The same call with the same result is warned of the third time and refused the fifth;
 * failures of the same call likewise, whatever their texts; the eighth search in a row without a match says so.
 */
export function createLoopMemory(clock: Clock): LoopMemory {
  const calls = new Map<string, Repetitions>();
  let fruitless = 0;

  const recall = (key: string): Repetitions => {
    const known = calls.get(key);
    return known !== undefined && clock.now() - known.at < FORGET_AFTER_MS ? known : { same: 0, failed: 0, at: 0 };
  };
  const keep = (key: string, seen: Repetitions) => {
    calls.delete(key);
    calls.set(key, seen);
    const [oldest] = calls.keys();
    if (calls.size > MAX_CALLS && oldest !== undefined) calls.delete(oldest);
  };

  return {
    objection(name, digest) {
      const { same, failed } = recall(keyOf(name, digest));
      if (Math.max(same, failed) < REFUSE_AT - 1) return undefined;
      return loopRefusal(name, failed > same ? `failed ${failed} times` : `gave the same result ${same} times`);
    },
    record(name, digest, result) {
      const key = keyOf(name, digest);
      const seen = next(recall(key), result, clock.now());
      keep(key, seen);
      if (name === 'tool_search' && result.ok) fruitless = hasMatch(result) ? 0 : fruitless + 1;
      return loopWarning(name, seen) ?? (name === 'tool_search' ? searchWarning(fruitless) : undefined);
    },
  };
}

function keyOf(name: string, digest: string): string {
  return `${name} ${digest}`;
}

function next(before: Repetitions, result: ToolResult, at: number): Repetitions {
  if (!result.ok) return { same: 0, failed: before.failed + 1, at };
  const fingerprint = fingerprintOf(result);
  return { result: fingerprint, same: fingerprint === before.result ? before.same + 1 : 1, failed: 0, at };
}

function fingerprintOf({ content, structured }: ToolResult): string {
  const whole = JSON.stringify([content, structured ?? null]);
  if (whole.length <= MAX_HASHED_CHARS) return sha256Hex(whole);
  const half = MAX_HASHED_CHARS / 2;
  return sha256Hex(`${whole.length} ${checksum(whole)} ${whole.slice(0, half)}${whole.slice(-half)}`);
}

/** 32 bits over every character (FNV-1a), so that a change in the middle of a long result is seen. */
function checksum(text: string): number {
  let sum = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
  return sum;
}

function hasMatch({ structured }: ToolResult): boolean {
  const groups = isJsonObject(structured) && Array.isArray(structured.results) ? structured.results : [];
  return groups.some((group) => isJsonObject(group) && Array.isArray(group.matches) && group.matches.length > 0);
}

function loopRefusal(name: string, what: string): ToolError {
  return {
    code: 'loop-detected',
    message: `${name} ${what} with these arguments and was not run again`,
    hint: 'use other arguments or another tool, or say what stands in the way',
  };
}

function loopWarning(name: string, { same, failed }: Repetitions): string | undefined {
  const times = Math.max(same, failed);
  if (times < WARN_AT) return undefined;
  const what = failed > same ? 'failed' : 'gave this same result';
  return `Note: ${name} ${what} ${times} times with these arguments. Try something else; call number ${REFUSE_AT} will be refused.`;
}

function searchWarning(fruitless: number): string | undefined {
  if (fruitless < FRUITLESS_SEARCHES) return undefined;
  return `Note: ${fruitless} searches in a row had no match. The tool may not exist here; use what you have, or say what is missing.`;
}
