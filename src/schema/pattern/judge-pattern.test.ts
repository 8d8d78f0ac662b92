import { fc, it } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { processorMs } from '../../../test/processor-time.ts';
import { Effort } from './effort.ts';
import { judgePattern, stepsOf } from './judge-pattern.ts';
import { type PatternNode, parsePattern } from './parse-pattern.ts';

const judge = (source: string) => judgePattern(source, new Effort(100_000));

describe('judgePattern', () => {
  it.each(['^https\\:\\/\\/', '(?i)^abc$', '[[:alpha:]]+', 'a++', '\\Z', '^[\\w-.]+$'])(
    '[SCH-28] does not use %s, which JavaScript does not compile',
    (source) => {
      expect(judge(source)).toMatchObject({ usable: false, reason: expect.stringContaining('compile') });
    },
  );

  it.each([
    '^(a+)+$',
    '(a|a)*$',
    '^(a|aa)+$',
    '(.*)*x',
    '(x+x+)+y',
    '\\s*\\s*\\s*$',
    '^(\\w+\\s?)*$',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '^(a?){25}a{25}$',
    `${'a?'.repeat(20)}${'a'.repeat(20)}`,
    '^(|||||){12}x$',
    '^(a{0,1000}){0,1000}$',
    '(?:(?:a{0,12}){0,12}){0,12}b',
    '^(?:a?b?c?)*$',
    '^(?=(a+)+$)a',
    '^(?:x(?=.*y))*z',
    '(a)\\1*',
    '^(?<n>a)\\k<n>+$',
    '^(a|b|ab)*c$',
    'a'.repeat(1_001),
  ])('does not use %s, which may take very long or can not be judged', (source) => {
    expect(judge(source).usable).toBe(false);
  });

  it.each([
    '^\\d{4}-\\d{2}-\\d{2}$',
    '^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\\.[a-zA-Z]{2,}$',
    '^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$',
    '^(25[0-5]|2[0-4]\\d|[01]?\\d\\d?)(\\.(25[0-5]|2[0-4]\\d|[01]?\\d\\d?)){3}$',
    '^(?=.*[A-Z])(?=.*\\d)[A-Za-z\\d]{8,}$',
    '^(?!.*\\.\\.)[a-z.]+$',
    '^[\\s\\S]{1,2048}$',
    '^https?://[^\\s/]+(/.*)?$',
    '^\\p{L}[\\p{L}\\p{N}_]*$',
    '^[\\u4e00-\\u9fff\\u{1F600}-\\u{1F64F}]+$',
    '^#(?:[0-9a-fA-F]{3}){1,2}$',
    '^[A-Z][a-z]?\\d*(_[A-Z][a-z]?\\d*)*$',
    '^.*\\.json$',
    '^(?<year>\\d{4})$',
    '[a-z]+\\d',
    '',
  ])('uses %s', (source) => {
    expect(judge(source)).toMatchObject({ usable: true });
  });

  it('tells how the cost grows with the text', () => {
    const growth = (source: string) => {
      const judged = judge(source);
      return judged.usable ? judged.growth.degree : undefined;
    };
    expect(growth('^abc$')).toBe(0);
    expect(growth('^[a-z]+$')).toBe(1);
    expect(growth('[a-z]+\\d')).toBe(2);
    expect(growth('^[a-z]*[a-z0-9]*$')).toBe(2);
  });

  it('stops judging when the effort is spent, whatever is left to judge', async () => {
    const effort = new Effort(10_000);
    const judgeAll = () =>
      Array.from({ length: 2_000 }, (_, i) => judgePattern(`^(a|b|c|d|e|f|g|h|${i})+$`, effort)).at(-1);
    expect(await processorMs(judgeAll)).toBeLessThan(500);
    expect(judgeAll()).toMatchObject({ usable: false });
  });

  const parts = fc.constantFrom('a', 'b', '[ab]', '.', '\\d', 'a?', 'b*', 'a+', '[ab]{0,3}', '$', '^', '(?=a)', '');
  const { pattern } = fc.letrec<{ pattern: string; group: string }>((tie) => ({
    pattern: fc.array(fc.oneof(parts, tie('group')), { maxLength: 4 }).map((items) => items.join('')),
    group: fc
      .tuple(
        fc.array(tie('pattern'), { minLength: 1, maxLength: 2 }),
        fc.constantFrom('', '*', '+', '?', '{2}', '{0,3}'),
      )
      .map(([arms, quantifier]) => `(?:${arms.join('|')})${quantifier}`),
  }));
  const text = fc
    .tuple(fc.array(fc.constantFrom('a', 'b', 'ab', 'aab', '1'), { minLength: 1, maxLength: 3 }), fc.nat(8))
    .map(([unit, times]) => `${unit.join('').repeat(times + 1)}!`.slice(0, 30));

  it.prop([pattern, text], { numRuns: 1_500 })(
    'never uses a pattern that takes more steps than it tells',
    (source, subject) => {
      const judged = judge(source);
      fc.pre(judged.usable);
      if (!judged.usable) return;
      // The constant covers what the tree holds beside places of characters: groups, assertions, empty arms.
      const allowed = 40 * (source.length + 1) * stepsOf(judged.growth, subject.length + 1);
      expect(countSteps(parsePattern(source) as PatternNode, subject, allowed)).toBeLessThanOrEqual(allowed);
    },
  );
});

/** The steps of a plain backtracking matcher that is tried at each place of a text; stops soon after `limit`. */
function countSteps(root: PatternNode, subject: string, limit: number): number {
  const characters = Array.from(subject);
  let steps = 0;
  type Next = (at: number) => boolean;
  const has = (node: PatternNode & { kind: 'set' }, at: number) => {
    const code = characters[at]?.codePointAt(0);
    return code !== undefined && node.set.some(([first, last]) => code >= first && code <= last);
  };
  const round = (node: PatternNode & { kind: 'repeat' }, count: number, at: number, next: Next): boolean => {
    const again = () =>
      count < node.max &&
      run(node.body, at, (after) => (after === at && count >= node.min ? false : round(node, count + 1, after, next)));
    return again() || (count >= node.min && next(at));
  };
  const run = (node: PatternNode, at: number, next: Next): boolean => {
    if (++steps > limit) return true;
    switch (node.kind) {
      case 'set':
        return has(node, at) && next(at + 1);
      case 'start':
        return at === 0 && next(at);
      case 'empty':
        return at === characters.length && next(at);
      case 'look':
        return run(node.body, at, () => true) && next(at);
      case 'choice':
        return node.items.some((item) => run(item, at, next));
      case 'sequence': {
        const from = (index: number, place: number): boolean => {
          const item = node.items[index];
          return item === undefined ? next(place) : run(item, place, (after) => from(index + 1, after));
        };
        return from(0, at);
      }
      case 'repeat':
        return round(node, 0, at, next);
    }
  };
  for (let at = 0; at <= characters.length; at++) if (run(root, at, () => false)) break;
  return steps;
}
