import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { CommandContext } from '../program/command.ts';
import { askWhether, askWhich } from './ask.ts';

const CHOICES = ['a', 'b'].map((value) => ({ value, label: value, hint: '' }));

/** Somebody at a terminal who presses keys when asked. */
function userPressing(...keys: readonly string[]): Pick<CommandContext, 'host'> {
  const [stdin, stderr] = [new PassThrough(), new PassThrough().resume()];
  stderr.once('data', async () => {
    for (const key of keys) {
      await setImmediate();
      stdin.write(key);
    }
  });
  const host = { stdin, stdout: new PassThrough(), stderr, signal: new AbortController().signal };
  return { host: { ...host, environment: {}, cwd: '/', script: undefined, endsWhenStopped: () => {} } };
}

describe('askWhether', () => {
  it.each([
    ['Enter', '\r', true],
    ['y', 'y', true],
    ['n', 'n', false],
    ['Ctrl-C', '\u0003', false],
    ['Ctrl-D', '\u0004', false],
  ])('takes %s', async (_name, key, expected) => {
    expect(await askWhether(userPressing(key), 'Do it?')).toBe(expected);
  });
});

describe('askWhich', () => {
  it.each([
    ['Enter', ['\r'], ['a', 'b']],
    ['Space and Enter', [' ', '\r'], ['b']],
    ['Ctrl-C', ['\u0003'], undefined],
    ['Ctrl-D', ['\u0004'], undefined],
  ])('takes %s', async (_name, keys, expected) => {
    expect(await askWhich(userPressing(...keys), 'Which?', CHOICES)).toEqual(expected);
  });
});
