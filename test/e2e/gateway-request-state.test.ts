import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import type { GatewayConfig } from '../../src/gateway/config.ts';
import { createLab, type Lab } from '../fixtures/gateway-lab.ts';
import { sseFrames } from '../fixtures/sse-frames.ts';

const labs: Lab[] = [];

/** Sends requests of 2026-07-28 as they are written. */
async function start(config: Partial<GatewayConfig> = {}) {
  const lab = createLab({ config });
  labs.push(lab);
  const { url } = await lab.gateway.serveHttp();
  let nextId = 1;
  const call = async (
    params: JsonObject,
    { token, signal, meta = {}, onProgress }: Sender = {},
  ): Promise<JsonObject> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': String(params.name),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: nextId++,
        method: 'tools/call',
        params: { ...params, _meta: { ...ENVELOPE, ...meta } },
      }),
      ...(signal && { signal }),
    });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    let last: JsonObject = {};
    for await (const message of isStream ? sseFrames(response) : [await response.json()]) {
      last = message;
      if (last.method === 'notifications/progress') onProgress?.(last.params as JsonObject);
    }
    return (last.result ?? { error: last.error }) as JsonObject;
  };
  return { lab, call };
}

interface Sender {
  readonly token?: string;
  readonly signal?: AbortSignal;
  readonly meta?: JsonObject;
  readonly onProgress?: (params: JsonObject) => void;
}

const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': { elicitation: {}, sampling: {}, roots: {} },
};
const question = (message: string): JsonObject => ({
  method: 'elicitation/create',
  params: { message, requestedSchema: { type: 'object', properties: {} } },
});
const ASK: JsonObject = { name: 'mcp__lab__ask', arguments: question('Which one?') };
const yes = (which: string): JsonObject => ({ action: 'accept', content: { which } });
const answered = (asked: JsonObject, ...answers: JsonObject[]): JsonObject => ({
  inputResponses: Object.fromEntries(
    Object.keys(asked.inputRequests as JsonObject).map((key, index) => [key, answers[index] as Json]),
  ),
  requestState: asked.requestState as string,
});
const jsonOf = (result: JsonObject): Json => JSON.parse(String((result.content as JsonObject[])[0]?.text));
const REFUSED = { error: { code: -32602, data: { reason: 'invalid_request_state' } } };

afterEach(async () => {
  await Promise.all(labs.splice(0).map(({ gateway }) => gateway.close()));
});

describe('a question that is the answer to a request', () => {
  it('is prepared only for a call that asks: one that is nested too deep is refused like any', async () => {
    const { call } = await start();
    const text = JSON.parse(`${'['.repeat(3_000)}${']'.repeat(3_000)}`);
    expect(jsonOf(await call({ name: 'mcp__lab__echo', arguments: { text } }))).toMatchObject({
      code: 'invalid-arguments',
    });
  });

  it('holds the question as the server put it, and the answer comes back as the client gave it', async () => {
    const { call } = await start();
    const asked = await call(ASK);
    expect(asked).toMatchObject({ resultType: 'input_required', requestState: expect.any(String) });
    expect(Object.values(asked.inputRequests as JsonObject)).toEqual([question('Which one?')]);
    const odd = { ...yes('left'), future: [1, null], _meta: { 'example.org/x': 1 } };
    expect(jsonOf(await call({ ...ASK, ...answered(asked, odd) }))).toEqual(odd);
  });

  it('holds all that was asked meanwhile, and asks again what was not answered', async () => {
    const { call } = await start();
    const all = {
      name: 'mcp__lab__ask-all',
      arguments: { questions: [question('one'), question('two'), question('three')] },
    };
    const first = await call(all);
    const keys = Object.keys(first.inputRequests as JsonObject);
    expect(keys.length).toBe(3);
    const some = {
      [keys[0] as string]: yes('1'),
      [keys[1] as string]: { method: 'x', result: {} },
      stranger: yes('0'),
    };
    const again = await call({
      ...all,
      requestState: first.requestState as string,
      inputResponses: JSON.parse(`{"__proto__":${JSON.stringify(yes('p'))},${JSON.stringify(some).slice(1)}`),
    });
    expect(Object.keys(again.inputRequests as JsonObject)).toEqual(keys.slice(1));
    const last = await call({ ...all, ...answered(again, yes('2'), yes('3')) });
    expect(Object.values(last.inputRequests as JsonObject)).toEqual([question('three')]);
    expect(jsonOf(await call({ ...all, ...answered(last, yes('4')) }))).toEqual(['1', '2', '3', '4'].map(yes));
  });

  it('goes no further without answers, and is asked for again', async () => {
    const { call } = await start();
    const asked = await call(ASK);
    const again = await call({ ...ASK, requestState: asked.requestState as string });
    expect(again.inputRequests).toEqual(asked.inputRequests);
    expect(again.requestState).not.toBe(asked.requestState);
    expect(jsonOf(await call({ ...ASK, ...answered(again, yes('left')) }))).toEqual(yes('left'));
  });
});

describe('requestState', () => {
  it('is refused when it is forged, without harm to the call', async () => {
    const { call } = await start();
    const asked = await call(ASK);
    const [id, signature] = (asked.requestState as string).split('.') as [string, string];
    const other = await call(ASK);
    const forged = [
      '',
      'x',
      id,
      `${id}.`,
      `${id}.AAAA`,
      `other.${signature}`,
      `${(other.requestState as string).split('.')[0]}.${signature}`,
    ];
    for (const requestState of forged) {
      expect(await call({ ...ASK, ...answered(asked, yes('forged')), requestState })).toMatchObject(REFUSED);
    }
    expect(await call({ ...ASK, requestState: 7 })).toMatchObject(REFUSED);
    expect(jsonOf(await call({ ...ASK, ...answered(asked, yes('left')) }))).toEqual(yes('left'));
    expect(jsonOf(await call({ ...ASK, ...answered(other, yes('right')) }))).toEqual(yes('right'));
  });

  it('is good for one time', async () => {
    const { call } = await start();
    const asked = await call(ASK);
    expect(jsonOf(await call({ ...ASK, ...answered(asked, yes('left')) }))).toEqual(yes('left'));
    expect(await call({ ...ASK, ...answered(asked, yes('right')) })).toMatchObject({
      error: { code: -32602, message: expect.stringContaining('used already') },
    });
  });

  it('is good for the request that it was given for, and for no other', async () => {
    const { call } = await start();
    const asked = await call(ASK);
    const others = [
      { ...ASK, arguments: question('Another one?') },
      { ...ASK, name: 'mcp__lab__ask-briefly' },
    ];
    for (const other of others)
      expect(await call({ ...other, ...answered(asked, yes('left')) })).toMatchObject(REFUSED);
    expect(jsonOf(await call({ ...ASK, ...answered(asked, yes('left')) }))).toEqual(yes('left'));
  });

  it('is good for the client that it was given to, and for no other', async () => {
    const { call } = await start({ tokens: ['mine', 'yours'] });
    const asked = await call(ASK, { token: 'mine' });
    const resumed = { ...ASK, ...answered(asked, yes('left')) };
    expect(await call(resumed, { token: 'yours' })).toMatchObject(REFUSED);
    expect(jsonOf(await call(resumed, { token: 'mine' }))).toEqual(yes('left'));
  });

  it('is good for the process that gave it', async () => {
    const [one, other] = [await start(), await start()];
    const asked = await one.call(ASK);
    expect(await other.call({ ...ASK, ...answered(asked, yes('left')) })).toMatchObject(REFUSED);
  });

  it('still leads to the result when the call has ended meanwhile', async () => {
    const { lab, call } = await start();
    const brief = { ...ASK, name: 'mcp__lab__ask-briefly' };
    const asked = await call(brief);
    await vi.waitFor(() => expect(lab.aborted).toEqual(['Which one?']));
    expect(jsonOf(await call({ ...brief, ...answered(asked, yes('late')) }))).toMatchObject({ code: 'timeout' });
  });
});

describe('a call whose client is away', () => {
  it('goes on for the request that comes back, under its progress token, and ends when that is given up', async () => {
    const { lab, call } = await start();
    const work = { ...ASK, name: 'mcp__lab__ask-then-work' };
    const progress: JsonObject[] = [];
    const onProgress = (params: JsonObject) => progress.push(params);
    const asked = await call(work, { meta: { progressToken: 'first' }, onProgress });
    const leaving = new AbortController();
    const back = call(
      { ...work, ...answered(asked, yes('left')) },
      {
        meta: { progressToken: 2 },
        signal: leaving.signal,
        onProgress: (params) => {
          onProgress(params);
          leaving.abort();
        },
      },
    );
    await expect(back).rejects.toThrow();
    await vi.waitFor(() => expect(lab.aborted).toEqual(['work']));
    expect(progress).toEqual([
      { progressToken: 'first', progress: 0 },
      { progressToken: 2, progress: 1, message: 'on it' },
    ]);
  });

  it('is ended when the gateway is', async () => {
    const { lab, call } = await start();
    await call(ASK);
    await lab.gateway.close();
    expect(lab.aborted).toEqual(['Which one?']);
  });
});
