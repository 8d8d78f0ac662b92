import { describe, expect, it } from 'vitest';
import { parseCallArguments } from './call-arguments.ts';

const parse = (given: readonly string[], stdin = '') => parseCallArguments(given, async () => stdin);

describe('parseCallArguments', () => {
  it('is empty for nothing', async () => expect(await parse([])).toEqual({}));

  it('reads JSON, pairs, and JSON on standard input; later ones win', async () => {
    expect(await parse(['{"a": 1, "b": [2]}'])).toEqual({ a: 1, b: [2] });
    expect(await parse(['path=a=b c', 'empty='])).toEqual({ path: 'a=b c', empty: '' });
    expect(await parse(['-', 'b=3'], '{"a": 1, "b": 2}\n')).toEqual({ a: 1, b: '3' });
    expect(await parse(['a=x', '{"a": 1}'])).toEqual({ a: 1 });
  });

  it('makes a list of a key that comes several times', async () => {
    expect(await parse(['names=a', 'names=b', 'names=c'])).toEqual({ names: ['a', 'b', 'c'] });
    expect(await parse(['{"names": "x"}', 'names=a'])).toEqual({ names: 'a' });
  });

  it('takes __proto__ for a key like any other', async () => {
    const args = await parse(['__proto__=x']);
    expect(Object.keys(args)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(args)).toBe(Object.prototype);
  });

  it.each(['[1]', '"text"', '{"a": ', 'word', '=x', '', '-x'])('refuses %j by name', async (argument) => {
    await expect(parse([argument])).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(JSON.stringify(argument)),
    });
  });

  it('names standard input when that is no JSON object', async () => {
    await expect(parse(['-'], 'nothing')).rejects.toThrow('standard input is no JSON object');
  });
});
