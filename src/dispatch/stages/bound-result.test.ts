import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Content, text } from '../../base/call/content.ts';
import type { ResultStore } from '../../base/call/result-store.ts';
import type { CallOutcome } from '../../base/call/tool-call.ts';
import { failure, jsonResult, type ToolResult, textResult } from '../../base/call/tool-result.ts';
import { systemClock } from '../../base/clock.ts';
import { silentLogger } from '../../base/logger.ts';
import { DEFAULT_DISPATCH, type DispatchConfig } from '../config.ts';
import { createMemoryResultStore } from '../memory-result-store.ts';
import { boundResult, boundTurn } from './bound-result.ts';
import { sizeOf, textsOf, wholeOf } from './cut-result.ts';

const scope = { sessionId: 's', surface: 'test' };
const context = (config: Partial<DispatchConfig> = {}, resultStore?: ResultStore, contextLength = 0) => ({
  config: { ...DEFAULT_DISPATCH, ...config },
  scope: { ...scope, contextLength },
  resultStore,
  clock: systemClock,
  logger: silentLogger,
});
const size = (result: ToolResult) => sizeOf(textsOf(result));
const bounded = (result: ToolResult, ...args: Parameters<typeof context>) =>
  boundResult('call', result, undefined, context(...args));
const outcome = (id: string, result: ToolResult): CallOutcome => ({
  id,
  name: 't',
  status: 'ok',
  result,
  durationMs: 0,
});
const textAt = (result: ToolResult, index = 0) => result.content[index]?.['text'] as string;

describe('boundResult', () => {
  it('leaves a result of 100,000 characters alone and cuts a longer one', async () => {
    const fits = textResult('x'.repeat(100_000));
    expect(await bounded(fits)).toBe(fits);
    const store = createMemoryResultStore();
    const cut = await bounded(textResult('x'.repeat(100_001)), {}, store);
    expect(textAt(cut)).toMatch(
      /^x{1500}\n\[Cut: 1500 of 100001 characters are shown\. The whole result is at result:1:call;/u,
    );
    expect(store.read('result:1:call')).toBe('x'.repeat(100_001));
  });

  it('ends the preview at the last line break past its half', async () => {
    const lines = await bounded(textResult(`${'a'.repeat(1_000)}\n${'b'.repeat(200_000)}`));
    expect(textAt(lines).startsWith(`${'a'.repeat(1_000)}\n[Cut: 1000 of`)).toBe(true);
    const early = await bounded(textResult(`${'a'.repeat(100)}\n${'b'.repeat(200_000)}`));
    expect(textAt(early)).toContain('[Cut: 1500 of');
  });

  it.each([
    ['there is no store', undefined],
    ['the store fails', { put: async () => Promise.reject(new Error('disk full')) }],
  ])('cuts and says that the rest is gone when %s', async (_, store) => {
    expect(textAt(await bounded(textResult('x'.repeat(200_000)), {}, store))).toContain('The rest was not kept');
  });

  it('[INV-7] keeps every other block, in its place', async () => {
    const image: Content = { type: 'image', data: 'A'.repeat(300_000), mimeType: 'image/png' };
    const long = 'x'.repeat(60_000);
    const resource: Content = {
      type: 'resource',
      resource: { uri: 'x://y', text: long },
      annotations: { audience: ['user'] },
    };
    const unknown: Content = { type: 'hologram', depth: 3 };
    const cut = await bounded({
      ok: true,
      content: [image, text(long), resource, unknown, text(long)],
      meta: { k: 1 },
    });
    expect(cut.content.map(({ type }) => type)).toEqual(['image', 'text', 'resource', 'hologram']);
    expect(cut.content[0]).toBe(image);
    expect(cut.content[2]).toMatchObject({ resource: { uri: 'x://y' }, annotations: { audience: ['user'] } });
    expect(cut.meta).toEqual({ k: 1 });
    expect(size(cut)).toBeLessThan(2_000);
    const only = { ok: true as const, content: [image] };
    expect(await bounded(only)).toBe(only);
  });

  it('cuts a structured value with its text, and keeps it in the store once', async () => {
    const store = createMemoryResultStore();
    const cut = await bounded(jsonResult({ list: 'x'.repeat(150_000) }), {}, store);
    expect(cut.structured).toBeUndefined();
    expect(JSON.parse(store.read('result:1:call') ?? '')).toEqual({ list: 'x'.repeat(150_000) });
    const alone = await bounded({ ok: true, content: [], structured: { list: 'x'.repeat(150_000) } });
    expect(textAt(alone)).toMatch(/^\{"list":"x+\n\[Cut: /u);
    const small = { a: 1 };
    expect((await bounded({ ...textResult('x'.repeat(150_000)), structured: small })).structured).toBe(small);
  });

  it('cuts an error message to 2,048 characters, and data that is too long', async () => {
    const store = createMemoryResultStore();
    const long = await bounded(failure({ code: 'c', message: 'm'.repeat(5_000), hint: 'h' }), {}, store);
    expect(long).toMatchObject({ ok: false, error: { code: 'c', hint: 'h' } });
    expect(size(long)).toBeLessThan(2_200);
    expect(store.read('result:1:call')).toBe('m'.repeat(5_000));
    const data = await bounded(failure({ code: 'c', message: 'm', data: { parameters: 'p'.repeat(200_000) } }));
    expect(data).toMatchObject({ error: { message: 'm', data: { data_cut: expect.stringContaining('not kept') } } });
  });

  it('leaves everything whole where the limit is infinite, for the operator or for the tool', async () => {
    const long = textResult('x'.repeat(500_000));
    const whole = { maxResultChars: Number.POSITIVE_INFINITY };
    expect(await boundResult('call', long, 5_000, context(whole))).toBe(long);
    expect(await boundResult('call', long, Number.POSITIVE_INFINITY, context())).toBe(long);
    const error = failure({ code: 'c', message: 'm'.repeat(5_000) });
    expect(await bounded(error, whole)).toBe(error);
  });

  it('takes the smaller of the tool\u2019s limit and the operator\u2019s, at least 2,000', async () => {
    const cutAt = async (length: number, toolLimit: number, operator: number) =>
      size(
        await boundResult('call', textResult('x'.repeat(length)), toolLimit, context({ maxResultChars: operator })),
      ) < length;
    expect(await cutAt(6_000, 5_000, 50_000)).toBe(true);
    expect(await cutAt(6_000, 50_000, 5_000)).toBe(true);
    expect(await cutAt(6_000, 10_000, 10_000)).toBe(false);
    expect(await cutAt(2_000, 10, 10_000)).toBe(false);
    expect(await cutAt(2_001, 10, 10_000)).toBe(true);
  });

  it('[INV-7] takes 15 percent of a known context window, between 8,000 and 100,000 characters', async () => {
    const isCut = async (length: number, window: number) =>
      size(await bounded(textResult('x'.repeat(length)), {}, undefined, window)) < length;
    expect(await isCut(8_000, 1_000)).toBe(false);
    expect(await isCut(8_001, 1_000)).toBe(true);
    expect(await isCut(38_400, 64_000)).toBe(false);
    expect(await isCut(38_401, 64_000)).toBe(true);
    expect(await isCut(100_000, 1_000_000)).toBe(false);
    expect(await isCut(100_001, 1_000_000)).toBe(true);
  });

  const block = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 4_000 }).map(text),
    fc.record({ type: fc.constant('image'), data: fc.string({ maxLength: 20 }) }),
    fc.record({
      type: fc.constant('resource'),
      resource: fc.record({ uri: fc.string(), text: fc.string({ maxLength: 4_000 }) }),
    }),
  );
  const result: fc.Arbitrary<ToolResult> = fc.record(
    {
      ok: fc.constant(true as const),
      content: fc.array(block, { maxLength: 4 }),
      structured: fc.string({ maxLength: 4_000 }),
    },
    { requiredKeys: ['ok', 'content'] },
  );

  it('[INV-7] never exceeds the limit, and says what it cut and where the rest is', async () => {
    await fc.assert(
      fc.asyncProperty(
        result,
        fc.integer({ min: 2_000, max: 9_000 }),
        fc.string({ maxLength: 300 }),
        async (given, limit, location) => {
          const kept: string[] = [];
          const store = {
            async put(_: string, whole: string) {
              kept.push(whole);
              return { location };
            },
          };
          const cut = await bounded(given, { maxResultChars: limit }, store);
          expect(size(cut)).toBeLessThanOrEqual(limit);
          const others = ({ content }: ToolResult) => content.filter(({ type }) => type === 'image');
          expect(others(cut)).toEqual(others(given));
          if (cut === given) {
            expect(kept).toEqual([]);
            return;
          }
          expect(kept).toEqual([wholeOf(textsOf(given))]);
          const note = cut.content.find((each) => each.type === 'text')?.['text'];
          expect(note).toContain(`The whole result is at ${location};`);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('never cuts a character in half', async () => {
    for (const lead of ['', 'a']) {
      expect(textAt(await bounded(textResult(lead + '😀'.repeat(60_000))))).not.toMatch(/\p{Cs}/u);
    }
  });
});

describe('boundTurn', () => {
  it('keeps the longest results away until the batch fits, and touches no other', async () => {
    const store = createMemoryResultStore();
    const sizes = [60_000, 90_000, 500, 80_000];
    const outcomes = sizes.map((length, index) => outcome(`c${index}`, textResult('x'.repeat(length))));
    const fitted = await boundTurn(outcomes, context({}, store));
    expect(fitted.map(({ id }) => id)).toEqual(['c0', 'c1', 'c2', 'c3']);
    expect(fitted.map(({ result }, index) => result === outcomes[index]?.result)).toEqual([true, false, true, true]);
    expect(store.read('result:1:c1')).toBe('x'.repeat(90_000));
  });

  it('leaves a batch that fits, or may be of any length, as it is', async () => {
    const outcomes = [1, 2, 3].map((id) => outcome(`${id}`, textResult('x'.repeat(90_000))));
    expect(await boundTurn(outcomes.slice(1), context())).toEqual(outcomes.slice(1));
    expect(await boundTurn(outcomes, context({ maxTurnChars: Number.POSITIVE_INFINITY }))).toBe(outcomes);
  });

  it('fits any batch whose results can be cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 8 }), async (lengths) => {
        const outcomes = lengths.map((length, index) => outcome(`${index}`, textResult('x'.repeat(length))));
        const fitted = await boundTurn(outcomes, context({ maxTurnChars: 16_000 }, createMemoryResultStore()));
        expect(fitted).toHaveLength(lengths.length);
        expect(fitted.reduce((sum, { result }) => sum + size(result), 0)).toBeLessThanOrEqual(16_000);
      }),
      { numRuns: 50 },
    );
  });
});
