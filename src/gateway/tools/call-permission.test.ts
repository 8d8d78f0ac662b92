import { describe, expect, it } from 'vitest';
import type { PermitRequest } from '../../dispatch/session.ts';
import type { Access } from '../../registry/tool/tool.ts';
import { fakeTool } from '../../testing/fake-tool.ts';
import { callPermission } from './call-permission.ts';

const SPLIT = { callTools: 'split' } as const;
const request = (access: Access, rest: Partial<PermitRequest> = {}): PermitRequest => ({
  tool: fakeTool({ name: 'mcp__a__b', access }),
  isDeferred: true,
  isNested: false,
  ...rest,
});
/** What becomes of a call: `true` where it may run, else the tool that it is sent to. */
const verdict = (called: string, asked: PermitRequest) => {
  const permission = callPermission(called, SPLIT);
  if ('refusal' in permission) return permission.refusal.code;
  const error = permission.permit?.(asked);
  return error === undefined || error.data?.['call_with'];
};

describe('callPermission', () => {
  it('lets everything through where the call tools are not split', () => {
    for (const name of ['tool_call', 'tool_call_read', 'x']) expect(callPermission(name, {})).toEqual({ name });
  });

  it('hands a part of tool_call on as tool_call', () => {
    expect(callPermission('tool_call_write', SPLIT)).toMatchObject({ name: 'tool_call' });
  });

  it.each<[string, readonly unknown[]]>([
    ['tool_call_read', [true, 'tool_call_write', 'tool_call_destructive']],
    ['tool_call_write', [true, true, 'tool_call_destructive']],
    ['tool_call_destructive', [true, true, true]],
  ])('lets %s run what needs as much or less, and names the right one else', (called, verdicts) => {
    const all: readonly Access[] = ['read', 'write', 'destructive'];
    expect(all.map((access) => verdict(called, request(access, { via: 'tool_call' })))).toEqual(verdicts);
    expect(all.map((access) => verdict(called, request(access, { isNested: true })))).toEqual(verdicts);
  });

  it('knows no tool_call, and names the three', () => {
    const permission = callPermission('tool_call', SPLIT);
    expect(permission).toMatchObject({ refusal: { code: 'unknown-tool' } });
    expect(JSON.stringify(permission)).toContain('tool_call_read, tool_call_write, tool_call_destructive');
  });

  it('calls a deferred tool by no name of its own, whatever it is read as', () => {
    expect(verdict('mcp__a__b', request('read'))).toBe('tool_call_read');
    expect(verdict('Tool-Call', request('destructive', { via: 'tool_call' }))).toBe('tool_call_destructive');
    expect(verdict('mcp__a__b', request('destructive', { isDeferred: false }))).toBe(true);
    expect(verdict('mcp__a__runs_others', request('destructive', { isNested: true }))).toBe(true);
  });
});
