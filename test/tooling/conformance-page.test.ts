import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

/** The scenarios that a baseline lets fail. */
function expectedIn(file: string): string[] {
  const { server = [], client = [] } = parse(readFileSync(`conformance/${file}`, 'utf8'));
  return [...server, ...client];
}

describe('docs/conformance.md', () => {
  it('says of each scenario that may fail why, and of no other', () => {
    const page = readFileSync('docs/conformance.md', 'utf8');
    const [, tables = ''] = page.split('## Each scenario that fails');
    const explained = [...tables.matchAll(/^\| `([^`]+)` \| \S/gmu)].map(([, name]) => name);
    const expected = ['expected-failures.yml', 'expected-failures-next.yml'].flatMap(expectedIn);
    expect(explained.toSorted()).toEqual([...new Set(expected)].toSorted());
  });
});
