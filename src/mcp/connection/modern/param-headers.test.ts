import { describe, expect, it } from 'vitest';
import { createParamHeaders } from './param-headers.ts';

const tool = (properties: object) => [null, { name: 'go', inputSchema: { type: 'object', properties } }];
const learned = (properties: object) => {
  const headers = createParamHeaders();
  headers.learn(tool(properties));
  return headers;
};
const header = (name: string, type = 'string') => ({ type, 'x-mcp-header': name });

describe('headers for parameters', () => {
  it('are the values of the parameters that a tool wants there, at any depth', () => {
    const headers = learned({
      a: header('A'),
      b: header('Count', 'integer'),
      c: { type: 'object', properties: { d: header('Deep', 'boolean') } },
    });
    expect(headers.of('tools/call', { name: 'go', arguments: { a: 'x', b: 5, c: { d: false } } })).toEqual({
      'mcp-param-a': 'x',
      'mcp-param-count': '5',
      'mcp-param-deep': 'false',
    });
  });

  it('are none for what is absent or no plain value, for other tools and for other methods', () => {
    const headers = learned({ a: header('A'), b: header('B') });
    expect(headers.of('tools/call', { name: 'go', arguments: { a: null, b: { x: 1 } } })).toEqual({});
    expect(headers.of('tools/call', { name: 'go' })).toEqual({});
    expect(headers.of('tools/call', { name: 'stay', arguments: { a: 'x' } })).toEqual({});
    expect(headers.of('prompts/get', { name: 'go', arguments: { a: 'x' } })).toEqual({});
    headers.learn(tool({}));
    expect(headers.of('tools/call', { name: 'go', arguments: { a: 'x' } })).toEqual({});
  });

  it('are none where a declaration is odd, or hostile', () => {
    const args = { a: '1', b: '2', c: '3', end: '4' };
    for (const odd of [header('two words'), header('x\r\nEvil: 1'), header('C', 'array')]) {
      expect(learned({ a: odd, b: header('B') }).of('tools/call', { name: 'go', arguments: args })).toEqual({});
    }
    const nested: Record<string, unknown> = { type: 'object', properties: { end: header('End') } };
    let deep = nested;
    for (let level = 0; level < 100; level++) deep = { type: 'object', properties: { p: deep } };
    expect(learned({ deep }).of('tools/call', { name: 'go', arguments: args })).toEqual({});
    expect(
      learned({ __proto__: null, constructor: header('C') }).of('tools/call', { name: 'go', arguments: {} }),
    ).toEqual({});
  });
});
