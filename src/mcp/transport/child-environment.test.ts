import { describe, expect, it } from 'vitest';
import { childEnvironment } from './child-environment.ts';

describe('childEnvironment', () => {
  it('hands down where things are and the language, and nothing else', () => {
    const own = {
      PATH: '/bin',
      HOME: '/root',
      LC_ALL: 'C',
      XDG_CACHE_HOME: '/c',
      OPENAI_API_KEY: 'k',
      HTTPS_PROXY: 'p',
      LC_x: '1',
    };
    expect(childEnvironment(own, {}, 'linux')).toEqual({
      PATH: '/bin',
      HOME: '/root',
      LC_ALL: 'C',
      XDG_CACHE_HOME: '/c',
    });
  });

  it('lets the entry add and override', () => {
    expect(childEnvironment({ PATH: '/bin', HOME: undefined }, { PATH: '/opt', KEY: 'k' }, 'linux')).toEqual({
      PATH: '/opt',
      KEY: 'k',
    });
  });

  it('does not mind the case of names on Windows', () => {
    expect(childEnvironment({ Path: 'C:', SystemRoot: 'W', TOKEN: 't' }, {}, 'win32')).toEqual({
      Path: 'C:',
      SystemRoot: 'W',
    });
  });
});
