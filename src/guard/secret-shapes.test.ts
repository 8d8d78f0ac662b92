import { describe, expect, it } from 'vitest';
import { leastProcessorMs } from '../../test/processor-time.ts';
import {
  maskArguments,
  secretSpans,
  secretSpansInArguments,
  secretsInArguments,
  secretsInText,
} from './secret-shapes.ts';

const SIGNED = `eyJhbGciOiJIUzI1NiJ9.${'eyJzdWIi'}.c2ln`;

describe('maskArguments', () => {
  it.each([
    [
      ['--token', 'abc'],
      ['--token', '***'],
    ],
    [['--api-key=abc def'], ['--api-key=***']],
    [
      ['-H', 'Authorization: Bearer X'],
      ['-H', 'Authorization: ***'],
    ],
    [['--header=Authorization:Bearer abcdef'], ['--header=Authorization:***']],
    [
      ['-e', 'API_KEY=x1'],
      ['-e', 'API_KEY=***'],
    ],
    [['postgres://user:PW@host/db'], ['postgres://user:***@host/db']],
    [['https://TOKEN1@host/x'], ['https://***@host/x']],
    [['https://host/mcp?api_key=abc&page=2'], ['https://host/mcp?api_key=***&page=2']],
    [['Server=db;Password=pw1;Database=x'], ['Server=db;Password=***;Database=x']],
    [
      ['--config', '{"apiKey": "abc", "a": "b"}'],
      ['--config', '{"apiKey": "***", "a": "b"}'],
    ],
    [
      ['-c', 'prog --password "a b" file'],
      ['-c', 'prog --password *** file'],
    ],
    [[`ghp_${'a1'.repeat(18)}`], ['***']],
    [[`github_pat_${'a1'.repeat(18)}`], ['***']],
    [
      ['x', `sk-proj-${'a1'.repeat(18)}`],
      ['x', '***'],
    ],
    [[`xoxb-123456-${'a1'.repeat(9)}`], ['***']],
    [[`AKIA${'A1'.repeat(8)}`], ['***']],
    [[SIGNED], ['***']],
    [[`glpat-${'a1'.repeat(10)}`], ['***']],
  ])('masks the secret in %j', (args, masked) => expect(maskArguments(args)).toEqual(masked));

  it.each([
    [['-y', '@scope/server-filesystem', '/home/me/notes', '--port', '8080']],
    [['--no-auth', '--verbose', 'sk-learn-things', 'postgres://user@host/db', 'ssh://git@host/x']],
    [['--max-tokens=100', 'https://host/a:b@c?page=2', 'C:\\dir', 'a task-list for me']],
  ])('leaves %j as it is', (args) => expect(maskArguments(args)).toEqual(args));
});

describe('secretsInText', () => {
  it('gives a password as it is written and as it is meant', () => {
    expect(secretsInText('postgres://u:p%40ss@h/db')).toEqual(['p%40ss', 'p@ss']);
  });

  it.each(['eyJaaaa-', 'ghp_aaaaaaa-', 'a://', 'a=', '"a":', '"', ' ', 'Bearer ', '-a:', 'sk-a_'])(
    'takes no longer for many %j',
    async (piece) => {
      const read = () => secretsInArguments([piece.repeat(100_000 / piece.length)]);
      expect(await leastProcessorMs(read)).toBeLessThan(1000);
    },
  );
});

describe('secretSpans', () => {
  const shown = (text: string) => secretSpans(text).map(({ start, end, name }) => [name, text.slice(start, end)]);

  it.each<[string, readonly (readonly [string | undefined, string])[]]>([
    ['https://h/mcp?api_key=abc&a=a', [['api_key', 'abc']]],
    [
      'https://a:a@a.example',
      [
        ['user', 'a'],
        ['password', 'a'],
      ],
    ],
    ['https://tok@h', [['token', 'tok']]],
    [
      '--header=Authorization: Bearer X',
      [
        ['Authorization', 'Bearer X'],
        ['Authorization', 'X'],
      ],
    ],
    ['{"apiKey": "k"}', [['apiKey', 'k']]],
    [`see ghp_${'a1'.repeat(4)}`, [[undefined, `ghp_${'a1'.repeat(4)}`]]],
    ['nothing', []],
  ])('says where the secrets of %j are, and what tells of them', (text, spans) => expect(shown(text)).toEqual(spans));

  it('finds them in arguments by the flag before, and in a command line within one', () => {
    const args = ['--token', 'abc', '-c', 'run --key=k1 --password p1'];
    const texts = secretSpansInArguments(args).map((spans, index) =>
      spans.map(({ start, end, name }) => [name, args[index]?.slice(start, end)]),
    );
    expect(texts).toEqual([
      [],
      [['token', 'abc']],
      [],
      expect.arrayContaining([
        ['key', 'k1'],
        ['password', 'p1'],
      ]),
    ]);
  });
});
