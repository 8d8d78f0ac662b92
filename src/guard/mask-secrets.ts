import type { Json, JsonObject } from '../base/json.ts';
import { isSecretName } from '../base/secret-name.ts';

const MASK = '***';
const MAX_DEPTH = 100;
/** A shorter "secret" would blot out half of any text. */
const SHORTEST_SECRET = 4;
const PLACEHOLDER = /^\$\{[^}]*\}$/;

/**
 * A copy of a config or log value that is safe to show. What stands under a key that names a secret becomes `***`: every
 * text and number below it, but for the empty text and a lone `${VARIABLE}`. In all other texts the `known` secret
 * values are masked. Deeper than 100 levels everything is masked. Keys stay as they are.
 */
export function maskSecrets(value: Json, known: readonly string[] = []): Json {
  return mask(value, { secret: false, depth: 0, maskText: textMask(known) });
}

interface Place {
  readonly secret: boolean;
  readonly depth: number;
  readonly maskText: (text: string) => string;
}

function mask(value: Json, place: Place): Json {
  if (place.depth > MAX_DEPTH) return MASK;
  if (typeof value === 'string') return place.secret ? hideText(value) : place.maskText(value);
  if (typeof value === 'number') return place.secret ? MASK : value;
  if (typeof value !== 'object' || value === null) return value;
  const below = { ...place, depth: place.depth + 1 };
  if (Array.isArray(value)) return value.map((item: Json) => mask(item, below));
  const entries = Object.entries(value as JsonObject).map(([key, member]) => {
    const inside = isSecretName(key) ? { ...below, secret: true } : below;
    return [key, member === undefined ? undefined : mask(member, inside)] as const;
  });
  return Object.fromEntries(entries);
}

/** A text with every known secret value, plain or as it stands in a URL, replaced by `***`. Values under four characters are not looked for. */
export function maskText(text: string, known: readonly string[]): string {
  return textMask(known)(text);
}

function textMask(known: readonly string[]): (text: string) => string {
  const values = known.filter((value) => value.length >= SHORTEST_SECRET);
  const forms = [...new Set(values.flatMap((value) => [value, inUrl(value)]))];
  // The longest first, so that a secret which contains another is not left half shown.
  forms.sort((a, b) => b.length - a.length);
  return (text) => forms.reduce((masked, form) => masked.replaceAll(form, MASK), text);
}

function hideText(text: string): string {
  return text === '' || PLACEHOLDER.test(text) ? text : MASK;
}

function inUrl(value: string): string {
  return encodeURIComponent(value.replace(/\p{Cs}/gu, '\ufffd'));
}
