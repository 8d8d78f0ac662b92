// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is the syntax under test
import { describe, expect, it } from 'vitest';
import { readForeignFile } from '../read-foreign-file.ts';
import { geminiCli } from './gemini-cli.ts';

const read = (value: unknown) =>
  readForeignFile(JSON.stringify(value), { file: 'settings.json', dialect: geminiCli }).servers;

describe('geminiCli', () => {
  it.each([
    [{ allowed: ['a'] }, [undefined, false]],
    [{ excluded: ['a'] }, [false, undefined]],
    [{ allowed: 'a' }, [undefined, false]],
    [{ excluded: 'a' }, [false, undefined]],
    [{ allowed: [] }, [false, false]],
    [{ allowed: ['a', 'b'], excluded: ['b'] }, [undefined, false]],
  ])('switches off what %j keeps from starting', (mcp, enabled) => {
    const servers = read({ mcp, mcpServers: { a: { command: 'a' }, b: { command: 'b' } } });
    expect(servers.map(({ entry }) => entry?.['enabled'])).toEqual(enabled);
  });

  it('of two addresses takes the one that Gemini CLI takes', () => {
    const address = { url: 'https://old.example/sse', httpUrl: 'https://new.example/mcp' };
    expect(read({ mcpServers: { a: address } })[0]?.entry).toEqual({ url: 'https://new.example/mcp' });
  });

  it.each([
    [1500, 1.5, 0],
    ['1500', 1.5, 0],
    [' ', undefined, 1],
    ['${TIMEOUT}', undefined, 1],
  ])('takes %j for milliseconds where it is a number, and tells of it otherwise', (timeout, limit, remarks) => {
    const [server] = read({ mcpServers: { a: { command: 'a', timeout } } });
    expect([server?.entry?.['call_timeout'], server?.remarks.length]).toEqual([limit, remarks]);
  });

  it('follows GEMINI_CLI_HOME', () => {
    const places = { platform: 'linux', userFolder: '/home/me', cwd: '/shop', environment: {} } as const;
    expect(geminiCli.files?.(places)).toEqual({
      user: ['/home/me/.gemini/settings.json'],
      project: ['/shop/.gemini/settings.json'],
    });
    expect(geminiCli.files?.({ ...places, environment: { GEMINI_CLI_HOME: '/srv' } }).user).toEqual([
      '/srv/.gemini/settings.json',
    ]);
  });
});
