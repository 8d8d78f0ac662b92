import path from 'node:path';
import { fc, it as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { type Journal, journalText, parseJournal, sumOf } from './journal.ts';

const FILE = path.resolve('/b/000001-20260713T101512Z/journal.json');

function journalWith(parts: Partial<Journal> = {}, undone: unknown = 'secret'): Journal {
  return {
    id: '000001-20260713T101512Z',
    title: 'init: cursor',
    time: '2026-07-13T10:15:12.345Z',
    token: '0123456789ab',
    files: [
      {
        file: path.resolve('/u/mcp.json'),
        real: path.resolve('/u/real.json'),
        before: { sha256: sumOf('a'), mode: 0o644 },
        after: { sha256: sumOf('b'), isPrivate: false },
        missingFolders: [],
        undo: {
          kind: 'document',
          format: 'json',
          changes: [{ path: ['a'] }, { path: ['b'], value: undone as string }],
        },
      },
    ],
    ...parts,
  };
}

describe('parseJournal', () => {
  property.prop([fc.jsonValue()])('reads what was written, whatever a client had in its file', (held) => {
    const journal = JSON.parse(JSON.stringify(journalWith({}, held)));
    expect(parseJournal(journalText(journal), FILE)).toEqual(journal);
  });

  it('keeps members that are called like what every object has', () => {
    const held = JSON.parse('{"__proto__":{"constructor":1}}');
    const text = journalText(journalWith({}, held));
    expect(JSON.stringify(parseJournal(text, FILE).files)).toContain('"value":{"__proto__":{"constructor":1}}');
  });

  const text = journalText(journalWith());
  property.prop([fc.nat(text.length - 1), fc.constantFrom('', 'x', '0', '"', '}', '\n')])(
    'is refused when any byte that says something is another',
    (at, other) => {
      const spoilt = text.slice(0, at) + other + text.slice(at + 1);
      let read: Journal;
      try {
        read = parseJournal(spoilt, FILE);
      } catch (error) {
        expect(error).toMatchObject({ code: 'invalid-config', data: { file: FILE } });
        return;
      }
      expect(read).toEqual(parseJournal(text, FILE));
    },
  );

  it.each([
    ['relative path', { real: 'u/real.json' }],
    ['path with a way up', { real: `${path.resolve('/u')}${path.sep}..${path.sep}x` }],
    ['unknown member', { more: 1 }],
    ['odd mode', { before: { sha256: sumOf('a'), mode: 0o100644 } }],
  ])('refuses a %s, even with a sum that fits', (_what, parts) => {
    const [file] = journalWith().files;
    const forged = journalText(journalWith({ files: [{ ...file, ...parts } as Journal['files'][number]] }));
    expect(() => parseJournal(forged, FILE)).toThrow(`${FILE} is not as Callslip wrote it`);
  });
});
