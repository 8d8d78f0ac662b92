import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Json } from '../base/json.ts';
import type { FormatName } from './document-format.ts';
import { editDocument, readDocument } from './edit-document.ts';
import { formatOfFile } from './format-of-file.ts';

const FORMATS = ['json', 'toml', 'yaml'] as const;
const OWN = { command: 'npx', args: ['-y', 'callslip'], env: { LEVEL: 'on' } };
const SAMPLES: Readonly<Record<FormatName, string>> = {
  json: '{\n  "a": { "b": 1 } // b\n}\n',
  toml: '[a]\nb = 1 # b\n',
  yaml: 'a:\n  b: 1 # b\n',
};

describe.each(FORMATS)('editDocument of %s', (format) => {
  const sample = SAMPLES[format];

  it.each([
    ['no changes', []],
    ['what is so already', [{ path: ['a'], value: { b: 1 } }]],
    ['the removal of what is not there', [{ path: ['x', 'y'] }, { path: ['a', 'b', 'c'] }]],
    ['a change and its reverse', [{ path: ['x'], value: 1 }, { path: ['x'] }]],
  ])('gives back the very same text for %s', (_what, changes) => {
    expect(editDocument(format, sample, changes, 'f')).toBe(sample);
  });

  it.each(['', '\uFEFF', '\n\n'])('leaves %j as it is where there is nothing to take out', (text) => {
    expect(editDocument(format, text, [{ path: ['servers', 'callslip'] }], 'f')).toBe(text);
  });

  it.each(['', '\uFEFF', '\n\n'])('makes %j a document that ends in a line feed', (text) => {
    const edited = editDocument(format, text, [{ path: ['servers', 'callslip'], value: OWN }], 'f');
    expect(readDocument(format, edited, 'f')).toEqual({ servers: { callslip: OWN } });
    expect(edited).toMatch(/[^\n]\n$/);
    expect(edited.startsWith('\uFEFF')).toBe(text === '\uFEFF');
  });

  it.each(['\n', '\r\n'])(
    'keeps each line break of a mixed file, and ends added lines as the one before them',
    (last) => {
      const other = last === '\n' ? '\r\n' : '\n';
      const mixed = sample.trimEnd().replaceAll('\n', other) + last;
      const edited = editDocument(format, mixed, [{ path: ['new'], value: { x: { y: 1 } } }], 'f');
      if (format !== 'json') expect(edited.startsWith(mixed)).toBe(true);
      expect(editDocument(format, edited, [{ path: ['new'] }], 'f')).toBe(mixed);
      expect(edited.split(last).length).toBeGreaterThan(format === 'json' ? 1 : 3);
    },
  );

  it('says which mapping a value can not be put into, and nothing of what stands there', () => {
    const hidden = sample.replace('1', '"hunter2"');
    expect(() => editDocument(format, hidden, [{ path: ['a', 'b', 'c'], value: 1 }], 'f')).toThrow(
      'f: a.b is no mapping, so that nothing can be put into it; change it by hand',
    );
  });

  it('leaves the mapping that a removed member stood in', () => {
    const edited = editDocument(format, sample, [{ path: ['a', 'b'] }], 'f');
    expect(readDocument(format, edited, 'f')).toEqual({ a: {} });
  });

  it('takes __proto__ as a key like any other', () => {
    const changes = [{ path: ['__proto__', 'polluted'], value: true }];
    const edited = editDocument(format, sample, changes, 'f');
    expect(Object.keys(readDocument(format, edited, 'f'))).toEqual(['a', '__proto__']);
    expect(({} as Record<string, Json>)['polluted']).toBeUndefined();
    expect(editDocument(format, edited, [{ path: ['__proto__'] }], 'f').trimEnd()).toBe(sample.trimEnd());
  });

  it('does not change what it can not read', () => {
    expect(() => editDocument(format, '{', [{ path: ['a'], value: 1 }], 'f')).toThrow(/^f:1:\d/);
  });
});

describe('editDocument of clients’ files', () => {
  const folder = new URL('../../test/fixtures/clients/', import.meta.url);
  const files = readdirSync(folder).flatMap((client) =>
    readdirSync(new URL(`${client}/`, folder))
      .filter((name) => name.startsWith('sample.'))
      .map((name) => `${client}/${name}`),
  );

  it('looks at one file of each client', () => {
    expect(files.length).toBeGreaterThanOrEqual(10);
  });

  it.each(files)('puts a member into %s, and takes it out without a trace', (file) => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    const format = formatOfFile(file);
    const before = readDocument(format, text, file);
    for (const [key, value] of Object.entries(before)) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
      const edited = editDocument(format, text, [{ path: [key, 'callslip'], value: OWN }], file);
      expect(readDocument(format, edited, file)).toEqual({ ...before, [key]: { ...value, callslip: OWN } });
      expect(editDocument(format, edited, [{ path: [key, 'callslip'] }], file)).toBe(text);
    }
  });

  it.each(files)('takes all out of %s but its comments', (file) => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    const format = formatOfFile(file);
    const keys = Object.keys(readDocument(format, text, file));
    const edited = editDocument(
      format,
      text,
      keys.map((key) => ({ path: [key] })),
      file,
    );
    expect(readDocument(format, edited, file)).toEqual({});
  });
});

describe('formatOfFile', () => {
  it.each([
    ['/a/config.toml', 'toml'],
    ['C:\\a\\CONFIG.TOML', 'toml'],
    ['config.yaml', 'yaml'],
    ['a.yml', 'yaml'],
    ['settings.jsonc', 'json'],
    ['.claude.json', 'json'],
    ['toml', 'json'],
  ])('tells the language of %s', (file, format) => {
    expect(formatOfFile(file)).toBe(format);
  });
});
