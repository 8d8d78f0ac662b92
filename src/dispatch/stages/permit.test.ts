import { describe, expect, it } from 'vitest';
import { fakeTool } from '../../testing/fake-tool.ts';
import { openSession } from '../../testing/open-session.ts';
import type { PermitRequest } from '../session.ts';

const outer = fakeTool({
  name: 'mcp__a__outer',
  execute: async (_args, { dispatch }) => (await dispatch({ name: 'mcp__a__inner', arguments: {} })).result,
});
const tools = [outer, fakeTool({ name: 'mcp__a__inner' }), fakeTool({ name: 'mcp__a__pinned', alwaysLoad: true })];
const no = { code: 'not-this', message: 'no' };

describe('what a caller permits', () => {
  it('[INV-3] is asked with the tool that will run, however it was called', async () => {
    const { call } = openSession(tools);
    const seen: PermitRequest[] = [];
    const permit = (request: PermitRequest) => {
      seen.push(request);
      return undefined;
    };
    await call('INNER', {}, { permit });
    await call('tool_call', { calls: [{ name: 'mcp__mcp__a__inner', arguments: {} }] }, { permit });
    await call('pinned', {}, { permit });
    expect(seen.map(({ tool, via, isDeferred, isNested }) => [tool.name, via, isDeferred, isNested])).toEqual([
      ['mcp__a__inner', undefined, true, false],
      ['mcp__a__inner', 'tool_call', true, false],
      ['mcp__a__pinned', undefined, false, false],
    ]);
  });

  it('refuses, and the tool does not run', async () => {
    const { call } = openSession(tools);
    expect(await call('mcp__a__inner', {}, { permit: () => no })).toMatchObject({
      name: 'mcp__a__inner',
      status: 'refused',
      refusedBy: 'bridge',
      result: { ok: false, error: no },
    });
  });

  it('holds for calls that a running tool makes', async () => {
    const { call } = openSession(tools);
    const seen: unknown[] = [];
    const outcome = await call(
      'mcp__a__outer',
      {},
      {
        permit: ({ tool, isNested }) => {
          seen.push([tool.name, isNested]);
          return isNested ? no : undefined;
        },
      },
    );
    expect(seen).toEqual([
      ['mcp__a__outer', false],
      ['mcp__a__inner', true],
    ]);
    expect(outcome.result).toMatchObject({ ok: false, error: no });
  });

  it('[INV-5] means no when it throws', async () => {
    const { call } = openSession(tools);
    const permit = () => {
      throw new Error('broken');
    };
    expect(await call('mcp__a__inner', {}, { permit })).toMatchObject({ status: 'refused' });
  });
});
