import { writeFileSync } from 'node:fs';
import { fc } from '@fast-check/vitest';
import { ProtocolError } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type AskingLab,
  fakePeer,
  isAlive,
  openAskingLab,
  type Reached,
} from '../../../test/fixtures/asking-server/asking-lab.ts';
import { type AskingBehaviour, askingServer } from '../../../test/fixtures/asking-server/asking-server-config.ts';
import type { JsonObject } from '../../base/json.ts';
import type { ServerConfig } from '../config.ts';
import { unavailable } from '../tools/call-error.ts';
import type { ClientConnectionsOptions } from './client-connections.ts';

// Real programs, on a machine that may be busy.
vi.setConfig({ testTimeout: 20_000 });

const labs: AskingLab[] = [];
afterEach(async () => {
  await Promise.all(labs.splice(0).map((lab) => lab.close()));
});

function open(
  behaviour: AskingBehaviour = {},
  changes: Partial<ServerConfig> = {},
  options: Partial<ClientConnectionsOptions> = {},
): AskingLab {
  const lab = openAskingLab((file) => askingServer({ log: file('log'), ...behaviour }, changes), options);
  labs.push(lab);
  return lab;
}

const state = async (lab: AskingLab, sessionId: string) =>
  (await lab.said(sessionId, 'state')) as JsonObject & { readonly pid: number };
const untilDead = (pid: number) => vi.waitFor(() => expect(isAlive(pid)).toBe(false), 5000);
const messages = (reached: readonly Reached[]) => reached.map(({ params }) => params.message);

describe('who gets a connection of its own', () => {
  it('is a client that declares something, which the server sees exactly as it was declared', async () => {
    const lab = open();
    const capabilities = { elicitation: { form: {}, url: {} }, roots: { listChanged: true } };
    lab.join(fakePeer('a', { capabilities }));
    lab.join(fakePeer('b', { capabilities: { sampling: { tools: {} } } }));
    expect(await state(lab, 'a')).toMatchObject({ declared: capabilities });
    expect((await state(lab, 'b')).declared).toEqual({ sampling: { tools: {} } });
    expect(lab.noted('started')).toHaveLength(2);
  });

  it('is a client that wants logs', async () => {
    const lab = open();
    const peer = lab.join(fakePeer('a', { capabilities: {}, wantsLogs: true, logLevel: 'debug' }));
    expect(await state(lab, 'a')).toMatchObject({ declared: {}, level: 'debug' });
    const running = lab.call('a', 'slow');
    await vi.waitFor(() => expect(lab.noted('call').filter(({ call }) => call === 'slow')).toHaveLength(1));
    // At once, not with its next request.
    peer.tell('logging/setLevel', { level: 'error' });
    await vi.waitFor(() => expect(lab.noted('level').map(({ level }) => level)).toEqual(['debug', 'error']));
    expect(await state(lab, 'a')).toMatchObject({ level: 'error' });
    await lab.call('a', 'release');
    expect(await running).toMatchObject({ ok: true });
  });

  it('is each set of capabilities of a client that declares another with its next request', async () => {
    const lab = open();
    let capabilities: JsonObject = { elicitation: {} };
    const peer = fakePeer('a');
    lab.join(Object.defineProperty(peer, 'capabilities', { get: () => capabilities }));
    const first = await state(lab, 'a');
    capabilities = { sampling: {} };
    expect((await state(lab, 'a')).declared).toEqual({ sampling: {} });
    capabilities = { elicitation: {} };
    expect((await state(lab, 'a')).pid).toBe(first.pid);
    peer.go();
    await Promise.all(lab.noted('started').map(({ pid }) => untilDead(pid)));
    expect(lab.noted('started')).toHaveLength(2);
  });

  it('is not a client that declares nothing, or that nobody knows', async () => {
    const lab = open();
    lab.join(fakePeer('a', { capabilities: {} }));
    expect(await lab.said('a', 'state')).toBe('shared');
    expect(await lab.said('unknown', 'state')).toBe('shared');
    expect(lab.noted('started')).toEqual([]);
  });

  it('keeps it from call to call, and has it opened once however many calls come first', async () => {
    const lab = open();
    lab.join(fakePeer('a'));
    const pids = await Promise.all([1, 2, 3].map(async () => (await state(lab, 'a')).pid));
    expect(new Set([...pids, (await state(lab, 'a')).pid]).size).toBe(1);
    expect(lab.noted('started')).toHaveLength(1);
  });
});

describe('what a server asks', () => {
  it('reaches the client behind the call, with the id of the newest call, and the answer comes back as it is', async () => {
    const lab = open();
    const answer = { action: 'accept', content: { answer: 'yes' }, _meta: { 'example.org/k': 1 }, futureField: [1] };
    const peer = lab.join(fakePeer('a', { answer: () => answer }));
    const older = lab.call('a', 'slow', {}, { callId: 'older' });
    expect(await lab.said('a', 'ask', { question: 'sure?' }, { callId: 'newer' })).toEqual({ result: answer });
    expect(peer.asked).toMatchObject([{ method: 'elicitation/create', params: { message: 'sure?' }, callId: 'newer' }]);
    await lab.call('a', 'release');
    expect(await older).toMatchObject({ ok: true });
  });

  it('may be for a sample or for roots', async () => {
    const lab = open();
    const capabilities = { sampling: {}, roots: {} };
    const answers: Record<string, JsonObject> = {
      'sampling/createMessage': { role: 'assistant', model: 'm', content: { type: 'text', text: 'hi' } },
      'roots/list': { roots: [{ uri: 'file:///a' }] },
    };
    lab.join(fakePeer('a', { capabilities, answer: ({ method }) => answers[method] ?? {} }));
    expect(await lab.said('a', 'sample', { prompt: 'x' })).toEqual({ result: answers['sampling/createMessage'] });
    expect(await lab.said('a', 'roots')).toEqual({ result: answers['roots/list'] });
  });

  it('gets the error that the client answers, and no other words when the client breaks', async () => {
    const lab = open();
    const errors: Error[] = [new ProtocolError(-1, 'user rejected', { why: 'tired' }), new Error('at /home/me/x.ts:1')];
    const answer = () => Promise.reject(errors.shift());
    lab.join(fakePeer('a', { answer }));
    expect(await lab.said('a', 'ask')).toEqual({
      error: { code: -1, message: 'user rejected', data: { why: 'tired' } },
    });
    expect(await lab.said('a', 'ask')).toEqual({ error: { code: -32603, message: 'the client gave no answer' } });
  });

  it.each<[string, JsonObject, number]>([
    ['roots/list', {}, -32601],
    ['sampling/createMessage', { messages: [] }, -32601],
    ['elicitation/create', { mode: 'url', url: 'https://x.test', elicitationId: '1', message: 'x' }, -32602],
    ['tasks/list', {}, -32601],
  ])('is refused without asking when the client did not declare it: %s', async (method, params, code) => {
    const lab = open();
    const peer = lab.join(fakePeer('a'));
    expect(await lab.said('a', 'demand', { method, params })).toMatchObject({ error: { code } });
    expect(peer.asked).toEqual([]);
  });

  it('may come before any call', async () => {
    const lab = open({ rootsAtStart: true });
    const answer = () => ({ roots: [{ uri: 'file:///a' }] });
    const peer = lab.join(fakePeer('a', { capabilities: { roots: { listChanged: true } }, answer }));
    await lab.call('a', 'echo');
    await vi.waitFor(() => expect(lab.noted('rootsAtStart')).toMatchObject([{ rootsAtStart: { result: answer() } }]));
    expect(peer.asked).toMatchObject([{ method: 'roots/list' }]);
    peer.tell('notifications/roots/list_changed');
    expect(await state(lab, 'a')).toMatchObject({ rootsChanged: 1 });
  });

  it('ends for the client when the server takes it back', async () => {
    const lab = open();
    const peer = lab.join(fakePeer('a', { answer: () => new Promise(() => {}) }));
    expect(await lab.said('a', 'retract')).toBe('retracted');
    await vi.waitFor(() => expect(peer.asked[0]?.signal?.aborted).toBe(true));
  });

  it('is told to the client too: logs and finished questions, with the call they belong to', async () => {
    const lab = open();
    const [a, b] = [lab.join(fakePeer('a')), lab.join(fakePeer('b'))];
    await lab.call('a', 'log', { message: 'for a' }, { callId: 'c1' });
    await lab.call('b', 'log', { message: 'for b' }, { callId: 'c2' });
    await lab.call('b', 'complete', { elicitationId: 'e' }, { callId: 'c3' });
    const message = 'notifications/message';
    expect(a.told).toEqual([{ method: message, params: { level: 'info', data: 'for a' }, callId: 'c1' }]);
    expect(b.told).toEqual([
      { method: message, params: { level: 'info', data: 'for b' }, callId: 'c2' },
      { method: 'notifications/elicitation/complete', params: { elicitationId: 'e' }, callId: 'c3' },
    ]);
  });

  it('reaches nobody but the client whose call caused it, in whatever order calls and answers come', async () => {
    const lab = open();
    const turns = (count: number) =>
      Array.from({ length: count }).reduce<Promise<void>>(
        (before) => before.then(() => new Promise((resolve) => setImmediate(resolve))),
        Promise.resolve(),
      );
    let delays: readonly number[] = [];
    let asked = 0;
    const names = ['a', 'b', 'c'] as const;
    const peers = names.map((name) =>
      lab.join(
        fakePeer(name, {
          async answer({ params }) {
            await turns(delays[asked++ % delays.length] ?? 0);
            return { action: 'accept', content: { answer: `${name} answers ${params.message}` } };
          },
        }),
      ),
    );
    const step = fc.record({ who: fc.constantFrom(...names), log: fc.boolean(), pause: fc.nat(3) });
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 12 }),
      fc.array(fc.nat(5), { minLength: 1, maxLength: 6 }),
      async (steps, chosen) => {
        delays = chosen;
        const seen = peers.map((peer) => [peer.asked.length, peer.told.length] as const);
        const running: Promise<void>[] = [];
        for (const [index, { who, log, pause }] of steps.entries()) {
          const nonce = `${who}-${index}`;
          running.push(
            log
              ? lab.said(who, 'log', { message: nonce }).then((said) => expect(said).toBe('logged'))
              : lab.said(who, 'ask', { question: nonce }).then((said) =>
                  expect(said).toEqual({
                    result: { action: 'accept', content: { answer: `${who} answers ${nonce}` } },
                  }),
                ),
          );
          await turns(pause);
        }
        await Promise.all(running);
        for (const [place, peer] of peers.entries()) {
          const [askedBefore = 0, toldBefore = 0] = seen[place] ?? [];
          const own = (isLog: boolean) =>
            steps.flatMap(({ who, log }, index) =>
              who === peer.sessionId && log === isLog ? [`${who}-${index}`] : [],
            );
          expect(messages(peer.asked.slice(askedBefore)).sort()).toEqual(own(false).sort());
          expect(
            peer.told
              .slice(toldBefore)
              .map(({ params }) => params.data)
              .sort(),
          ).toEqual(own(true).sort());
        }
      },
    );
    await fc.assert(property, { numRuns: 40 });
    expect(lab.noted('started')).toHaveLength(3);
  });
});

describe('a connection of one client', () => {
  it('[PAR-04] gives three calls at once their three results', async () => {
    const lab = open();
    lab.join(fakePeer('a'));
    const results = await Promise.all([1, 2, 3].map((nonce) => lab.said('a', 'together', { count: 3, nonce })));
    expect(results).toEqual([{ nonce: 1 }, { nonce: 2 }, { nonce: 3 }]);
  });

  it('is over with its program when the client has gone, and what ran on it has failed', async () => {
    const lab = open();
    const peer = lab.join(fakePeer('a'));
    const { pid } = await state(lab, 'a');
    const running = lab.call('a', 'slow');
    peer.go();
    expect(await running).toMatchObject({ ok: false, error: { code: 'server-unavailable' } });
    await untilDead(pid);
    expect(await lab.said('a', 'state')).toBe('shared');
  });

  it('is not opened to the end when the client goes meanwhile', async () => {
    const lab = open({ neverReady: true });
    const peer = lab.join(fakePeer('a'));
    const running = lab.call('a', 'echo');
    await vi.waitFor(() => expect(lab.noted('declared')).toHaveLength(1));
    peer.go();
    expect(await running).toMatchObject({ ok: false, error: { code: 'server-unavailable' } });
    await untilDead(lab.noted('started')[0]?.pid ?? 0);
  });

  it('is over after ten minutes without a call, and opened again by the next', async () => {
    const lab = open();
    lab.join(fakePeer('a'));
    const { pid } = await state(lab, 'a');
    await lab.clock.advance(599_000);
    expect((await state(lab, 'a')).pid).toBe(pid);
    await lab.clock.advance(600_000);
    await untilDead(pid);
    expect((await state(lab, 'a')).pid).not.toBe(pid);
  });

  it('is over earlier when the entry says so, but not while a call runs', async () => {
    const lab = open({}, { idleTimeoutMs: 5000 });
    lab.join(fakePeer('a'));
    const { pid } = await state(lab, 'a');
    const running = lab.call('a', 'slow');
    await lab.clock.advance(60_000);
    expect(isAlive(pid)).toBe(true);
    await lab.call('a', 'release');
    expect(await running).toMatchObject({ ok: true });
    await lab.clock.advance(5000);
    await untilDead(pid);
  });

  it('costs nobody else anything when it crashes, and the next call opens another', async () => {
    const lab = open();
    lab.join(fakePeer('a'));
    lab.join(fakePeer('b'));
    const [a, b] = await Promise.all([state(lab, 'a'), state(lab, 'b')]);
    const others = lab.said('b', 'ask', { question: 'still there?' });
    const running = lab.call('a', 'slow');
    expect(await lab.call('a', 'die')).toMatchObject({
      ok: false,
      error: { code: 'server-unavailable', message: 'server asking stopped while it ran the call' },
    });
    expect(await running).toMatchObject({ ok: false, error: { code: 'server-unavailable' } });
    expect(await others).toMatchObject({ result: { content: { answer: 'b' } } });
    expect((await state(lab, 'b')).pid).toBe(b.pid);
    expect((await state(lab, 'a')).pid).not.toBe(a.pid);
  });

  it('that can not be opened is tried again only after a pause, and fails with the reason until then', async () => {
    const lab = openAskingLab((file) =>
      askingServer({ log: file('log'), exitIfDeclared: 'sampling', exitUnless: file('mended') }),
    );
    labs.push(lab);
    lab.join(fakePeer('a', { capabilities: { sampling: {} } }));
    lab.join(fakePeer('b'));
    const failed = {
      ok: false,
      error: {
        code: 'server-unavailable',
        message: 'server asking opened no connection for this client: exited with code 1',
        hint: expect.any(String),
        retryable: true,
      },
    };
    expect(await Promise.all([lab.call('a', 'state'), lab.call('a', 'state')])).toMatchObject([failed, failed]);
    expect(await lab.call('a', 'state')).toMatchObject(failed);
    expect(lab.noted('started')).toHaveLength(1);
    expect(await lab.call('b', 'state')).toMatchObject({ ok: true });
    writeFileSync(lab.file('mended'), '');
    await lab.clock.advance(5000);
    expect(await lab.call('a', 'state')).toMatchObject({ ok: true });
  });

  it('is replaced when its server answers nothing any more', async () => {
    const lab = open();
    lab.join(fakePeer('a'));
    const { pid } = await state(lab, 'a');
    const stop = new AbortController();
    const running = lab.call('a', 'wedge', {}, { signal: stop.signal });
    await vi.waitFor(() => expect(lab.noted('call')).toHaveLength(2));
    stop.abort();
    expect(await running).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    await lab.clock.advance(5000);
    await untilDead(pid);
    expect((await state(lab, 'a')).pid).not.toBe(pid);
  });

  it('is not opened to a server that has been given up or switched off', async () => {
    const refusal = () => unavailable('asking', 'disabled', { remedy: 'set enabled: true for asking' });
    const lab = open({}, {}, { refusal });
    lab.join(fakePeer('a'));
    expect(await lab.call('a', 'state')).toMatchObject({
      ok: false,
      error: { message: 'server asking is not running', hint: 'set enabled: true for asking' },
    });
    expect(lab.noted('started')).toEqual([]);
  });

  it('is over when the server is stopped, whatever runs on it', async () => {
    const lab = open();
    lab.join(fakePeer('a'));
    const { pid } = await state(lab, 'a');
    const running = lab.call('a', 'slow');
    await lab.stop();
    expect(isAlive(pid)).toBe(false);
    expect(await running).toMatchObject({ ok: false, error: { code: 'server-unavailable' } });
    expect(await lab.call('a', 'state')).toMatchObject({ ok: false, error: { code: 'server-unavailable' } });
    expect(lab.noted('started')).toHaveLength(1);
  });

  it('[TRN-30] leaves no process behind, however many clients come and go', async () => {
    const lab = open();
    for (let round = 0; round < 4; round++) {
      const peers = Array.from({ length: 5 }, (_, index) => lab.join(fakePeer(`${round}-${index}`)));
      const states = await Promise.all(peers.map(({ sessionId }) => state(lab, sessionId)));
      for (const peer of peers) peer.go();
      await Promise.all(states.map(({ pid }) => untilDead(pid)));
    }
    const pids = lab.noted('started').map(({ pid }) => pid);
    expect(new Set(pids).size).toBe(20);
    expect(pids.filter(isAlive)).toEqual([]);
  });
});
