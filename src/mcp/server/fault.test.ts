import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { oddServer } from '../../../test/fixtures/odd-server/odd-server-config.ts';
import { DeadlineError } from '../../base/deadline.ts';
import { crashFault, startFault } from './fault.ts';

const stdio = (changes = {}) =>
  oddServer('s', {}, { endpoint: { kind: 'stdio', command: 'srv', args: [], env: {}, ...changes } });
const http = oddServer('s', {}, { endpoint: { kind: 'http', url: 'https://example.org/mcp', headers: {} } });
const running = { exit: undefined, stderr: '' };
const system = (code: string) => Object.assign(new Error(`spawn ${code}`), { code });
const status = (code: number, text = '') =>
  new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, 'x', { status: code, text });

describe('startFault', () => {
  it('names a program that is not there, and how to help', () => {
    expect(startFault(system('ENOENT'), stdio(), running)).toEqual({
      kind: 'permanent',
      reason: 'the program srv was not found',
      remedy: expect.stringContaining('full path'),
      isMended: expect.any(Function),
    });
  });

  it('names a folder that is not there', () => {
    expect(startFault(system('ENOENT'), stdio({ cwd: '/no/such/folder' }), running).reason).toContain(
      '/no/such/folder',
    );
  });

  it('names a program that may not be run', () => {
    expect(startFault(system('EACCES'), stdio(), running)).toMatchObject({
      kind: 'permanent',
      reason: expect.stringContaining('srv'),
    });
  });

  it.each([
    ['a program by its path', (file: string) => stdio({ command: file }), 'ENOENT'],
    ['a program that is not executable', (file: string) => stdio({ command: file }), 'EACCES'],
    ['a folder', (file: string) => stdio({ cwd: file }), 'ENOENT'],
  ])('can see that %s is there after all', async (_what, configOf, code) => {
    const folder = await mkdtemp(join(tmpdir(), 'callslip-fault-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'srv');
    const { kind, isMended } = startFault(system(code), configOf(file), running);
    expect(kind).toBe('permanent');
    expect(isMended?.()).toBe(false);
    await writeFile(file, '', { mode: 0o755 });
    expect(isMended?.()).toBe(true);
  });

  it('does not wait for what is there already: a script without its interpreter', () => {
    const fault = startFault(system('ENOENT'), stdio({ command: process.execPath }), running);
    expect(fault).toMatchObject({ kind: 'permanent' });
    expect(fault.isMended).toBeUndefined();
  });

  it('takes a system without room for another process as passing', () => {
    expect(startFault(system('EAGAIN'), stdio(), running)).toMatchObject({ kind: 'passing' });
  });

  it('takes an exit before the handshake for more than one after it, or one that was forced', () => {
    const exited = { exit: { code: 1, signal: null }, stderr: '' };
    const killed = { exit: { code: null, signal: 'SIGKILL' as const }, stderr: '' };
    expect(startFault(new Error(), stdio(), exited).kind).toBe('early');
    expect(startFault(new Error(), stdio(), exited, undefined, true).kind).toBe('passing');
    expect(startFault(new Error(), stdio(), killed).kind).toBe('passing');
  });

  it('gives the exit code and the end of what the program said, in one line', () => {
    const stderr = 'Traceback\n  File "x"\nModuleNotFoundError: No module named\n  "requests"\n';
    const fault = startFault(new Error('closed'), stdio(), { exit: { code: 1, signal: null }, stderr });
    expect(fault.kind).toBe('early');
    expect(fault.reason).toMatch(/^exited with code 1, saying: .*ModuleNotFoundError/);
    expect(fault.reason).not.toContain('\n');
  });

  it('names the signal that ended it', () => {
    expect(startFault(new Error(), stdio(), { exit: { code: null, signal: 'SIGKILL' }, stderr: '' }).reason).toBe(
      'was ended by SIGKILL',
    );
  });

  it('bounds what the program said', () => {
    const { reason } = startFault(new Error(), stdio(), {
      exit: { code: 1, signal: null },
      stderr: `why: ${'x'.repeat(4000)}`,
    });
    expect(reason.length).toBeLessThan(250);
    expect(reason).toContain('saying: why: xxx');
  });

  it('says of a program that ended well that it served nothing', () => {
    const fault = startFault(new Error('closed'), stdio(), { exit: { code: 0, signal: null }, stderr: 'usage: srv' });
    expect(fault.reason).toBe('ended with code 0 instead of serving MCP, saying: usage: srv');
    expect(fault.remedy).toContain('args');
  });

  it('tells where the rest of a command line belongs, without its secret', () => {
    const fault = startFault(system('ENOENT'), stdio({ command: 'srv --token abc' }), running);
    expect(fault.reason).toBe('the program srv --token *** was not found');
    expect(fault.remedy).toContain('args');
  });

  it('takes secrets out of what an HTTP server says before it is cut', () => {
    const said = `${'x'.repeat(195)}hunter2hunter2`;
    const mask = (text: string) => text.replaceAll('hunter2hunter2', '***');
    expect(startFault(status(500, said), http, running, mask).reason).not.toContain('hunter');
  });

  it('names the limit of a server that was silent, and the key that raises it', () => {
    expect(startFault(new DeadlineError(30_000), stdio(), running)).toMatchObject({
      kind: 'passing',
      reason: 'not ready within 30 s',
      remedy: expect.stringContaining('start_timeout'),
    });
    const waits = { exit: undefined, stderr: 'Installing …\nWaiting for the database\n' };
    expect(startFault(new DeadlineError(30_000), stdio(), waits).reason).toBe(
      'not ready within 30 s, saying: Waiting for the database',
    );
  });

  it.each([
    [400, 'passing'],
    [401, 'permanent'],
    [403, 'permanent'],
    [404, 'permanent'],
    [405, 'permanent'],
    [408, 'passing'],
    [410, 'permanent'],
    [429, 'passing'],
    [500, 'passing'],
    [503, 'passing'],
  ])('takes HTTP %i as %s', (code, kind) => {
    expect(startFault(status(code, 'db down'), http, running)).toMatchObject({
      kind,
      reason: `answered HTTP ${code}, saying: db down`,
    });
  });

  it('gives the cause when the server can not be reached', () => {
    const error = new TypeError('fetch failed', {
      cause: new AggregateError([new Error('connect ECONNREFUSED 127.0.0.1:9')]),
    });
    expect(startFault(error, http, running)).toMatchObject({
      kind: 'passing',
      reason: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('takes an address that fetch never goes to as permanent', () => {
    const error = new TypeError('fetch failed', { cause: new Error('bad port') });
    expect(startFault(error, http, running)).toMatchObject({ kind: 'permanent', reason: "can't be reached: bad port" });
  });

  it('takes what follows the handshake as passing: a session that is gone, a list that fails', () => {
    expect(startFault(status(404), http, running, undefined, true)).toMatchObject({ kind: 'passing' });
    expect(startFault(ProtocolError.fromError(-32603, 'boom'), stdio(), running, undefined, true)).toMatchObject({
      kind: 'passing',
      reason: 'its tools could not be listed: boom',
    });
  });

  it.each([
    [new Error("Server's protocol version is not supported: 1999-01-01"), 'permanent'],
    [new SdkError(SdkErrorCode.InvalidResult, 'no result'), 'permanent'],
    [new SdkError(SdkErrorCode.EraNegotiationFailed, 'did not offer pinned protocol version'), 'permanent'],
    [new SdkError(SdkErrorCode.EraNegotiationFailed, 'the connection closed during the probe'), 'passing'],
    [new SdkError(SdkErrorCode.EraNegotiationFailed, 'probe', {}, { cause: new TypeError('fetch failed') }), 'passing'],
    [new SdkError(SdkErrorCode.ConnectionClosed, 'closed'), 'passing'],
    [new Error('Unexpected content type: text/html'), 'passing'],
  ])('takes a handshake that fails with "%s" as %s', (error, kind) => {
    expect(startFault(error, http, running)).toMatchObject({ kind });
  });

  it('takes a refused handshake as permanent', () => {
    expect(startFault(ProtocolError.fromError(-32602, 'bad version'), stdio(), running)).toMatchObject({
      kind: 'permanent',
      reason: 'refused to start: bad version',
    });
  });
});

describe('crashFault', () => {
  it('is passing, with the exit code', () => {
    expect(crashFault({ exit: { code: 3, signal: null }, stderr: '' })).toMatchObject({
      kind: 'passing',
      reason: 'exited with code 3',
    });
    expect(crashFault(running)).toMatchObject({ kind: 'passing', reason: 'the connection was lost' });
  });
});
