import { fc, it as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { splitLines } from './split-lines.ts';

function collect(limitBytes: number, chunks: readonly Buffer[]): (string | { head: string; tail: string })[] {
  const out: (string | { head: string; tail: string })[] = [];
  const take = splitLines(limitBytes, {
    line: (line) => out.push(line),
    tooLong: (head, tail) => out.push({ head, tail }),
  });
  for (const chunk of chunks) take(chunk);
  return out;
}

function cutAt(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

describe('splitLines', () => {
  property.prop([fc.array(fc.string({ unit: 'binary' }).filter((line) => !/[\n\r]/.test(line))), fc.array(fc.nat())])(
    'gives the same lines wherever the bytes are cut',
    (lines, places) => {
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
      const wellFormed = lines.map((line) => Buffer.from(line).toString());
      expect(collect(1e9, cutAt(bytes, places))).toEqual(wellFormed);
    },
  );

  it('takes a carriage return off and keeps an unfinished line back', () => {
    expect(collect(100, [Buffer.from('a\r\n\r\nb')])).toEqual(['a', '']);
  });

  it('throws a line over the limit away, keeping its ends, and goes on with the next', () => {
    const long = `start${'x'.repeat(5000)}end`;
    const bytes = Buffer.from(`${long}\nshort\n`);
    for (const size of [1, 7, 300, 10_000]) {
      const chunks = cutAt(
        bytes,
        Array.from({ length: Math.floor(bytes.length / size) }, (_, index) => index * size),
      );
      const [dropped, next] = collect(1000, chunks);
      expect(dropped).toMatchObject({
        head: expect.stringMatching(/^startx+$/),
        tail: expect.stringMatching(/^x+end$/),
      });
      expect(next).toBe('short');
    }
  });

  it('keeps a line of exactly the limit', () => {
    expect(collect(3, [Buffer.from('abc\nabcd\n')])).toEqual(['abc', { head: 'abcd', tail: 'abcd' }]);
  });
});
