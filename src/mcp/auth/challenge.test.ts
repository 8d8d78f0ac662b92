import { fc, it as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { leastProcessorMs } from '../../../test/processor-time.ts';
import { type Challenge, readChallenges } from './challenge.ts';

const METADATA = 'https://g.test/.well-known/oauth-protected-resource/t/mcp';
const read = (header: string) =>
  readChallenges(header).map(({ scheme, token68, parameters }) => [scheme, token68 ?? Object.fromEntries(parameters)]);

describe('the challenges of a server', () => {
  it.each([
    [`Bearer resource_metadata="${METADATA}"`, [['bearer', { resource_metadata: METADATA }]]],
    [`BEARER Resource_Metadata = "${METADATA}"`, [['bearer', { resource_metadata: METADATA }]]],
    ['Bearer', [['bearer', {}]]],
    ['Bearer scope=read', [['bearer', { scope: 'read' }]]],
    ['Bearer realm="a, b=\\"c\\"", error="x"', [['bearer', { realm: 'a, b="c"', error: 'x' }]]],
    [
      'Basic realm="x", Bearer scope="a b", error=y',
      [
        ['basic', { realm: 'x' }],
        ['bearer', { scope: 'a b', error: 'y' }],
      ],
    ],
    [
      'Negotiate, Bearer',
      [
        ['negotiate', {}],
        ['bearer', {}],
      ],
    ],
    [
      'Negotiate YWJj/+==, Digest qop="auth, auth-int", nonce=abc',
      [
        ['negotiate', 'YWJj/+=='],
        ['digest', { qop: 'auth, auth-int', nonce: 'abc' }],
      ],
    ],
    [
      'Bearer realm="Bearer resource_metadata=\\"https://evil.test\\""',
      [['bearer', { realm: 'Bearer resource_metadata="https://evil.test"' }]],
    ],
    ['Bearer scope=a, scope=b', [['bearer', { scope: 'a' }]]],
    [', ,Bearer ,, scope=a ,', [['bearer', { scope: 'a' }]]],
    [
      'Bearer scope="never closed, Basic realm=x',
      [
        ['bearer', {}],
        ['basic', { realm: 'x' }],
      ],
    ],
    ['scope=read', []],
    ['', []],
  ])('[CON-06] are read from %j', (header, expected) => {
    expect(read(header)).toEqual(expected);
  });

  it('keep names that mean something to JavaScript apart from it', () => {
    const [challenge] = readChallenges('Bearer __proto__="x", constructor=y');
    expect([...(challenge as Challenge).parameters]).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
  });

  const token = fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,12}$/);
  const parameters = fc.uniqueArray(fc.tuple(token, fc.string({ unit: 'binary', maxLength: 20 })), {
    selector: ([name]) => name.toLowerCase(),
    minLength: 1,
    maxLength: 4,
  });
  const token68 = fc.stringMatching(/^[A-Za-z0-9._~+/-]{1,12}={0,2}$/);
  const challenge = fc.record({ scheme: token, content: fc.oneof(parameters, token68, fc.constant(undefined)) });
  const quoted = (value: string) => `"${value.replace(/["\\]/g, '\\$&')}"`;
  const written = (content: string | readonly (readonly [string, string])[] | undefined) =>
    typeof content === 'string'
      ? content
      : (content ?? []).map(([name, value]) => `${name}=${quoted(value)}`).join(', ');

  property.prop([fc.array(challenge, { maxLength: 4 })])('[CON-06] come back as they were written', (all) => {
    const header = all.map(({ scheme, content }) => `${scheme} ${written(content)}`.trimEnd()).join(' , ');
    const expected = all.map(({ scheme, content }) => [
      scheme.toLowerCase(),
      typeof content === 'string' ? content : Object.fromEntries((content ?? []).map(([n, v]) => [n.toLowerCase(), v])),
    ]);
    expect(read(header)).toEqual(expected);
  });

  property.prop([fc.string({ maxLength: 200 })])('are read from anything without a fault', (header) => {
    for (const { scheme } of readChallenges(header)) expect(scheme).toMatch(/^\S+$/);
  });

  it.each(['a="', 'a="\\"', ',', 'x ', 'Bearer a="b\\', '" ', '='])(
    'are read in no time from a long row of %j',
    async (part) => {
      expect(await leastProcessorMs(() => readChallenges(part.repeat(200_000)))).toBeLessThan(500);
    },
  );
});
