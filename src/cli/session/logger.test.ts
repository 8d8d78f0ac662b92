import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { CommandContext } from '../program/command.ts';
import { createOutput } from '../terminal/output.ts';
import { createLogger } from './logger.ts';

function context(environment: Readonly<Record<string, string>> = {}) {
  const stderr = new PassThrough();
  const stdout = new PassThrough();
  const host = {
    stdin: Readable.from([]),
    stdout,
    stderr,
    environment,
    cwd: '/',
    signal: new AbortController().signal,
    endsWhenStopped: () => {},
  };
  const output = createOutput(stdout, stderr, environment);
  const surroundings: CommandContext = { host, output };
  return { surroundings, said: () => String(stderr.read() ?? '') };
}

describe('createLogger', () => {
  it('writes lines for people, from the wanted level on', () => {
    const { surroundings, said } = context();
    const logger = createLogger(surroundings, false);
    logger.debug('too much');
    logger.info('started', { server: 'a', why: 'two words', count: 2 });
    logger.warn('odd');
    expect(said()).toBe('started server=a why="two words" count=2\nwarning: odd\n');
  });

  it('begins at the level it is made with, unless another is wanted', () => {
    const quiet = context();
    createLogger(quiet.surroundings, false, 'warn').info('call');
    expect(quiet.said()).toBe('');
    const wanted = context({ CALLSLIP_LOG: 'info' });
    createLogger(wanted.surroundings, false, 'warn').info('call');
    expect(wanted.said()).toBe('call\n');
  });

  it('writes one JSON object a line when asked', () => {
    const { surroundings, said } = context({ CALLSLIP_LOG: 'debug' });
    createLogger(surroundings, true).debug('started', { server: 'a' });
    expect(JSON.parse(said())).toEqual({ level: 20, time: expect.any(String), server: 'a', msg: 'started' });
  });

  it('refuses a level that is none', () => {
    const { surroundings } = context({ CALLSLIP_LOG: 'loud' });
    expect(() => createLogger(surroundings, false)).toThrow(
      'CALLSLIP_LOG is "loud"; use one of debug, info, warn, error',
    );
  });
});
