import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { isJsonObject, type JsonObject, type JsonSchema } from '../../src/base/json.ts';
import { gatewayFragment } from '../../src/gateway/config.ts';
import { readGatewayConfig } from '../../src/gateway/read-config.ts';
import { serverEntryFragment } from '../../src/mcp/config.ts';
import { configFragment, readConfig } from '../../src/runtime/config.ts';
import { resolveHome } from '../../src/runtime/home.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = readFileSync(path.join(ROOT, 'docs/configuration.md'), 'utf8');
const SCHEMA = z.toJSONSchema(configFragment.extend({ gateway: gatewayFragment.partial().optional() }), {
  io: 'input',
}) as JsonSchema;

/** A row of a table of keys. */
interface Row {
  readonly key: string;
  readonly type: string;
  readonly fallback: string;
}

/** Every key that holds a value, by its path, with its schema. */
function leavesOf(schema: JsonSchema, at = ''): Map<string, JsonSchema> {
  const { properties, additionalProperties } = schema;
  const members = isJsonObject(properties)
    ? Object.entries(properties)
    : isJsonObject(additionalProperties) && isJsonObject(additionalProperties['properties'])
      ? [[at === 'mcp_servers' ? '<label>' : '<name>', additionalProperties] as const]
      : [];
  if (members.length === 0) return new Map([[at, schema]]);
  return new Map(
    members.flatMap(([name, member]) => [...leavesOf(member as JsonSchema, at === '' ? name : `${at}.${name}`)]),
  );
}

/**
 * The rows of the page's tables of keys. A key without a dot stands under the section that the heading above names.
 */
function rowsOf(page: string): Row[] {
  let section = '';
  let isKeys = false;
  return page.split('\n').flatMap((line) => {
    if (line.startsWith('#')) section = /`(.+)`/.exec(line)?.[1] ?? '';
    const cells = /^\|(.*)\|$/
      .exec(line)?.[1]
      ?.split('|')
      .map((cell) => cell.trim());
    if (cells === undefined) {
      isKeys = false;
      return [];
    }
    const [first = '', type = '', fallback = ''] = cells;
    if (first === 'key') isKeys = true;
    const name = /^`(.+)`$/.exec(first)?.[1];
    if (!isKeys || name === undefined) return [];
    return [{ key: name.includes('.') || section === '' ? name : `${section}.${name}`, type, fallback }];
  });
}

/** Values of the keys that the schema for what is written leaves out, because they are read in several forms. */
function fallbackOf(key: string, { default: fallback }: JsonSchema): unknown {
  const [, serverKey] = /^mcp_servers\.<label>\.(.+)$/.exec(key) ?? [];
  return serverKey === undefined ? fallback : (serverEntryFragment.parse({}) as JsonObject)[serverKey];
}

/** Least and greatest value of a key, where it has bounds that a person can meet. */
function boundsOf(schema: JsonSchema): number[] {
  const forms = [schema, ...(Array.isArray(schema['anyOf']) ? schema['anyOf'] : [])] as JsonSchema[];
  return forms
    .flatMap(({ minimum, maximum }) => [minimum, maximum])
    .filter((bound): bound is number => typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER);
}

/** `<page>: <yaml>`, for each block of YAML in the documentation. */
function examples(): { page: string; text: string }[] {
  const pages = ['README.md', ...readdirSync(path.join(ROOT, 'docs')).map((name) => `docs/${name}`)];
  return pages
    .filter((name) => name.endsWith('.md'))
    .flatMap((page) =>
      [...readFileSync(path.join(ROOT, page), 'utf8').matchAll(/^```yaml$\n([\s\S]*?)^```$/gm)].map(
        ([, text = '']) => ({
          page,
          text,
        }),
      ),
    );
}

describe('docs/configuration.md', () => {
  const leaves = leavesOf(SCHEMA);
  const rows = rowsOf(PAGE);

  it('names every key that there is, once, and no other', () => {
    expect(leaves.size).toBeGreaterThan(30);
    expect(rows.map(({ key }) => key).sort()).toEqual([...leaves.keys()].sort());
  });

  it.each(rows)('tells the default and the range of $key', ({ key, type, fallback }) => {
    const schema = leaves.get(key) ?? {};
    const actual = fallbackOf(key, schema);
    const isLong = Array.isArray(actual) && actual.length > 0;
    if (actual === undefined) expect(fallback).toBe('–');
    else if (!isLong) expect(fallback).toBe(`\`${typeof actual === 'string' ? actual : JSON.stringify(actual)}\``);
    const numbers = (type.match(/\d[\d,]*/g) ?? []).map((number) => Number(number.replaceAll(',', '')));
    expect(numbers).toEqual(boundsOf(schema));
  });

  it('mentions no key in passing that does not exist', () => {
    const sections = [...leaves.keys()].flatMap((key) =>
      key.split('.').map((_, i, parts) => parts.slice(0, i + 1).join('.')),
    );
    const roots = new Set(sections.filter((section) => !section.includes('.')));
    const mentioned = [...PAGE.matchAll(/`([a-z_]+(?:\.[a-z_<>]+)+)`/g)].map(([, key = '']) => key);
    const keys = mentioned.filter((key) => roots.has(key.split('.')[0] ?? '') && !/\.(?:json|yaml)$/.test(key));
    expect(keys.length).toBeGreaterThan(10);
    expect(keys.filter((key) => !sections.includes(key))).toEqual([]);
  });
});

describe('YAML in the documentation', () => {
  it.each(examples())('$page: is read without a problem', ({ text }) => {
    const values = parse(text) as JsonObject;
    const names = [...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => [name, 'set'] as const);
    const environment = Object.fromEntries(names);
    const home = resolveHome({}, '/home/me');
    const loaded = { home, environment, values, files: [], mcpJson: [], project: undefined };
    expect(readConfig(loaded).problems).toEqual([]);
    expect(readGatewayConfig(values['gateway']).warnings).toEqual([]);
  });
});
