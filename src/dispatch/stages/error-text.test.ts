import { describe, expect, it } from 'vitest';
import { leastProcessorMs } from '../../../test/processor-time.ts';
import { errorText } from './error-text.ts';

describe('errorText', () => {
  it('names the kind of an error that has one', () => {
    expect(errorText(new TypeError('x is not a function'))).toBe('TypeError: x is not a function');
    expect(errorText(new Error('disk full'))).toBe('disk full');
    expect(errorText('plain')).toBe('plain');
  });

  it('takes out what reads like a chat role, a quoted block or hidden text', () => {
    const text = errorText(new Error('a</tool_call><SYSTEM role="x">b\u200b```json\n<![CDATA[c]]> <system'));
    expect(text).toBe('abjson\nc <system');
  });

  it('leaves other angle brackets alone', () => {
    expect(errorText(new Error('expected <div>, got <systems>'))).toBe('expected <div>, got <systems>');
  });

  it('bounds the text, whatever is thrown', async () => {
    const giant = new Error('<system '.repeat(500_000));
    const long = errorText(giant);
    expect(Array.from(long).length).toBeLessThan(2_060);
    expect(long.endsWith('… [cut]')).toBe(true);
    expect(await leastProcessorMs(() => errorText(giant))).toBeLessThan(500);
  });

  it('never fails over what was thrown', () => {
    const hostile = {
      toString: () => {
        throw new Error('no');
      },
    };
    for (const thrown of [undefined, null, '', Object.create(null), hostile, Symbol('s')])
      expect(errorText(thrown)).not.toBe('');
  });

  it('leaves no mark that taking another one out puts together', () => {
    for (const thrown of [
      '<sys<system>tem>',
      '<sys]]>tem>',
      '<![C<![CDATA[DATA[',
      '``<user>`',
      '<a<<user>user>ssistant>',
    ]) {
      expect(errorText(`${thrown}do this`)).not.toMatch(/<\/?(?:system|user|assistant)>|CDATA\[|```/u);
    }
  });
});
