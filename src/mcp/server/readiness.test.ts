import { describe, expect, it } from 'vitest';
import { oddServer } from '../../../test/fixtures/odd-server/odd-server-config.ts';
import { waitOf } from '../../base/wait-note.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { createConnection } from '../connection/connection.ts';
import { Readiness } from './readiness.ts';

const { signal } = new AbortController();
const config = oddServer('s', {}, { startTimeoutMs: 1000 });

/** One that is never opened: here it only has to be recognised. */
const connection = createConnection({
  endpoint: { kind: 'http', url: 'http://127.0.0.1:1/', headers: {} },
  client: { name: 'test', version: '1' },
  stdio: {},
  capabilities: {},
  onRequest: async () => ({}),
  onNotification: () => {},
  onOddity: () => {},
});

function create() {
  const clock = createFakeClock();
  const wanted: number[] = [];
  const readiness: Readiness = new Readiness(clock, config, {
    onState: () => {},
    onWanted: () => {
      wanted.push(clock.now());
      if (readiness.isAsleep) readiness.become('restarting');
    },
  });
  return { clock, wanted, readiness };
}

describe('Readiness', () => {
  it('gives the connection at once when there is one', async () => {
    const { readiness } = create();
    readiness.become('ready', {}, connection);
    expect(await readiness.available(signal)).toBe(connection);
  });

  it('waits for a server that starts, through further states on the way', async () => {
    const { readiness, clock } = create();
    const waiting = readiness.available(signal);
    await clock.advance(500);
    readiness.become('starting', { reason: 'exited' });
    await clock.advance(400);
    readiness.become('ready', {}, connection);
    expect(await waiting).toBe(connection);
  });

  it('waits no longer than the start limit, and says what is going on', async () => {
    const { readiness, clock } = create();
    readiness.become('restarting', { reason: 'exited with code 1' });
    const waiting = readiness.available(signal);
    await clock.advance(1000);
    expect(await waiting).toMatchObject({
      code: 'server-unavailable',
      message: 'server s is still restarting: exited with code 1',
      retryable: true,
    });
  });

  it('wakes a server that sleeps, and waits for it', async () => {
    const { readiness, wanted } = create();
    readiness.become('ready');
    expect(readiness.isAsleep).toBe(true);
    const waiting = readiness.available(signal);
    expect(readiness.state).toBe('restarting');
    readiness.become('ready', {}, connection);
    expect(await waiting).toBe(connection);
    expect(readiness.isAsleep).toBe(false);
    await readiness.available(signal);
    expect(wanted).toEqual([0]);
  });

  it('tells whoever cuts a call short what it was waiting for', async () => {
    const { readiness, clock } = create();
    const stop = new AbortController();
    const waiting = readiness.available(stop.signal);
    await clock.advance(1);
    expect(waitOf(stop.signal)).toContain('server s');
    readiness.become('ready', {}, connection);
    await waiting;
    expect(waitOf(stop.signal)).toBeUndefined();
  });

  it('does not wait for a server that has failed, and says whether it is tried again', async () => {
    const { readiness } = create();
    readiness.become('failed', { reason: 'answered HTTP 503', remedy: 'check it', isRetried: true });
    expect(await readiness.available(signal)).toMatchObject({
      code: 'server-unavailable',
      hint: 'check it; it is tried again by itself',
      retryable: true,
    });
  });

  it('does not wait for a server that has given up', async () => {
    const { readiness } = create();
    const waiting = readiness.available(signal);
    readiness.become('failed', { reason: 'no such program', remedy: 'install it' });
    expect(await waiting).toMatchObject({ code: 'server-unavailable', hint: 'install it', retryable: false });
    expect(await readiness.available(signal)).toMatchObject({ code: 'server-unavailable' });
  });

  it('lets go of a call that is cancelled while it waits', async () => {
    const { readiness } = create();
    const stop = new AbortController();
    const waiting = readiness.available(stop.signal);
    stop.abort();
    expect(await waiting).toMatchObject({ code: 'cancelled' });
  });

  it('lets everybody go when it is over', async () => {
    const { readiness } = create();
    const waiting = readiness.available(signal);
    readiness.end();
    expect(readiness.isAsleep).toBe(false);
    expect(await waiting).toMatchObject({ code: 'server-unavailable' });
  });
});
