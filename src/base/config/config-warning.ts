import type { JsonObject } from '../json.ts';
import { firstCodePoints } from '../text.ts';

/** A part of the configuration as it is used, and a sentence for each value that could not be used as written. */
export interface ReadConfig<T> {
  readonly config: T;
  /** Each names the key, the value, and what is used in its place. */
  readonly warnings: readonly string[];
}

/**
 * Runs `read`, which collects its warnings. A typing error must not stop an agent: when it throws, whatever the value
 * turned out to be, the fallback counts.
 */
export function readSafely<T>(path: string, fallback: T, read: (warnings: string[]) => T): ReadConfig<T> {
  const warnings: string[] = [];
  try {
    return { config: read(warnings), warnings };
  } catch {
    return { config: fallback, warnings: [`${path} can't be read; the defaults are used`] };
  }
}

/** A member that was written; YAML's empty value counts as not written. */
export function writtenMember(mapping: JsonObject, key: string): unknown {
  return Object.hasOwn(mapping, key) ? (mapping[key] ?? undefined) : undefined;
}

/** Says that a value could not be used as written, and what is used. */
export function fallenBack(path: string, written: unknown, used: unknown): string {
  return `${path} is ${shownValue(written)}, which can't be used; ${shownValue(used)} is used`;
}

/** A sentence for each key that means nothing. Their values are not told: they may be anything. */
export function unknownKeys(path: string, mapping: JsonObject, known: readonly string[]): readonly string[] {
  return Object.keys(mapping)
    .filter((key) => !known.includes(key))
    .map((key) => `${path}.${key} is no known key and is ignored; known are ${known.join(', ')}`);
}

/** A value as a person would write it, cut to 80 characters. */
export function shownValue(value: unknown): string {
  const whole = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value));
  const { text, cut } = firstCodePoints(whole, 80);
  return cut ? `${text}…` : text;
}
