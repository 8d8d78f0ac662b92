import { isSecretName } from '../../base/secret-name.ts';
import { firstCodePoints } from '../../base/text.ts';

const LONGEST = 60;
const MOST_MEMBERS = 20;
const MOST_KEYS = 5;

/** A value in few words, for a message. What stands under a key that names a secret shows as `***`. */
export function showValue(value: unknown, segments: readonly string[] = []): string {
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) {
    const keys = Object.keys(value);
    return keys.length === 0 ? 'an empty object' : `an object with ${showList(keys, MOST_KEYS)}`;
  }
  if (segments.some(isSecretName) && (typeof value === 'string' || typeof value === 'number')) return '***';
  return typeof value === 'string' ? showText(value) : String(value);
}

/** Values as a list, the first twenty of them. */
export function showList(values: readonly unknown[], most: number = MOST_MEMBERS): string {
  const shown = values.slice(0, most).map((value) => showValue(value));
  if (values.length > most) shown.push(`and ${values.length - most} more`);
  return shown.join(', ');
}

/** The JSON Schema type of a value. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function showText(value: string): string {
  const { text, cut } = firstCodePoints(value, LONGEST);
  return JSON.stringify(cut ? `${text}…` : text);
}
