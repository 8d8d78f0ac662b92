import { describe, expect, it } from 'vitest';
import { fakeTool } from '../../testing/fake-tool.ts';
import { createPolicy } from './policy.ts';
import { splitSource } from './split-source.ts';

const definitions = Object.freeze(
  ['a', 'b', 'c'].map((name) => fakeTool({ name: `mcp__s__${name}`, alwaysLoad: name === 'a' })),
);
const names = (tools: readonly { readonly name: string }[]) => tools.map(({ name }) => name.at(-1)).join('');

describe('splitSource', () => {
  it('keeps its arrays while the source, what is usable, and the policy stay', () => {
    const { isDeferred } = createPolicy();
    const split = splitSource({ definitions, usable: 'all' }, isDeferred);
    expect([names(split.visible), names(split.deferred)]).toEqual(['a', 'bc']);
    expect(splitSource({ definitions, usable: 'all' }, isDeferred)).toBe(split);
    const part = splitSource({ definitions, usable: [true, true, false] }, isDeferred);
    expect([names(part.visible), names(part.deferred)]).toEqual(['a', 'b']);
    expect(splitSource({ definitions, usable: [true, true, false] }, isDeferred)).toBe(part);
    expect(names(splitSource({ definitions, usable: [false, true, true] }, isDeferred).deferred)).toBe('bc');
    expect(names(splitSource({ definitions, usable: 'all' }, () => true).deferred)).toBe('abc');
  });

  it('remembers nothing of an array that may still change', () => {
    const open = [...definitions];
    const { isDeferred } = createPolicy();
    splitSource({ definitions: open, usable: 'all' }, isDeferred);
    open.pop();
    expect(names(splitSource({ definitions: open, usable: 'all' }, isDeferred).deferred)).toBe('b');
  });
});
