import { fc, it as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../json.ts';
import { fromMcpResult } from './from-mcp-result.ts';

describe('fromMcpResult', () => {
  it('keeps blocks in order, unknown types, structured content, meta and unknown fields', () => {
    const content = [
      { type: 'hologram', depth: 3 },
      { type: 'text', text: 'x', annotations: { priority: 1 } },
      { type: 'resource_link', uri: 'file:///x', name: 'x', size: 4 },
    ];
    expect(
      fromMcpResult({ content, structuredContent: { a: 1 }, _meta: { k: 'v' }, isError: false, later: [1] }),
    ).toEqual({
      ok: true,
      content,
      structured: { a: 1 },
      meta: { k: 'v' },
      extra: { later: [1] },
    });
  });

  it('[SCH-16] takes an answer without structured content, whatever the output schema says', () => {
    expect(fromMcpResult({ content: [{ type: 'text', text: 'x' }] })).toEqual({
      ok: true,
      content: [{ type: 'text', text: 'x' }],
    });
  });

  it('takes nulls and a missing content as absent', () => {
    expect(fromMcpResult({ content: null, structuredContent: null, _meta: null, isError: null })).toEqual({
      ok: true,
      content: [],
    });
    expect(fromMcpResult({})).toEqual({ ok: true, content: [] });
  });

  it('makes text of what is no block', () => {
    expect(fromMcpResult({ content: ['a', null, 7, { no: 'type' }] }).content).toEqual(
      ['a', 'null', '7', '{"no":"type"}'].map((text) => ({ type: 'text', text })),
    );
    expect(fromMcpResult({ content: 'plain' }).content).toEqual([{ type: 'text', text: 'plain' }]);
  });

  it('makes a failure of isError, with the text as message and the blocks kept', () => {
    const content = [
      { type: 'text', text: 'no file' },
      { type: 'image', data: '', mimeType: 'image/png' },
      { type: 'text', text: 'look' },
    ];
    expect(fromMcpResult({ isError: true, content })).toEqual({
      ok: false,
      error: { code: 'tool-error', message: 'no file\nlook' },
      content,
    });
  });

  it.each<[JsonObject, string]>([
    [{ isError: true, content: [] }, 'the tool failed without saying why'],
    [{ isError: true, structuredContent: { reason: 'x' } }, '{"reason":"x"}'],
  ])('always has a message for a failure: %j', (answer, message) => {
    expect(fromMcpResult(answer)).toMatchObject({ ok: false, error: { message } });
  });

  property.prop([fc.dictionary(fc.string(), fc.jsonValue())])(
    'never throws, and loses no field it does not know',
    (answer) => {
      const { ok, content, structured, meta, extra } = fromMcpResult(answer as JsonObject);
      expect(typeof ok).toBe('boolean');
      expect(content.every(({ type }) => typeof type === 'string')).toBe(true);
      const known = ['content', 'structuredContent', '_meta', 'isError'];
      for (const key of Object.keys(answer)) {
        if (!known.includes(key)) expect((extra as Record<string, Json>)[key]).toEqual(answer[key]);
      }
      expect([structured, meta]).toBeDefined();
    },
  );
});
