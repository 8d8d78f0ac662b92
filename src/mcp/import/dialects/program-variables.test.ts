// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is the syntax under test
import { describe, expect, it } from 'vitest';
import { editDocument } from '../../../documents/edit-document.ts';
import { expandVariables } from '../../entries/expand-variables.ts';
import { DIALECTS } from '../dialects.ts';
import { readForeignFile } from '../read-foreign-file.ts';
import { keepProgramVariables } from './program-variables.ts';

describe('keepProgramVariables', () => {
  const entry = {
    command: 'npx',
    args: ['mcp-remote', '--header', 'Authorization:${AUTH}', '${HOME}', '${env:AUTH}', 7],
    env: { AUTH: 'Bearer x' },
  };

  it('hands a variable that the entry sets itself on to the program as it stands', () => {
    const { args } = keepProgramVariables(entry);
    expect(expandVariables(args, { AUTH: 'ours', HOME: '/home/me' })).toMatchObject({
      value: ['mcp-remote', '--header', 'Authorization:${AUTH}', '/home/me', '${env:AUTH}', 7],
      missing: [],
    });
  });

  it('changes nothing the second time, and nothing without arguments or an environment', () => {
    const once = keepProgramVariables(entry);
    expect(keepProgramVariables(once)).toEqual(once);
    for (const other of [{ command: 'x' }, { args: ['${A}'] }, { args: '${A}', env: { A: '1' } }]) {
      expect(keepProgramVariables(other)).toEqual(other);
    }
  });

  it.each(DIALECTS)('is what $id does if its client hands such variables on', (dialect) => {
    const [at] = dialect.at;
    const own = dialect.ownEntry({ command: 'npx', args: ['${AUTH}'], env: { AUTH: 'x' } }, at);
    const text = editDocument(dialect.format, '', [{ path: [...at, 'a'], value: own }], 'F');
    const [server] = readForeignFile(text, { file: 'F', dialect }).servers;
    const isKept = ['claude-desktop', 'cursor', 'vs-code', 'windsurf', 'cline'].includes(dialect.id);
    expect(server?.entry?.['args']).toEqual([isKept ? '$${AUTH}' : '${AUTH}']);
  });

  it('knows only own names of the environment', () => {
    expect(keepProgramVariables({ args: ['${constructor}'], env: {} })).toEqual({ args: ['${constructor}'], env: {} });
  });
});
