import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Change } from '../document-format.ts';
import { editDocument, readDocument } from '../edit-document.ts';

const edit = (text: string, ...changes: readonly Change[]) => editDocument('yaml', text, changes, 'f');
const OWN = { command: 'npx', args: ['-y', 'callslip'], env: { LEVEL: 'on' } };

const LONG = 'word '.repeat(40).trim();

const GOOSE = `# goose
GOOSE_PROVIDER: openai   # which

extensions:
  # always there
  developer:
    bundled: true
    # timeout: 3

  # GitHub
  github:
    args:
    - -y
    envs: {}
    # its own

  # fetch: off
  web:
    cmd: 'npx'
    description: |
      multi

      line

slash_commands: []
`;

describe('editDocument of YAML', () => {
  it('moves servers and keeps what is not theirs', () => {
    const gone = [{ path: ['extensions', 'github'] }, { path: ['extensions', 'web'] }];
    expect(edit(GOOSE, ...gone, { path: ['extensions', 'callslip'], value: OWN })).toBe(`# goose
GOOSE_PROVIDER: openai   # which

extensions:
  # always there
  developer:
    bundled: true
    # timeout: 3
  callslip:
    command: npx
    args:
      - -y
      - callslip
    env:
      LEVEL: "on"

  # fetch: off

slash_commands: []
`);
  });

  it.each([
    ['a: 1 # one\nb: 2\n', [{ path: ['a'], value: 'x: y' }], 'a: "x: y" # one\nb: 2\n'],
    ['a: 1 # one\nb: 2\n', [{ path: ['a'], value: { c: [1] } }], 'a: # one\n  c:\n    - 1\nb: 2\n'],
    ['a: # one\n  b: 2 # two\n  # more\nc: 3\n', [{ path: ['a'], value: 7 }], 'a: 7 # one\nc: 3\n'],
    ['a:\n  b: 2\n', [{ path: ['a', 'b'] }], 'a: {}\n'],
    ['a: {}\n', [{ path: ['a', 'b'], value: { c: 1 } }], 'a:\n  b:\n    c: 1\n'],
    ['a: # none\nb: 1\n', [{ path: ['a', 'b'], value: 1 }], 'a: # none\n  b: 1\nb: 1\n'],
    [
      'a:\n    b:\n        c: 1\n',
      [{ path: ['a', 'd'], value: { e: 2 } }],
      'a:\n    b:\n        c: 1\n    d:\n        e: 2\n',
    ],
    [
      'a: {b: 1, c: [2]} # x\n',
      [{ path: ['a', 'b'] }, { path: ['a', 'd'], value: 'y' }],
      'a: {c: [2], "d": "y"} # x\n',
    ],
    ['a: |+\n  x\n\nb: 1\n', [{ path: ['a'] }], 'b: 1\n'],
    ['a: |+\n  x\n\n', [{ path: ['b'], value: 1 }], 'a: |+\n  x\n\nb: 1\n'],
    [
      'a: "x\n  y"  # z\nb: 1',
      [
        { path: ['a'], value: 'n\nm' },
        { path: ['c'], value: 2 },
      ],
      'a: "n\\nm"  # z\nb: 1\nc: 2',
    ],
    ['---\na: 1\n', [{ path: ['a'] }, { path: ['b'], value: 1 }], '---\nb: 1\n'],
    ['# only\n', [{ path: ['a'], value: 1 }], '# only\na: 1\n'],
    ['{}\n', [{ path: ['a', 'b'], value: 1 }], 'a:\n  b: 1\n'],
    ['{"a": 1}\n', [{ path: ['a'] }], '{}\n'],
    ['{\n  "a": {}\n}\n', [{ path: ['a', 'b'], value: 1 }], '{\n  "a": {\n    "b": 1\n  }\n}\n'],
    ['a: &x {c: 1}\nb: *x\n', [{ path: ['b', 'c'], value: 2 }], 'a: &x {c: 1}\nb:\n  c: 2\n'],
    ['? a\n: 1\nb: 2\n', [{ path: ['a'] }], 'b: 2\n'],
    ['a: 1\n', [{ path: ['b'], value: LONG }], `a: 1\nb: ${LONG}\n`],
    ['&k a: 1\n!t b: 2\n', [{ path: ['a'] }, { path: ['b'] }, { path: ['on'], value: '012' }], '"on": "012"\n'],
  ])('makes of %j with %j what a careful hand would', (text, changes, expected) => {
    expect(edit(text, ...changes)).toBe(expected);
  });

  it.each([
    ['what others refer to', 'a: &x {c: 1}\nb: *x\n', { path: ['a', 'c'], value: 2 }],
    ['the anchor of others', 'a: &x {c: 1}\nb: *x\n', { path: ['a'] }],
  ])('does not touch %s', (_what, text, change) => {
    expect(() => edit(text, change)).toThrow(
      "f: it can't be changed without touching something else in it; make the change by hand",
    );
  });
});

describe('readDocument of YAML', () => {
  const read = (text: string) => readDocument('yaml', text, 'f');

  it('gives nothing but what JSON has, whatever version or tag a file names', () => {
    expect(read('%YAML 1.1\n---\na: yes\nb: 2001-01-01\n<<: {c: 1}\nd: !!set {x}\ne: !!binary aGk=\n1: 2\n')).toEqual({
      a: 'yes',
      b: '2001-01-01',
      '<<': { c: 1 },
      d: { x: null },
      e: 'aGk=',
      1: 2,
    });
  });

  it.each([
    ['["]", '.repeat(201), 'f: it nests deeper than 200 levels'],
    ['- '.repeat(201), 'f: it nests deeper than 200 levels'],
    ["{a: '}', b: ".repeat(10_000), 'f: it nests deeper than 200 levels'],
    [
      Array.from({ length: 300 }, (_, index) => `${' '.repeat(index)}a:`).join('\n'),
      'f: it nests deeper than 200 levels',
    ],
    ['x: [{b: 1}, {c: 1,\n c: 2}]', 'f:2:2: a key is written twice'],
    ['1: a\n"1": b', 'f:2:1: a key is written twice'],
    ['- a\n', 'f: it must be a mapping of keys to values'],
    ['a: &hunter2 1\nb: *hunter3\n', 'f: an alias has no anchor before it'],
  ])('refuses %#', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it('reads a long mapping in time', () => {
    const lines = Array.from({ length: 30_000 }, (_, index) => `k${index}: 1\n`);
    const start = performance.now();
    expect(Object.keys(read(lines.join('')))).toHaveLength(30_000);
    expect(performance.now() - start).toBeLessThan(4_000);
  });

  it('reads keys that are no texts, and writes nothing to standard error', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => void warnings.push(warning);
    process.on('warning', note);
    onTestFinished(() => void process.off('warning', note));
    expect(read('? [a]\n: 1\n? [b]\n: 2\n')).toEqual({ '[ a ]': 1, '[ b ]': 2 });
    await setImmediate();
    expect(warnings).toEqual([]);
  });

  it('is not misled by brackets in texts and comments', () => {
    expect(
      Object.keys(read(`a: ${'"[",'.repeat(300)} # ${'{'.repeat(300)}\n`.replace('a: ', 'a: [').replace(' #', '] #'))),
    ).toEqual(['a']);
  });
});
