import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stem } from './stem.ts';

const snowball: { newStemmer(language: string): { stem(word: string): string } } = createRequire(import.meta.url)(
  'snowball-stemmers',
);
const oracle = snowball.newStemmer('english');

function wordsOfCatalogue(name: string): Set<string> {
  const file = new URL(`../../../bench/data/${name}/tools.jsonl.gz`, import.meta.url);
  const text = gunzipSync(readFileSync(file)).toString();
  return new Set(text.match(/[A-Za-z0-9]+/g)?.map((word) => word.toLowerCase()));
}

describe('stem', () => {
  it.each([
    ['issues', 'issu'],
    ['issue', 'issu'],
    ['creating', 'creat'],
    ['create', 'creat'],
    ['meetings', 'meet'],
    ['messages', 'messag'],
    ['message', 'messag'],
    ['posted', 'post'],
    ['repositories', 'repositori'],
    ['repository', 'repositori'],
    ['searching', 'search'],
    ['categories', 'categori'],
    ['files', 'file'],
    ['running', 'run'],
    ['notify', 'notifi'],
    ['notification', 'notif'],
    ['emails', 'email'],
    ['status', 'status'],
    ['driver', 'driver'],
    ['directories', 'directori'],
    ['analyses', 'analys'],
    ['calendar', 'calendar'],
    ['generously', 'generous'],
    ['skies', 'sky'],
  ])('[TS-11.3.7] makes %s %s', (word, expected) => {
    expect(stem(word)).toBe(expected);
  });

  it.each(['docker-mcp-registry', 'gorilla-apizoo', 'github-mcp-server', 'github-rest-openapi', 'azure-mcp'])(
    'agrees with Snowball on every word of %s',
    (name) => {
      const words = [...wordsOfCatalogue(name)].filter((word) => word.length <= 64);
      expect(words.length).toBeGreaterThan(500);
      expect(words.filter((word) => stem(word) !== oracle.stem(word))).toEqual([]);
    },
  );

  it('agrees with Snowball where digits 3 and several y meet suffixes', () => {
    const part = fc.constantFrom('3', 'y', 'mp3', 'say', 'day', 'b', 'al', 'ing', 'ed', 's', 'ly', 'ization', '0');
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        const word = parts.join('');
        expect(stem(word)).toBe(oracle.stem(word));
      }),
      { seed: 7 },
    );
  });

  it('does not take names of object properties for exceptions', () => {
    for (const word of ['constructor', 'valueof', 'tostring', 'hasownproperty']) {
      expect(stem(word)).toBe(oracle.stem(word));
    }
  });

  it('leaves runs longer than a word alone, and fast', () => {
    const run = `${'BaY'.repeat(100_000)}ing`;
    expect(stem(run)).toBe(run.toLowerCase());
  });

  it('[TS-11.3.7] gives the same stems again, from memory and after that has turned over', async () => {
    const words = Array.from({ length: 2_000 }, (_, i) => `${i}listings`);
    const first = words.map(stem);
    expect(words.map(stem)).toEqual(first);
    for (let i = 0; i < 40_000; i++) stem(`filler${i}`);
    expect(words.map(stem)).toEqual(first);
    const together = await Promise.all(words.map(async (word) => stem(word)));
    expect(together).toEqual(first);
  });
});
