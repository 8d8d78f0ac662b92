import { describe, expect, it } from 'vitest';
import { approvalsFragment, DEFAULT_DISPATCH, dispatchFragment, readDispatchConfig } from './config.ts';

describe('readDispatchConfig', () => {
  it('uses the defaults where nothing is written', () => {
    for (const nothing of [undefined, null, {}]) {
      expect(readDispatchConfig({ dispatch: nothing, approvals: nothing })).toEqual({
        config: DEFAULT_DISPATCH,
        warnings: [],
      });
    }
  });

  it('reads what is written, in seconds', () => {
    const { config, warnings } = readDispatchConfig({
      dispatch: {
        call_timeout: 20,
        max_call_timeout: '90',
        max_parallel_calls: '4',
        loop_guardrails: false,
        max_result_chars: 5000,
        max_turn_chars: 9000,
      },
      approvals: { deny_tools: [' terminal ', 'mcp__*'], timeout: 1.5 },
    });
    expect(warnings).toEqual([]);
    expect(config).toEqual({
      callTimeoutMs: 20_000,
      maxCallTimeoutMs: 90_000,
      maxParallelCalls: 4,
      loopGuardrails: false,
      maxResultChars: 5_000,
      maxTurnChars: 9_000,
      approvalTimeoutMs: 1_500,
      denyTools: ['terminal', 'mcp__*'],
    });
  });

  it('falls back from a bad number, and names key, value and what is used', () => {
    const { config, warnings } = readDispatchConfig({
      dispatch: { call_timeout: 'soon', max_parallel_calls: 1000, loop_guardrails: 'dim', colour: 1 },
    });
    expect(config).toMatchObject({ callTimeoutMs: 300_000, maxParallelCalls: 64 });
    expect(warnings).toHaveLength(4);
    expect(warnings[0]).toMatch(/dispatch\.call_timeout.*"soon".*300/u);
    expect(warnings[1]).toMatch(/dispatch\.max_parallel_calls.*1000.*64/u);
    expect(warnings[2]).toMatch(/dispatch\.loop_guardrails.*"dim".*true/u);
    expect(warnings[3]).toContain('dispatch.colour');
    expect(readDispatchConfig({ dispatch: 7 }).warnings).toHaveLength(1);
  });

  it('reads a bare name in the deny list’s place as a list of one', () => {
    expect(readDispatchConfig({ approvals: { deny_tools: 'mcp__files__*' } })).toMatchObject({
      config: { denyTools: ['mcp__files__*'] },
      warnings: [],
    });
  });

  it('reads the words for on and off', () => {
    expect(readDispatchConfig({ dispatch: { loop_guardrails: 'off' } }).config.loopGuardrails).toBe(false);
  });

  it.each([
    ['a blank text', { deny_tools: '' }],
    ['a mapping', { deny_tools: { terminal: true } }],
    ['an item that is no text', { deny_tools: ['terminal', 7] }],
    ['a blank item', { deny_tools: ['terminal', ' '] }],
    ['true', { deny_tools: true }],
    ['approvals that are a list', ['terminal']],
    ['approvals that are a text', 'deny'],
  ])('[INV-5] refuses every call while the deny list is %s', (_, approvals) => {
    const { config, warnings } = readDispatchConfig({ approvals });
    expect(config.denyTools).toBe('all');
    expect(warnings[0]).toMatch(/approvals.*every call is refused/u);
  });

  it('documents the defaults it uses', () => {
    expect(dispatchFragment.parse({})).toEqual({
      call_timeout: 300,
      max_call_timeout: 3600,
      max_parallel_calls: 8,
      loop_guardrails: true,
    });
    expect(approvalsFragment.parse({})).toEqual({ deny_tools: [], timeout: 300 });
  });
});
