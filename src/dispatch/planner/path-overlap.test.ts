import { describe, expect, it } from 'vitest';
import { pathsOverlap } from './path-overlap.ts';

describe('pathsOverlap', () => {
  it.each([
    ['/a/b', '/a/b'],
    ['/a/b', '/a/b/'],
    ['/a', '/a/b/c'],
    ['/', '/a'],
    ['/a/./b', '/a/b'],
    ['/a/x/../b', '/a/b'],
    ['/a//b', '/a/b'],
    ['/a/B', '/A/b'],
    ['C:\\docs\\a.txt', 'c:/docs/A.TXT'],
    ['C:\\docs\\', 'C:\\docs\\sub\\file'],
    ['\\\\?\\C:\\docs', 'C:\\docs'],
    ['/caf\u00e9', '/cafe\u0301'],
  ])('%j and %j are one place', (a, b) => {
    expect(pathsOverlap(a, b)).toBe(true);
    expect(pathsOverlap(b, a)).toBe(true);
  });

  it.each([
    ['/a/b', '/a/bc'],
    ['/a/b', '/a/c'],
    ['/a/b.txt', '/a/b.txt.bak'],
    ['/a/b/../c', '/a/b'],
    ['C:\\docs\\a', 'D:\\docs\\a'],
  ])('%j and %j are two', (a, b) => {
    expect(pathsOverlap(a, b)).toBe(false);
    expect(pathsOverlap(b, a)).toBe(false);
  });
});
