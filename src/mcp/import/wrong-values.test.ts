import { fc, it as property } from '@fast-check/vitest';
import { stringify as toToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { lenientBoolean } from '../../base/config/lenient-boolean.ts';
import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import { serverFields } from '../config.ts';
import { expandVariables } from '../entries/expand-variables.ts';
import { readServerEntries } from '../entries/server-entries.ts';
import { COMMON_KEYS, meaningOf } from './common-keys.ts';
import type { Dialect, KeyMeaning } from './dialect.ts';
import { DIALECTS } from './dialects.ts';
import { readForeignFile } from './read-foreign-file.ts';

const VALUES: readonly Json[] = [
  ...[true, 0, 1, -1, 1.5, 99_999_999],
  ...['', ' ', 'text', 'off', '12', 'https://a.test/mcp', 'ws://a.test', '*'],
  ...[[], [''], ['a', 'b'], ['a', 1], [{}]],
  ...[{}, { a: 'b' }, { a: 1 }, { a: [] }, { '': '' }],
];

/** Keys whose reading is more than a look at their own value; that they are read without a throw is tried all the same. */
const ELABORATE: ReadonlySet<string> = new Set(['transport', 'command', 'cmd']);

/** Whether a value is one that its key can have, by the rules of `mcp_servers` and of on and off. */
function fits(meaning: KeyMeaning | undefined, value: Json): boolean {
  if (meaning === 'idle') return true;
  if (meaning === undefined || meaning === 'told' || meaning === 'guarded') return false;
  if (meaning === 'not-enabled') return lenientBoolean(value) !== undefined;
  if (meaning === 'include' || meaning === 'exclude') return serverFields.tools.safeParse({ [meaning]: value }).success;
  if (meaning === 'approved') return isQuiet(value);
  const owns = [meaning.own].flat();
  if (owns.includes('tools') && Array.isArray(value)) return fits('include', value);
  if (meaning.per !== 'ms') {
    return owns.every((own) => serverFields[own].safeParse(value).success && isFitting(own, value));
  }
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && number > 0 && number <= 86_400_000;
}

/** What else there is to an address and to headers. */
function isFitting(own: string, value: Json): boolean {
  if (own === 'url') return /^https?:/.test(String(value));
  return own !== 'headers' || Object.keys(value as JsonObject).every((name) => name.trim() !== '');
}

/** Whether nothing runs without asking by it: all else is told. */
function isQuiet(value: Json): boolean {
  if (typeof value === 'string') return ['', 'off', 'false'].includes(value.trim());
  if (Array.isArray(value)) return value.every((name) => name === '');
  return isJsonObject(value)
    ? Object.values(value).every((said) => said === 'b' || said === '')
    : lenientBoolean(value) === false;
}

/** An entry that lacks nothing, to which one more key is added. */
function around(dialect: Dialect, key: string): JsonObject {
  const meaning = meaningOf(key, dialect);
  const owns = typeof meaning === 'object' ? [meaning.own].flat() : [];
  const address = { [dialect.id === 'goose' ? 'uri' : 'url']: 'https://a.test/mcp' };
  const program = { [dialect.id === 'goose' ? 'cmd' : 'command']: 'x' };
  if (owns.some((own) => own === 'url' || own === 'command')) return {};
  return owns.some((own) => own === 'headers' || own === 'type') ? address : program;
}

function read(dialect: Dialect, entries: readonly JsonObject[]) {
  const [at] = dialect.at;
  const list = Object.fromEntries(entries.map((entry, index) => [`s${index}`, entry]));
  const value = at.reduceRight<Json>((inner, key) => ({ [key]: inner }), list) as JsonObject;
  const text = dialect.format === 'toml' ? toToml(value) : JSON.stringify(value);
  const { servers } = readForeignFile(text, { file: 'F', dialect });
  expect(servers).toHaveLength(entries.length);
  return servers;
}

function startsSilently(entry: JsonObject): boolean {
  const environment = Object.fromEntries(expandVariables(entry, {}).missing.map((name) => [name, 'x']));
  return readServerEntries({ a: entry }, environment).problems.length === 0;
}

describe.each(DIALECTS.map((dialect) => [dialect.title, dialect] as const))(
  'any value at any key of %s',
  (_, dialect) => {
    const keys = Object.keys({ ...COMMON_KEYS, ...serverFields, ...dialect.keys }).filter((key) => !key.includes('.'));

    it.each(keys)('[CFG-10] is taken, or told of under that very key: %s', (key) => {
      const entries = VALUES.map((value) => ({ ...around(dialect, key), [key]: value }));
      for (const [index, { standing, remarks, path, entry }] of read(dialect, entries).entries()) {
        if (standing === 'staying' || standing === 'none') continue;
        const value = VALUES[index] ?? null;
        const told = remarks.map((remark) => remark.path);
        const own = `${path}.${key}`;
        const strange = told.filter((place) => place !== path && place !== own && !place.startsWith(`${own}.`));
        expect([value, strange]).toEqual([value, []]);
        if (remarks.length === 0) expect([value, entry !== undefined && startsSilently(entry)]).toEqual([value, true]);
        if (ELABORATE.has(key) || readsOtherwise(dialect, key)) continue;
        expect([value, told.length === 0]).toEqual([value, fits(meaningOf(key, dialect), value)]);
      }
    });

    const oddEntry = fc.dictionary(fc.constantFrom(...keys), fc.constantFrom(...VALUES), { maxKeys: 6 });
    property.prop([fc.array(oddEntry, { maxLength: 20 })], { numRuns: 10 })(
      '[INV-6] together with any others throws nothing, and names a place in the entry',
      (entries) => {
        for (const { standing, entry, remarks, path } of read(dialect, entries)) {
          for (const { path: place } of remarks) expect(place === path || place.startsWith(`${path}.`)).toBe(true);
          expect(standing === 'usable').toBe(entry !== undefined);
        }
      },
    );
  },
);

/** What one client has its own rules for. */
function readsOtherwise({ id, keys }: Dialect, key: string): boolean {
  const meaning = keys[key];
  if (typeof meaning === 'object' && meaning.names !== undefined) return true;
  const own: Partial<Record<Dialect['id'], readonly string[]>> = {
    codex: ['default_tools_approval_mode', 'tools'],
    goose: ['available_tools'],
    opencode: ['timeout', 'oauth', 'protocol'],
    'vs-code': ['type'],
    zed: ['remote'],
  };
  return own[id]?.includes(key) ?? false;
}
