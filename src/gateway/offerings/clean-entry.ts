import { isSpecType } from '@modelcontextprotocol/server';
import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import { createTextCleaner } from '../../registry/tool/text-cleaner.ts';

/** What an entry is called by, and all that it must have. */
type Identity = Readonly<Record<string, string>>;

/** Tells whether an entry is one that a strict client takes. */
type Check = (entry: unknown) => boolean;

const TEXTS: ReadonlySet<string> = new Set(['name', 'title', 'description']);
/** Lists of which one odd member must not cost the others. */
const MEMBERS: Readonly<Record<string, Check>> = { icons: isSpecType.Icon, arguments: isSpecType.PromptArgument };

const memo = new WeakMap<JsonObject, { readonly identity: Identity; readonly clean: JsonObject }>();

/**
 * A server's entry as it is listed: under our own name or address, texts bounded and without hidden characters, fields
 * nobody here knows kept. A field of a wrong type is left out: one odd entry would cost a strict client the whole list.
 */
export function cleanEntry(entry: JsonObject, identity: Identity, isValid: Check): JsonObject {
  const known = memo.get(entry);
  if (known !== undefined && isSame(known.identity, identity)) return known.clean;
  const named = cleanTexts(identity);
  const fields = Object.entries({ ...entry, ...named }).flatMap(([key, value]) => {
    const field = cleanField(key, value);
    return isValid({ ...named, [key]: field }) ? [[key, field] as const] : [];
  });
  const clean = Object.fromEntries(fields);
  memo.set(entry, { identity, clean });
  return clean;
}

function cleanField(key: string, value: Json | undefined): Json | undefined {
  const check = Object.hasOwn(MEMBERS, key) ? MEMBERS[key] : undefined;
  if (check !== undefined && Array.isArray(value)) {
    return value.filter(check).map((member: Json) => (isJsonObject(member) ? cleanTexts(member, 'name') : member));
  }
  return TEXTS.has(key) && typeof value === 'string' ? cleanText(value) : value;
}

/** @param own a field that is no text for people but what the server knows the thing by. */
function cleanTexts<T extends JsonObject>(entry: T, own?: string): T {
  const fields = Object.entries(entry).map(([key, value]) => {
    return [key, TEXTS.has(key) && key !== own && typeof value === 'string' ? cleanText(value) : value] as const;
  });
  return Object.fromEntries(fields) as T;
}

function cleanText(text: string): string {
  return createTextCleaner().clean(text);
}

function isSame(a: Identity, b: Identity): boolean {
  return Object.keys(b).every((key) => a[key] === b[key]);
}
