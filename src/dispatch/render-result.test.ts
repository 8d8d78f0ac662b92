import { describe, expect, it } from 'vitest';
import { text } from '../base/call/content.ts';
import { failure, textResult } from '../base/call/tool-result.ts';
import { renderResult } from './render-result.ts';

describe('renderResult', () => {
  it('joins text blocks in order', () => {
    expect(renderResult({ ok: true, content: [text('a'), text('b')] })).toBe('a\nb');
  });

  it('[INV-7] leaves a note of every block that is no text', () => {
    const rendered = renderResult({
      ok: true,
      content: [
        { type: 'image', data: 'AAAA', mimeType: 'image/png' },
        { type: 'audio', data: 'AAA=', mimeType: 'audio/wav' },
        { type: 'resource_link', uri: 'file:///a\u202e.pdf', name: 'a' },
        { type: 'resource', resource: { uri: 'x://y', text: 'inside' } },
        { type: 'resource', resource: { uri: 'x://z', blob: 'AA==', mimeType: 'application/pdf' } },
        { type: 'hologram', depth: 3 },
      ],
    });
    expect(rendered.split('\n')).toEqual([
      '[image image/png, 3 bytes, not shown]',
      '[audio audio/wav, 2 bytes, not shown]',
      '[link to a: file:///a\\u202e.pdf]',
      '[resource x://y]',
      'inside',
      '[resource x://z, application/pdf, 1 bytes, not shown]',
      '[block of type hologram, 29 characters, not shown]',
    ]);
  });

  it('shows a structured value when there is no text to show', () => {
    expect(renderResult({ ok: true, content: [], structured: { a: 1 } })).toBe('{"a":1}');
    expect(renderResult({ ...textResult('said'), structured: { a: 1 } })).toBe('said');
  });

  it('shows a failure as one JSON object, its fields in order', () => {
    const error = {
      code: 'c',
      message: 'm',
      hint: 'h',
      retryable: true,
      data: { path: 'p', hint: 'mine', code: 'mine' },
    };
    expect(renderResult(failure(error))).toBe('{"error":"m","code":"c","path":"p","hint":"h"}');
  });

  it('[INV-7] shows what a failure came with, where it says more', () => {
    const error = { code: 'tool-error', message: 'boom' };
    const content = [text('boom'), text('see the picture'), { type: 'image', data: '', mimeType: 'image/png' }];
    expect(renderResult({ ok: false, error, content }).split('\n')).toEqual([
      '{"error":"boom","code":"tool-error"}',
      'see the picture',
      '[image image/png, 0 bytes, not shown]',
    ]);
  });

  it('is never empty, and takes odd blocks', () => {
    expect(renderResult({ ok: true, content: [] })).not.toBe('');
    expect(renderResult({ ok: true, content: [{ type: 'image' }, { type: 'resource' }, { type: 'text' }] })).not.toBe(
      '',
    );
  });
});
