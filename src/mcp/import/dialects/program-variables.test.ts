// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is the syntax under test
import { describe, expect, it } from 'vitest';
import { expandVariables } from '../../entries/expand-variables.ts';
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

  it('knows only own names of the environment', () => {
    expect(keepProgramVariables({ args: ['${constructor}'], env: {} })).toEqual({ args: ['${constructor}'], env: {} });
  });
});
