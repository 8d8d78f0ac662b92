import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResultStore } from '../../src/base/call/result-store.ts';
import { createMemoryResultStore } from '../../src/dispatch/memory-result-store.ts';
import { createFileResultStore } from '../../src/runtime/cache/file-result-store.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'callslip-store-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Subject {
  readonly store: ResultStore;
  /** The text at a location, by whatever way there is to it. */
  read(location: string): Promise<string | undefined>;
  /** Whether a location is one of the store's own. */
  owns(location: string): boolean;
}

const STORES: readonly (readonly [name: string, open: () => Subject])[] = [
  [
    'createMemoryResultStore',
    () => {
      const store = createMemoryResultStore();
      const owns = (location: string) => /^result:\d+:[\w.-]*$/u.test(location);
      return { store, read: async (location) => store.read(location), owns };
    },
  ],
  [
    'createFileResultStore',
    () => {
      const results = path.join(folder, 'results');
      const owns = (file: string) => path.dirname(file) === results && /^[\w.-]+$/u.test(path.basename(file));
      return { store: createFileResultStore(results), read: (file) => readFile(file, 'utf8'), owns };
    },
  ],
];

describe.each(STORES)('a ResultStore: %s', (_name, open) => {
  it('[INV-7] gives back the whole text at the location that it named', async () => {
    const { store, read } = open();
    const text = `first\n${'é漢🎉'.repeat(50_000)}\nlast`;
    const { location } = await store.put('call_1', text);
    expect(await read(location)).toBe(text);
  });

  it('overwrites nothing when calls repeat an id, also at the same time', async () => {
    const { store, read } = open();
    const texts = ['one', 'two', 'three', 'four'];
    const kept = await Promise.all(texts.map((text) => store.put('same', text)));
    expect(new Set(kept.map(({ location }) => location)).size).toBe(texts.length);
    expect(await Promise.all(kept.map(({ location }) => read(location)))).toEqual(texts);
  });

  it('[INV-7] keeps the result of any call where it belongs, whatever the sender calls it', async () => {
    const { store, read, owns } = open();
    for (const callId of [
      '../../escape',
      '/etc/passwd',
      'C:\\x',
      '',
      '.',
      '..',
      'a\nb',
      '__proto__',
      'x'.repeat(5_000),
      '漢',
    ]) {
      const { location } = await store.put(callId, `of ${callId}`);
      expect(await read(location)).toBe(`of ${callId}`);
      expect(owns(location)).toBe(true);
    }
  });
});
