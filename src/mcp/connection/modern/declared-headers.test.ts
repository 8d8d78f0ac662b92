import { describe, expect, it } from 'vitest';
import { declaredHeaders } from './declared-headers.ts';

const header = (name: unknown, type: unknown = 'string') => ({ type, 'x-mcp-header': name });
const read = (properties: object, rest: object = {}) => declaredHeaders({ type: 'object', properties, ...rest });

describe('the headers that a tool declares', () => {
  it('are those at plain parameters, at any depth', () => {
    const deep = { type: 'object', properties: { c: header('C', 'boolean') } };
    expect(read({ a: header('A'), b: header('B', 'integer'), deep })).toEqual({
      headers: [
        { header: 'A', path: ['a'] },
        { header: 'B', path: ['b'] },
        { header: 'C', path: ['deep', 'c'] },
      ],
    });
    expect(read({ 'x-mcp-header': { type: 'string' }, a: { default: { 'x-mcp-header': 1 } } })).toEqual({
      headers: [],
    });
    expect(declaredHeaders(undefined)).toEqual({ headers: [] });
  });

  it.each([
    ['an empty name', { a: header('') }],
    ['a name that is no text', { a: header(7) }],
    ['a space in it', { a: header('Two Words') }],
    ['a colon in it', { a: header('A:B') }],
    ['a letter beyond ASCII', { a: header('Größe') }],
    ['a control character', { a: header('A\r\nEvil') }],
    ['a list', { a: header('A', 'array') }],
    ['an object', { a: header('A', 'object') }],
    ['null', { a: header('A', 'null') }],
    ['a number that may be a fraction', { a: header('A', 'number') }],
    ['no type', { a: { 'x-mcp-header': 'A' } }],
    ['the same twice', { a: header('A'), b: header('A') }],
    ['the same twice but for case', { a: header('Region'), b: header('REGION') }],
    ['the items of a list', { a: { type: 'array', items: header('A') } }],
    ['one of several schemas', { a: { anyOf: [header('A')] } }],
  ])('are none, with the fault, at %s', (_what, properties) => {
    expect(read(properties)).toEqual({ fault: expect.stringMatching(/^x-mcp-header /) });
  });

  it('are none at the whole, or where no parameter is', () => {
    expect(read({}, header('A'))).toHaveProperty('fault');
    expect(read({}, { $defs: { a: header('A') } })).toHaveProperty('fault');
  });
});
