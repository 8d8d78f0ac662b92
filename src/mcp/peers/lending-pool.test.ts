import { writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type AskingLab,
  type FakePeerOptions,
  fakePeer,
  isAlive,
  openAskingLab,
} from '../../../test/fixtures/asking-server/asking-lab.ts';
import { type AskingBehaviour, askingServer } from '../../../test/fixtures/asking-server/asking-server-config.ts';
import type { JsonObject } from '../../base/json.ts';

// Real programs, on a machine that may be busy.
vi.setConfig({ testTimeout: 20_000 });

const labs: AskingLab[] = [];
afterEach(async () => {
  await Promise.all(labs.splice(0).map((lab) => lab.close()));
});

/** A server, and a way for one request of a client whose session that is. */
function open(behaviour: (file: (name: string) => string) => AskingBehaviour = () => ({})) {
  const lab = openAskingLab((file) => askingServer({ log: file('log'), ...behaviour(file) }));
  labs.push(lab);
  let sessions = 0;
  const join = (options: FakePeerOptions = {}, name = `session ${++sessions}`) =>
    lab.join(fakePeer(name, { isLasting: false, ...options }));
  const pid = async (options: FakePeerOptions = {}) => {
    const peer = join(options);
    const said = (await lab.said(peer.sessionId, 'state')) as JsonObject & { readonly pid: number };
    peer.go();
    return said.pid;
  };
  return { lab, join, pid };
}

const untilDead = (pid: number) => vi.waitFor(() => expect(isAlive(pid)).toBe(false), 5000);

describe('a connection that is lent', () => {
  it('goes on to the next client that declared the same, however it wrote that', async () => {
    const { lab, pid } = open();
    const first = await pid({ capabilities: { elicitation: { form: {}, url: {} }, sampling: {} } });
    expect(await pid({ capabilities: { sampling: {}, elicitation: { url: {}, form: {} } } })).toBe(first);
    expect(lab.noted('declared')).toMatchObject([{ declared: { elicitation: { form: {}, url: {} }, sampling: {} } }]);
  });

  it('does not go to a client that declared anything else', async () => {
    const { pid } = open();
    const pids = [
      await pid({ capabilities: { elicitation: {} } }),
      await pid({ capabilities: { elicitation: { url: {} } } }),
      await pid({ capabilities: { elicitation: {}, sampling: {} } }),
    ];
    expect(new Set(pids).size).toBe(3);
  });

  it('serves one client at a time: the server of each asks that one only', async () => {
    const { lab, join } = open();
    const names = Array.from({ length: 6 }, (_, index) => `client ${index}`);
    const peers = names.map((name) => join({}, name));
    await Promise.all(
      names.map(async (name) => {
        const said = await lab.said(name, 'ask', { question: `of ${name}` }, { callId: `call of ${name}` });
        expect(said).toEqual({ result: { action: 'accept', content: { answer: name } } });
      }),
    );
    for (const { sessionId, asked } of peers) {
      expect(asked).toMatchObject([{ params: { message: `of ${sessionId}` }, callId: `call of ${sessionId}` }]);
    }
    expect(lab.noted('started')).toHaveLength(6);
  });

  it('stays with its client as long as one of its calls runs', async () => {
    const { lab, join, pid } = open();
    const peer = join();
    const slow = lab.call(peer.sessionId, 'slow');
    const own = (await lab.said(peer.sessionId, 'state')) as { pid: number };
    expect(await pid()).not.toBe(own.pid);
    await lab.call(peer.sessionId, 'release');
    expect(await slow).toMatchObject({ ok: true });
  });

  it('tells a client nothing of logs that it does not want', async () => {
    const { lab, join } = open();
    const peer = join();
    await lab.call(peer.sessionId, 'log', { message: 'hello' });
    await lab.call(peer.sessionId, 'complete', { elicitationId: 'e' });
    expect(peer.told).toMatchObject([{ method: 'notifications/elicitation/complete' }]);
  });

  it('asks and tells nobody while it is not lent', async () => {
    const { lab, join } = open((file) => ({ asksWhenExists: file('ask now') }));
    const peer = join();
    await lab.call(peer.sessionId, 'echo');
    writeFileSync(lab.file('ask now'), '');
    await vi.waitFor(() => expect(lab.noted('outOfTheBlue')).toHaveLength(1));
    expect(lab.noted('outOfTheBlue')).toMatchObject([{ outOfTheBlue: { error: { code: -32601 } } }]);
    expect([peer.asked, peer.told]).toEqual([[], []]);
  });

  it('is closed after a minute without use', async () => {
    const { lab, pid } = open();
    const first = await pid();
    await lab.clock.advance(59_000);
    expect(await pid()).toBe(first);
    await lab.clock.advance(60_000);
    await untilDead(first);
    expect(await pid()).not.toBe(first);
  });

  it('goes to nobody else when a call of its client got no answer, or the client left a question open', async () => {
    const { lab, join, pid } = open();
    const stop = new AbortController();
    const cancelled = join();
    const running = lab.call(cancelled.sessionId, 'slow', {}, { signal: stop.signal });
    await vi.waitFor(() => expect(lab.noted('call')).toHaveLength(1));
    stop.abort();
    expect(await running).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    await untilDead(lab.noted('started')[0]?.pid ?? 0);

    const asked = join({ answer: () => new Promise(() => {}) });
    await lab.said(asked.sessionId, 'retract');
    const [, second] = lab.noted('started');
    await untilDead(second?.pid ?? 0);
    await pid();
    expect(lab.noted('started')).toHaveLength(3);
  });

  it('goes to nobody else when the server was given roots, which it may keep', async () => {
    const { pid } = open();
    const capabilities = { roots: {} };
    const first = await pid({ capabilities });
    await untilDead(first);
    expect(await pid({ capabilities })).not.toBe(first);
  });

  it('goes to nobody else when the server was asked for logs, which may come late', async () => {
    const { lab, join, pid } = open();
    const logs = { wantsLogs: true, logLevel: 'debug' };
    const peer = join(logs);
    const { pid: first, level } = (await lab.said(peer.sessionId, 'state')) as { pid: number; level: string };
    expect(level).toBe('debug');
    await untilDead(first);
    expect(await pid(logs)).not.toBe(first);
    expect(await pid()).not.toBe(first);
  });

  it('that crashes fails its own call only', async () => {
    const { lab, join, pid } = open();
    const [a, b] = [join(), join()];
    const slow = lab.call(b.sessionId, 'together', { count: 2, nonce: 1 });
    expect(await lab.call(a.sessionId, 'die')).toMatchObject({ ok: false, error: { code: 'server-unavailable' } });
    expect(await lab.call(b.sessionId, 'together', { count: 2, nonce: 2 })).toMatchObject({ ok: true });
    expect(await slow).toMatchObject({ ok: true });
    expect(isAlive(await pid())).toBe(true);
  });

  it('is one of sixteen: who comes then gets the next that is free, or an error in time', async () => {
    const { lab, join, pid } = open();
    await pid({ capabilities: { sampling: {} } });
    const spare = lab.noted('started')[0]?.pid ?? 0;
    const peers = Array.from({ length: 16 }, () => join());
    const running = peers.map(({ sessionId }) => lab.call(sessionId, 'slow'));
    await vi.waitFor(() => expect(lab.noted('call').filter(({ call }) => call === 'slow')).toHaveLength(16), 10_000);
    await untilDead(spare);

    const tooLate = lab.call(join().sessionId, 'echo');
    await lab.clock.advance(20_000);
    expect(await tooLate).toMatchObject({
      ok: false,
      error: { code: 'server-unavailable', message: expect.stringContaining('all 16 connections'), retryable: true },
    });

    const next = lab.call(join().sessionId, 'echo');
    await lab.call(peers[0]?.sessionId ?? '', 'release');
    expect(await next).toMatchObject({ ok: true });
    expect(lab.noted('started')).toHaveLength(17);
    await lab.stop();
    await Promise.all(running);
    expect(lab.noted('started').filter(({ pid: id }) => isAlive(id))).toEqual([]);
  });
});
