// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is the syntax of a configuration
import { fc, it as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { type SecretSpan, secretSpans, secretSpansInArguments } from '../../guard/secret-shapes.ts';
import { expandVariables, variableNames } from '../../mcp/entries/expand-variables.ts';
import { takeSecrets } from './take-secrets.ts';
import { allVariables, type Variables } from './variables.ts';

const NONE: Variables = { environment: {}, file: new Map(), added: new Map(), uses: new Map() };
const take = (entry: JsonObject, label = 'tracker', before: Partial<Variables> = {}) => {
  const { entry: after, variables, refused } = takeSecrets(label, entry, { ...NONE, ...before });
  return { entry: after, added: Object.fromEntries(variables.added), refused };
};
const GHP = `ghp_${'a1'.repeat(18)}`;

describe('takeSecrets', () => {
  it.each<[string, JsonObject, JsonObject, Record<string, string>]>([
    [
      'a variable of the program under its own name, whole',
      {
        env: { GITHUB_TOKEN: 'Bearer x', DATABASE_URL: 'postgres://me:pw@h/d', LOG_LEVEL: 'debug', LAZY_AUTH: 'true' },
      },
      {
        env: {
          GITHUB_TOKEN: '${GITHUB_TOKEN}',
          DATABASE_URL: '${DATABASE_URL}',
          LOG_LEVEL: 'debug',
          LAZY_AUTH: 'true',
        },
      },
      { GITHUB_TOKEN: 'Bearer x', DATABASE_URL: 'postgres://me:pw@h/d' },
    ],
    [
      'a variable that is called like what every object has',
      { env: { constructor: GHP, valueOf: `\${constructor:-${GHP}}` } },
      { env: { constructor: '${constructor}', valueOf: '${constructor}' } },
      { constructor: GHP },
    ],
    [
      'a number and an odd name',
      { env: { PIN_PASSWORD: 1234, PORT: 8080, FLAG_KEY: true, 'my-api.key': 'k' } },
      { env: { PIN_PASSWORD: '${PIN_PASSWORD}', PORT: 8080, FLAG_KEY: true, 'my-api.key': '${MY_API_KEY}' } },
      { PIN_PASSWORD: '1234', MY_API_KEY: 'k' },
    ],
    [
      'the secret part of a header',
      { headers: { Authorization: 'Bearer abc', 'X-Api-Key': 'two words', Accept: 'a b', 'X-Other': `t ${GHP}` } },
      {
        headers: {
          Authorization: 'Bearer ${TRACKER_AUTHORIZATION}',
          'X-Api-Key': '${TRACKER_X_API_KEY}',
          Accept: 'a b',
          'X-Other': 't ${TRACKER_X_OTHER}',
        },
      },
      { TRACKER_AUTHORIZATION: 'abc', TRACKER_X_API_KEY: 'two words', TRACKER_X_OTHER: GHP },
    ],
    [
      'what follows the scheme of a header, but not what looks like one in a password',
      { headers: { Authorization: 'Basic bWU6cHc=', 'X-Secret': 'key one two' } },
      { headers: { Authorization: 'Basic ${TRACKER_AUTHORIZATION}', 'X-Secret': '${TRACKER_X_SECRET}' } },
      { TRACKER_AUTHORIZATION: 'bWU6cHc=', TRACKER_X_SECRET: 'key one two' },
    ],
    [
      'a default that tells by its shape or by its variable, wherever it stands',
      {
        args: ['--level', `\${A:-${GHP}}`, '${X_TOKEN:-abc}', '${LEVEL:-info}'],
        env: { HOST: '${H_PASSWORD:-pw}' },
        headers: { 'X-Other': `t \${B:-${GHP}}` },
        url: 'https://${DOMAIN:-h.example}/${C_KEY:-k}',
      },
      {
        args: ['--level', '${A}', '${X_TOKEN}', '${LEVEL:-info}'],
        env: { HOST: '${H_PASSWORD}' },
        headers: { 'X-Other': 't ${B}' },
        url: 'https://${DOMAIN:-h.example}/${C_KEY}',
      },
      { A: GHP, X_TOKEN: 'abc', H_PASSWORD: 'pw', B: GHP, C_KEY: 'k' },
    ],
    [
      'what can be told only once the secret beside it is out of the way',
      { args: [`${GHP}=?key=--token`] },
      { args: ['${TRACKER_TOKEN}=?key=${TRACKER_KEY}'] },
      { TRACKER_TOKEN: GHP, TRACKER_KEY: '--token' },
    ],
    [
      'parts of arguments',
      {
        command: 'x',
        args: [
          '--token=abc',
          '--api-key',
          'def',
          '-e',
          'GH_TOKEN=ghi',
          '--port',
          80,
          '--auth',
          'none',
          '--header',
          'Authorization: Bearer jkl',
          GHP,
        ],
      },
      {
        command: 'x',
        args: [
          '--token=${TRACKER_TOKEN}',
          '--api-key',
          '${TRACKER_API_KEY}',
          '-e',
          'GH_TOKEN=${TRACKER_GH_TOKEN}',
          '--port',
          80,
          '--auth',
          'none',
          '--header',
          'Authorization: Bearer ${TRACKER_AUTHORIZATION}',
          '${TRACKER_TOKEN_2}',
        ],
      },
      {
        TRACKER_TOKEN: 'abc',
        TRACKER_API_KEY: 'def',
        TRACKER_GH_TOKEN: 'ghi',
        TRACKER_AUTHORIZATION: 'jkl',
        TRACKER_TOKEN_2: GHP,
      },
    ],
    [
      'the password of an address, and the value in its query',
      { url: 'https://h.example/mcp?api_key=a%2Fb&page=2', args: ['postgres://me:p%40w@h/d'] },
      {
        url: 'https://h.example/mcp?api_key=${TRACKER_API_KEY}&page=2',
        args: ['postgres://me:${TRACKER_PASSWORD}@h/d'],
      },
      { TRACKER_API_KEY: 'a%2Fb', TRACKER_PASSWORD: 'p%40w' },
    ],
    [
      'a command line in one argument',
      { args: ['-c', 'srv --password "a b" --url https://h/?token=t1 --port 1'] },
      { args: ['-c', 'srv --password ${TRACKER_PASSWORD} --url https://h/?token=${TRACKER_TOKEN} --port 1'] },
      { TRACKER_PASSWORD: '"a b"', TRACKER_TOKEN: 't1' },
    ],
    [
      'nothing that is a variable already',
      {
        env: { A_KEY: '${MY_KEY}', B_KEY: '${MY_KEY:-}', C_KEY: '' },
        headers: { Authorization: 'Bearer ${T}' },
        url: 'https://h/?token=${Q}',
      },
      {
        env: { A_KEY: '${MY_KEY}', B_KEY: '${MY_KEY:-}', C_KEY: '' },
        headers: { Authorization: 'Bearer ${T}' },
        url: 'https://h/?token=${Q}',
      },
      {},
    ],
    [
      'a default, and what stands beside a variable',
      { env: { A_KEY: '${A_KEY:-dflt}', DB: 'postgres://u:pw@${HOST}/d' } },
      { env: { A_KEY: '${A_KEY}', DB: 'postgres://u:${DB_PASSWORD}@${HOST}/d' } },
      { A_KEY: 'dflt', DB_PASSWORD: 'pw' },
    ],
    [
      'no variable that the program fills in by itself',
      { args: ['--header', 'Authorization:$${AUTH}', '--header', 'X-Key: $${KEY}'], env: { AUTH: 'Bearer s3cret' } },
      {
        args: ['--header', 'Authorization:$${AUTH}', '--header', 'X-Key: $${KEY}'],
        env: { AUTH: '${AUTH}' },
      },
      { AUTH: 'Bearer s3cret' },
    ],
    [
      'dollar signs, as they are meant',
      { env: { A_KEY: 'a$${b}', B: 'x$${y}' }, args: ['--token=$abc', 'key=$$${T}'] },
      { env: { A_KEY: '${A_KEY}', B: 'x$${y}' }, args: ['--token=${TRACKER_TOKEN}', 'key=${TRACKER_KEY}'] },
      { A_KEY: 'a${b}', TRACKER_TOKEN: '$abc', TRACKER_KEY: '$${T}' },
    ],
  ])('takes %s', (_what, entry, after, added) => {
    const uses = new Map([['A_KEY', 1]]);
    expect(take(entry, 'tracker', 'DB' in ((entry['env'] as object) ?? {}) ? { uses } : {})).toEqual({
      entry: after,
      added,
      refused: [],
    });
  });

  it('names variables after the label, readably', () => {
    const name = (label: string, header: string) => Object.keys(take({ headers: { [header]: 'x' } }, label).added);
    expect(name('my server!', 'apiToken')).toEqual(['MY_SERVER_API_TOKEN']);
    expect(name('github', 'github-token')).toEqual(['GITHUB_TOKEN']);
    expect(name('1password', 'x-key')).toEqual(['MCP_1PASSWORD_X_KEY']);
    expect(name('日本', 'x-key')).toEqual(['SERVER_X_KEY']);
    expect(name('x'.repeat(500), 'key')[0]).toHaveLength(80);
  });

  it('uses a name that holds the value, and never one that holds another or that somebody waits for', () => {
    const entry = { env: { KEY: 'v' } };
    expect(take(entry, 'x', { file: new Map([['KEY', 'v']]) })).toMatchObject({
      entry: { env: { KEY: '${KEY}' } },
      added: {},
    });
    expect(take(entry, 'x', { environment: { KEY: 'v' } })).toMatchObject({
      entry: { env: { KEY: '${KEY}' } },
      added: { KEY: 'v' },
    });
    for (const taken of [
      { file: new Map([['KEY', 'other']]) },
      { environment: { KEY: 'other' } },
      { environment: { KEY: '' } },
      { environment: { KEY: 'other' }, file: new Map([['KEY', 'v']]) },
      { uses: new Map([['KEY', 1]]) },
    ]) {
      expect(take(entry, 'x', taken)).toEqual({
        entry: { env: { KEY: '${KEY_2}' } },
        added: { KEY_2: 'v' },
        refused: [],
      });
    }
    const file = new Map([
      ['KEY', 'a'],
      ['KEY_2', 'v'],
    ]);
    expect(take(entry, 'x', { file })).toMatchObject({ entry: { env: { KEY: '${KEY_2}' } }, added: {} });
  });

  it('keeps a default where it counts, whoever else uses its variable', () => {
    const entry = { env: { KEY: '${K:-v}' } };
    const taken = (before: Partial<Variables>) => {
      const { entry: after, added } = take(entry, 'x', before);
      return [(after['env'] as JsonObject)['KEY'], added];
    };
    const uses = new Map([['K', 1]]);
    expect(taken({ uses })).toEqual(['${K}', { K: 'v' }]);
    expect(taken({ uses, environment: { K: 'set' } })).toEqual(['${K}', { K: 'v' }]);
    expect(taken({ uses, file: new Map([['K', 'set']]) })).toEqual(['${K}', {}]);
    expect(taken({ uses, environment: { K: '' } })).toEqual(['${K_2}', { K_2: 'v' }]);
    const shared = new Map([['K', 2]]);
    expect(taken({ uses: shared })).toEqual(['${K_2}', { K_2: 'v' }]);
    expect(taken({ uses: shared, environment: { K: 'set' } })).toEqual(['${K}', {}]);
  });

  it('leaves a variable that the program fills in by itself, unless its name is a secret', () => {
    const entry = { args: ['password: $${A}', 'api_key= Bearer $${A}'], env: { TOKEN: '$${A}' } };
    expect(take(entry)).toMatchObject({ entry, added: {} });
    const secret = `ghp_${'a1'.repeat(18)}`;
    const { entry: after, added } = take({ env: { TOKEN: `$\${${secret}}` } });
    expect([after, added]).toEqual([{ env: { TOKEN: '${TOKEN}' } }, { TOKEN: `\${${secret}}` }]);
  });

  it('names the place of what .env can not hold, and leaves it', () => {
    const entry = { env: { KEY: 'a\rb' }, args: ['--token', 'c\rd'] };
    expect(take(entry)).toEqual({ entry, added: {}, refused: ['args[1]', 'env.KEY'] });
  });

  it('keeps keys in their order, and those that are no business of a secret', () => {
    const entry = { type: 'stdio', args: ['a'], command: 'x', tools: { include: ['*'] }, enabled: false };
    expect(JSON.stringify(take(entry).entry)).toBe(JSON.stringify(entry));
  });

  const piece = fc.constantFrom(
    ...[
      'a',
      'Z9',
      ' ',
      '$',
      '$$',
      '{',
      '}',
      '${A}',
      '${B:-dflt}',
      '$${',
      '--token',
      '=',
      'api_key=',
      'Bearer ',
      '"',
      ':',
    ],
    ...['https://', '@', '?key=', '&', GHP, `sk-${'a1'.repeat(6)}`, 'password: ', "'", '\n', '\\', 'user:pw@', '/'],
  );
  const text = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(''));
  const name = fc.constantFrom('TOKEN', 'LOG_LEVEL', 'Authorization', 'X-Key', 'Accept', 'password');
  const FILLED = '\ufffc';
  const slice = (held = '', { start, end }: SecretSpan) => held.slice(start, end);
  const environment = { A: 'held', TOKEN: 'other', B: 'set' };

  property.prop([fc.dictionary(name, text), fc.dictionary(name, text), fc.array(text, { maxLength: 5 }), text])(
    'keeps what an entry means, and leaves no secret in it',
    (env, headers, args, url) => {
      const entry = { command: 'x', args, env, url, headers };
      const before: Variables = {
        ...NONE,
        environment,
        uses: new Map([
          ['A', 1],
          ['B', 2],
        ]),
      };
      const taken = takeSecrets('label', entry, before);
      expect(taken.refused).toEqual([]);
      const { value, missing } = expandVariables(entry, environment);
      expect(expandVariables(taken.entry, allVariables(taken.variables))).toMatchObject({ value, missing });
      const isFilled = Object.fromEntries(variableNames(taken.entry).map((used) => [used, FILLED]));
      const left = expandVariables(taken.entry, isFilled).value as typeof entry;
      const texts = [left.url, ...Object.values(left.headers), ...Object.values(left.env)];
      const shown = texts.flatMap((held) => secretSpans(held).map((span) => slice(held, span)));
      const words = secretSpansInArguments(left.args).flatMap((spans, index) =>
        spans.map((span) => slice(left.args[index], span)),
      );
      // A variable that the program itself fills in is no secret, nor is it with the scheme in front that announces it.
      const secrets = [...shown, ...words].filter((secret) => !/^(?:Bearer +)?\$\{\w+\}$/.test(secret));
      for (const secret of secrets) expect(secret).toContain(FILLED);
    },
  );
});
