import { describe, expect, it } from 'vitest';
import { fakeTool } from '../../testing/fake-tool.ts';
import { lintTool } from './lint-tool.ts';
import type { Tool } from './tool.ts';

const odd = (members: object): Tool => ({ ...fakeTool({ name: 'odd' }), ...members });

describe('lintTool', () => {
  it.each([null, 'presence', {}, { kind: 'presence' }, { kind: 'often', check: () => true }])(
    'drops a tool whose gate is %j, because nobody could ask it',
    (gate) => expect(lintTool(odd({ gate }))).toMatchObject({ ok: false, dropped: { name: 'odd' } }),
  );

  it('drops a tool that can not be read', () => {
    const tool = Object.defineProperty(odd({}), 'name', {
      get: () => {
        throw new Error('no');
      },
    });
    expect(lintTool(tool)).toMatchObject({ ok: false, dropped: { reason: "it can't be read: no" } });
  });

  it('ignores limits that are none, so that the session\u2019s hold', () => {
    const linted = lintTool(odd({ timeoutMs: Number.NaN, maxResultChars: '5' }));
    expect(linted).toMatchObject({
      ok: true,
      warnings: [expect.stringContaining('timeoutMs'), expect.stringContaining('maxResultChars')],
    });
    expect(linted.ok && Object.keys(linted.tool)).not.toContain('timeoutMs');
    expect(lintTool(odd({ timeoutMs: Number.POSITIVE_INFINITY }))).toMatchObject({ ok: true, warnings: [] });
  });

  it('takes hidden characters out of the names of parameters, wherever they stand', () => {
    const name = 'q\u{e0041}\u200b';
    const linted = lintTool(odd({ inputSchema: { properties: { [name]: { type: 'string' } }, required: [name] } }));
    expect(linted).toMatchObject({ tool: { inputSchema: { properties: { q: { type: 'string' } }, required: ['q'] } } });
  });

  it('cuts a text that no model would read to its end, and says so', () => {
    const linted = lintTool(odd({ description: 'word '.repeat(20_000) }));
    expect(linted).toMatchObject({ ok: true, warnings: [expect.stringContaining('cut at 50000 characters')] });
    expect(linted.ok && linted.tool.description).toHaveLength(50_001);
  });

  it('gives a tool that it gave before as it is, with what was said of it', () => {
    const linted = lintTool(odd({ description: 'a\u200b' }));
    expect(linted.ok && lintTool(linted.tool)).toBe(linted);
  });
});
