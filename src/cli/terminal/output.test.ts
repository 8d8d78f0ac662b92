import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createOutput } from './output.ts';

function create(columns?: number) {
  const streams = [new PassThrough(), new PassThrough()].map((stream) =>
    columns === undefined ? stream : Object.assign(stream, { isTTY: true, columns }),
  );
  const [stdout, stderr] = streams as [PassThrough, PassThrough];
  const output = createOutput(stdout, stderr, {});
  return { output, stdout: () => String(stdout.read() ?? ''), stderr: () => String(stderr.read() ?? '') };
}

describe('createOutput', () => {
  it('keeps data and notes apart, each text a line', () => {
    const { output, stdout, stderr } = create();
    output.print('data');
    output.raw('more\n');
    output.json('{"a":1}');
    output.note('a note');
    output.warn('a warning');
    output.error('an error');
    expect(stdout()).toBe('data\nmore\n{"a":1}\n');
    expect(stderr()).toBe('a note\nwarning: a warning\nerror: an error\n');
  });

  it('passes on what others wrote as it is, unless to a terminal', () => {
    const text = 'a\u001b[31m\u202e\u009b';
    const piped = create();
    piped.output.raw(text);
    piped.output.json(JSON.stringify(text));
    expect(piped.stdout()).toBe(`${text}\n${JSON.stringify(text)}\n`);
    const shown = create(80);
    shown.output.raw(text);
    shown.output.json(JSON.stringify(text));
    shown.output.note(text);
    expect(shown.stdout()).toBe('a\\x1b[31m\\u202e\\x9b\n"a\\u001b[31m\\u202e\\u009b"\n');
    expect(shown.stderr()).toBe('a\\x1b[31m\\u202e\\x9b\n');
  });

  it('shows progress as lines of their own where there is no terminal, each once', () => {
    const { output, stderr } = create();
    output.progress.show('one');
    output.progress.show('one');
    output.progress.show('two\u001b[2J');
    output.progress.clear();
    expect(stderr()).toBe('one\ntwo\\x1b[2J\n');
  });

  it('shows progress on one line of a terminal, and takes it away before anything else is written', () => {
    const { output, stdout, stderr } = create(10);
    output.progress.show('a long progress');
    output.print('data');
    output.print('more');
    expect(stderr()).toBe('\r\u001b[2Ka long p…\r\u001b[2K');
    expect(stdout()).toBe('data\nmore\n');
  });
});
