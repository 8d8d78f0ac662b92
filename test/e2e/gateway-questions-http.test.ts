import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { createLab, type Lab } from '../fixtures/gateway-lab.ts';
import { sseFrames } from '../fixtures/sse-frames.ts';

const labs: Lab[] = [];
const gone: AbortController[] = [];

/** A client of 2025 over HTTP that speaks raw JSON-RPC. */
async function start(capabilities: JsonObject) {
  const lab = createLab();
  labs.push(lab);
  const { url } = await lab.gateway.serveHttp();
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const post = (message: JsonObject, signal?: AbortSignal) =>
    fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      ...(signal && { signal }),
    });
  const params = { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 'raw', version: '1' } };
  const begun = await post({ id: 'init', method: 'initialize', params });
  headers['mcp-session-id'] = begun.headers.get('mcp-session-id') as string;
  await begun.text();
  await post({ method: 'notifications/initialized' });
  const listen = async () => {
    const leaving = new AbortController();
    gone.push(leaving);
    return sseFrames(await fetch(url, { headers, signal: leaving.signal }));
  };
  const call = async (id: string | number, name: string, args: JsonObject, signal?: AbortSignal) =>
    sseFrames(await post({ id, method: 'tools/call', params: { name, arguments: args } }, signal));
  const peer = lab.peers.find(headers['mcp-session-id']);
  return { lab, post, listen, call, peer };
}

const next = async (stream: AsyncGenerator<JsonObject>) => (await stream.next()).value as JsonObject;
const jsonOf = ({ result }: JsonObject): Json =>
  JSON.parse(String(((result as JsonObject).content as JsonObject[])[0]?.text));
const ELICIT = { method: 'elicitation/create', params: { message: 'Sure?', requestedSchema: { type: 'object' } } };

afterEach(async () => {
  for (const controller of gone.splice(0)) controller.abort();
  await Promise.all(labs.splice(0).map(({ gateway }) => gateway.close()));
});

describe('a client of 2025 over HTTP', () => {
  it('[TRN-14] is asked on the stream of its call, under an id that is not its own', async () => {
    const { call, post } = await start({ elicitation: {} });
    const stream = await call(0, 'mcp__lab__ask', ELICIT);
    const question = await next(stream);
    expect(question).toEqual({ jsonrpc: '2.0', id: expect.stringMatching(/^ask_/u), ...ELICIT });
    // Answers to what nobody asked change nothing.
    for (const id of ['0', 0, 'ask_1']) {
      expect((await post({ id, result: { action: 'accept' } })).status).toBe(202);
    }
    const answer = { action: 'accept', content: {}, future: [{ kept: null }], resultType: 'x' };
    expect((await post({ id: question.id as string, result: answer })).status).toBe(202);
    const result = await next(stream);
    expect(result.id).toBe(0);
    expect(jsonOf(result)).toEqual(answer);
    expect((await post({ id: question.id as string, result: answer })).status).toBe(202);
  });

  it('answers with an error, and the server gets it as it came', async () => {
    const { call, post } = await start({ elicitation: {} });
    const stream = await call('c', 'mcp__lab__ask', ELICIT);
    const { id } = await next(stream);
    await post({ id: id as string, error: { code: -1, message: 'the user was rude', data: { how: 'very' } } });
    expect(jsonOf(await next(stream))).toEqual({ code: -1, message: 'the user was rude', data: { how: 'very' } });
  });

  it('is known by what it declared, with everything in it', async () => {
    const sampling = { tools: {}, future: { kept: [1] } };
    const { call, peer } = await start({ sampling, elicitation: {}, roots: { listChanged: false }, tasks: {} });
    const told = jsonOf(await next(await call(1, 'mcp__lab__tell', { messages: [] })));
    expect(told).toEqual({
      capabilities: { sampling, elicitation: {}, roots: { listChanged: false } },
      wantsLogs: false,
      logLevel: null,
      isLasting: true,
    });
    expect(peer?.capabilities.sampling).toEqual(sampling);
  });

  it('hears on its other stream that a question was taken back when that of the call has ended', async () => {
    const { call, listen } = await start({ elicitation: {} });
    const others = await listen();
    const leaving = new AbortController();
    const stream = await call('c', 'mcp__lab__ask-briefly', ELICIT, leaving.signal);
    const { id } = await next(stream);
    leaving.abort();
    expect(await next(others)).toMatchObject({ method: 'notifications/cancelled', params: { requestId: id } });
  });

  it('hears that a question was taken back when it cancels its call', async () => {
    const { lab, call, post } = await start({ elicitation: {} });
    const stream = await call('c', 'mcp__lab__ask', ELICIT);
    const { id } = await next(stream);
    await post({ method: 'notifications/cancelled', params: { requestId: 'c' } });
    expect(await next(stream)).toMatchObject({ method: 'notifications/cancelled', params: { requestId: id } });
    expect(lab.aborted).toEqual(['Sure?']);
  });

  it('is asked for what belongs to no call on its other stream, and not at all where it has none', async () => {
    const { peer, post, listen } = await start({ roots: {} });
    const { signal } = new AbortController();
    await expect(peer?.request('roots/list', {}, { signal })).rejects.toThrow('no stream');
    const others = await listen();
    const answer = peer?.request('roots/list', {}, { signal });
    const { id, method } = await next(others);
    expect(method).toBe('roots/list');
    await post({ id: id as string, result: { roots: [] } });
    expect(await answer).toEqual({ roots: [] });
  });

  it('is told what servers may tell, and nothing else', async () => {
    const { call } = await start({ elicitation: { url: {} } });
    const messages = [
      { method: 'notifications/tools/list_changed', params: {} },
      { method: 'notifications/elicitation/complete', params: { elicitationId: 'e1', future: 1 } },
      { method: 'notifications/message', params: { level: 'debug', data: { deep: [1] }, future: 1 } },
    ];
    const stream = await call('c', 'mcp__lab__tell', { messages });
    for (const message of messages.slice(1)) expect(await next(stream)).toEqual({ jsonrpc: '2.0', ...message });
    expect(await next(stream)).toHaveProperty('result');
  });

  it('tells servers of its roots and of the log level it wants', async () => {
    const { peer, post } = await start({ roots: { listChanged: true } });
    const heard: JsonObject[] = [];
    const stop = peer?.onNotification((method, params) => heard.push({ method, params }));
    await post({ method: 'notifications/roots/list_changed' });
    await (await post({ id: 1, method: 'logging/setLevel', params: { level: 'error' } })).text();
    stop?.();
    await post({ method: 'notifications/roots/list_changed' });
    expect(heard).toEqual([
      { method: 'notifications/roots/list_changed', params: {} },
      { method: 'logging/setLevel', params: { level: 'error' } },
    ]);
  });

  it('can no longer be asked once it has said goodbye', async () => {
    const { lab, peer, listen } = await start({ roots: {} });
    await listen();
    const answer = peer?.request('roots/list', {}, { signal: new AbortController().signal });
    const lost = expect(answer).rejects.toThrow('gone');
    await lab.gateway.close();
    await lost;
    expect(peer?.gone.aborted).toBe(true);
    expect(lab.peers.find(peer?.sessionId as string)).toBeUndefined();
    await vi.waitFor(async () => {
      await expect(peer?.request('roots/list', {}, { signal: new AbortController().signal })).rejects.toThrow();
    });
  });
});
