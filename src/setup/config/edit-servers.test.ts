import { describe, expect, it } from 'vitest';
import { editDocument } from '../../documents/edit-document.ts';
import { editServers, readConfig, type ServerEdit } from './edit-servers.ts';

const TEXT =
  '# mine\nmcp_servers:\n  a: {command: x} # one\n  b:\n    command: y\n    enabled: false # for now\nmodel: {}\n';
const edit = (text: string | undefined, edits: readonly ServerEdit[], file = '/h/config.yaml') =>
  editServers({ file, before: text === undefined ? undefined : Buffer.from(text) }, edits);
const textOf = (...of: Parameters<typeof edit>) => edit(...of)?.after.toString();

describe('editServers', () => {
  it('begins a new file with a line that says what it is, for its owner alone', () => {
    const change = edit(undefined, [{ kind: 'put', label: 'a', entry: { command: 'x' } }]);
    expect(change?.after.toString()).toMatch(/^# What Callslip serves: .*\nmcp_servers:\n {2}a:\n {4}command: x\n$/);
    expect(change).toMatchObject({ before: undefined, isPrivate: true });
    expect(edit('', [{ kind: 'put', label: 'a', entry: { command: 'x' } }])).toMatchObject({ isPrivate: false });
  });

  it.each<[string, ServerEdit, string]>([
    ['removes a server', { kind: 'remove', label: 'b' }, '# mine\nmcp_servers:\n  a: {command: x} # one\nmodel: {}\n'],
    ['switches one on', { kind: 'switch', label: 'b', enabled: true }, TEXT.replace('false # for', 'true # for')],
  ])('%s and leaves all else', (_what, change, after) => expect(textOf(TEXT, [change])).toBe(after));

  it('keeps a byte order mark', () => {
    const after = textOf(`\uFEFF${TEXT}`, [{ kind: 'switch', label: 'b', enabled: true }]);
    expect(after).toBe(`\uFEFF${TEXT.replace('false # for', 'true # for')}`);
  });

  it('changes nothing where there is nothing to change', () => {
    expect(edit(TEXT, [{ kind: 'switch', label: 'a', enabled: true }])).toBeUndefined();
    expect(edit(TEXT, [{ kind: 'switch', label: 'b', enabled: false }])).toBeUndefined();
    expect(edit(TEXT, [])).toBeUndefined();
  });

  it('says how each change is taken back', () => {
    const edits: readonly ServerEdit[] = [
      { kind: 'put', label: 'new', entry: { command: 'n' } },
      { kind: 'put', label: 'a', entry: { command: 'z' } },
      { kind: 'switch', label: 'b', enabled: true },
    ];
    const change = edit(TEXT, edits);
    const undo = change?.undo;
    const back =
      undo?.kind === 'document' ? editDocument('yaml', change?.after.toString() ?? '', undo.changes, 'x') : '';
    expect(readConfig({ file: 'x', before: Buffer.from(back) })).toEqual(
      readConfig({ file: 'x', before: Buffer.from(TEXT) }),
    );
  });

  it('writes JSON where the file is named so', () => {
    expect(
      textOf('{\n  // ours\n}\n', [{ kind: 'put', label: 'a', entry: { command: 'x' } }], '/t/team.json'),
    ).toContain('"mcp_servers": {');
    for (const file of ['/t/team.json', '/t/TEAM.JSONC']) {
      expect(textOf(undefined, [{ kind: 'put', label: 'a', entry: { command: 'x' } }], file)).toMatch(/^\{/);
    }
  });

  it('takes an empty list for none, and refuses what is no mapping or no UTF-8', () => {
    expect(textOf('mcp_servers:\n', [{ kind: 'put', label: 'a', entry: { command: 'x' } }])).toContain('command: x');
    expect(() => edit('mcp_servers: [a]', [])).toThrow('/h/config.yaml: mcp_servers must map names to servers');
    expect(() => editServers({ file: '/h/c.yaml', before: Buffer.from([0x61, 0xff]) }, [])).toThrow(
      '/h/c.yaml is not in UTF-8',
    );
  });
});
