import { describe, expect, it } from 'vitest';
import { createMemoryResultStore } from './memory-result-store.ts';

describe('createMemoryResultStore', () => {
  it('gives back what it keeps, whole or in parts, also when ids repeat', async () => {
    const store = createMemoryResultStore();
    const first = await store.put('call/1', 'abcdef');
    const second = await store.put('call/1', 'other');
    expect(store.read(first.location)).toBe('abcdef');
    expect(store.read(first.location, 2, 3)).toBe('cde');
    expect(store.read(second.location)).toBe('other');
    expect(store.read('nowhere')).toBeUndefined();
  });

  it('forgets the oldest when it is full, and refuses what can never fit', async () => {
    const store = createMemoryResultStore({ maxChars: 10 });
    const first = await store.put('a', '12345');
    const second = await store.put('b', '123456');
    expect(store.read(first.location)).toBeUndefined();
    expect(store.read(second.location)).toBe('123456');
    await expect(store.put('c', '12345678901')).rejects.toThrow(RangeError);
  });
});
