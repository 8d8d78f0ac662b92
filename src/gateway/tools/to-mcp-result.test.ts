import { describe, expect, it } from 'vitest';
import { failure, type ToolResult } from '../../base/call/tool-result.ts';
import { toMcpResult } from './to-mcp-result.ts';

describe('a result for an MCP client', () => {
  it('[TRN-26] [INV-7] keeps every block, in order, with fields and types nobody here knows', () => {
    const content = [
      { type: 'text', text: 'a', annotations: { priority: 1 } },
      { type: 'resource_link', uri: 'file:///a', name: 'a' },
      { type: 'resource', resource: { uri: 'file:///b.pdf', mimeType: 'application/pdf', blob: 'aGk=' } },
      { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
      { type: 'hologram', depth: 3 },
    ];
    const result: ToolResult = {
      ok: true,
      content,
      structured: { a: 1 },
      meta: { 'example.org/trace': 'abc' },
      extra: { future: [1] },
    };
    expect(toMcpResult(result)).toEqual({
      content,
      structuredContent: { a: 1 },
      _meta: { 'example.org/trace': 'abc' },
      future: [1],
    });
  });

  it.each(['image/png', 'image/svg+xml'])('[TRN-28] passes an image alone, of %s, as an image', (mimeType) => {
    const content = [{ type: 'image', data: 'aGk=', mimeType }];
    expect(toMcpResult({ ok: true, content })).toEqual({ content });
  });

  it('says a failure as one JSON object, fields in order', () => {
    const result = failure({
      code: 'not-found',
      message: 'no tool x',
      hint: 'search',
      data: { name: 'x' },
      retryable: true,
    });
    expect(toMcpResult(result)).toEqual({
      content: [{ type: 'text', text: '{"error":"no tool x","code":"not-found","name":"x","hint":"search"}' }],
      isError: true,
    });
  });

  it('leaves what a failed tool said itself as it is', () => {
    const content = [{ type: 'text', text: 'disk full' }];
    const result: ToolResult = { ok: false, error: { code: 'tool-error', message: 'disk full' }, content };
    expect(toMcpResult(result)).toEqual({ content, isError: true });
  });

  it('lets no tool speak for the protocol', () => {
    const extra = { resultType: 'input_required', content: 'x', isError: true, inputRequests: {} };
    expect(toMcpResult({ ok: true, content: [], extra })).toEqual({ content: [], inputRequests: {} });
  });
});
