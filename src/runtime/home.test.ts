import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { expandTilde, resolveHome } from './home.ts';

const USER = path.resolve('/people/ada');

describe('resolveHome', () => {
  it('is .callslip in the user folder unless CALLSLIP_HOME says otherwise', () => {
    expect(resolveHome({}, USER).folder).toBe(path.join(USER, '.callslip'));
    expect(resolveHome({ CALLSLIP_HOME: '  ' }, USER).folder).toBe(path.join(USER, '.callslip'));
    expect(resolveHome({ CALLSLIP_HOME: '~/tools' }, USER).folder).toBe(path.join(USER, 'tools'));
    expect(resolveHome({ CALLSLIP_HOME: 'here' }, USER).folder).toBe(path.resolve('here'));
  });

  it('keeps everything below its folder', () => {
    const { folder, configFile, envFile, trustFile, resultsFolder, backupsFolder } = resolveHome({}, USER);
    for (const file of [configFile, envFile, trustFile, resultsFolder, backupsFolder]) {
      expect(file.startsWith(folder)).toBe(true);
    }
  });
});

describe('expandTilde', () => {
  it('stands for the user folder at the beginning only, with either separator', () => {
    expect(expandTilde('~', USER)).toBe(USER);
    expect(expandTilde('~\\x', '/u')).toMatch(/u[\\/]+x$/);
    expect(expandTilde('~ada/x', USER)).toBe('~ada/x');
    expect(expandTilde('a/~/x', USER)).toBe('a/~/x');
  });
});
