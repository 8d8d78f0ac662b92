import { describe, expect, it } from 'vitest';
import { fakeTool } from '../testing/fake-tool.ts';
import { accessOf, claimedAccess, covers } from './access.ts';
import type { Access, ToolAnnotations } from './tool/tool.ts';

const server = (annotations?: ToolAnnotations, access?: Access) =>
  accessOf(fakeTool({ name: 'mcp__a__b', ...(annotations && { annotations }), ...(access && { access }) }));
const builtin = (annotations?: ToolAnnotations) =>
  accessOf(fakeTool({ name: 'read_file', source: { kind: 'builtin' }, ...(annotations && { annotations }) }));

describe('what a call can do at worst', () => {
  it('is what the owner says, whatever the tool says', () => {
    expect(server({ destructive: true }, 'read')).toBe('read');
    expect(server({ readOnly: true }, 'destructive')).toBe('destructive');
  });

  it('is the worst when the owner says something that is no access', () => {
    expect(server({}, 'everything' as Access)).toBe('destructive');
  });

  it('believes a tool of others only where that is stricter', () => {
    expect(server({ readOnly: true })).toBe('write');
    expect(server({ destructive: true })).toBe('destructive');
    expect(server({ readOnly: true, destructive: true })).toBe('destructive');
    expect(server({ destructive: false })).toBe('write');
    expect(server()).toBe('write');
  });

  it('believes a built-in tool', () => {
    expect(builtin({ readOnly: true })).toBe('read');
    expect(builtin({ destructive: true })).toBe('destructive');
    expect(builtin()).toBe('write');
  });

  it('takes the stricter of two claims', () => {
    expect(claimedAccess({ readOnly: true, destructive: true })).toBe('destructive');
    expect(claimedAccess({ readOnly: true, destructive: false })).toBe('read');
    expect(claimedAccess()).toBe('write');
  });

  it('covers itself and what is milder', () => {
    const all: readonly Access[] = ['read', 'write', 'destructive'];
    const covered = all.map((held) => all.filter((wanted) => covers(held, wanted)).length);
    expect(covered).toEqual([1, 2, 3]);
  });
});
