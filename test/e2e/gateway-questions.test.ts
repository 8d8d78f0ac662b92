import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Progress } from '../../src/base/call/call-context.ts';
import type { Json, JsonObject } from '../../src/base/json.ts';
import type { GatewayConfig } from '../../src/gateway/config.ts';
import { ASKABLE, type Askable, type AskableOptions, type Door } from '../fixtures/gateway-askable.ts';
import { createLab, type Lab } from '../fixtures/gateway-lab.ts';

const ELICIT = {
  message: 'Which one?',
  requestedSchema: { type: 'object', properties: { which: { type: 'string' } } },
};
const SAMPLE = {
  messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }],
  maxTokens: 10,
  tools: [{ name: 'look', inputSchema: { type: 'object' } }],
  toolChoice: { mode: 'auto' },
};
const SAMPLED = {
  role: 'assistant',
  model: 'm',
  stopReason: 'toolUse',
  content: [{ type: 'tool_use', id: 't1', name: 'look', input: { far: true } }],
};
const ROOTS = { roots: [{ uri: 'file:///home/me', name: 'home' }] };
const ALL: JsonObject = { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: { listChanged: true } };

const labs: Lab[] = [];
const open: Askable[] = [];

async function start(kind: 'stdio' | 'http', config: Partial<GatewayConfig> = {}): Promise<{ lab: Lab; door: Door }> {
  const lab = createLab({ config });
  labs.push(lab);
  if (kind === 'stdio') return { lab, door: { door: 'stdio', gateway: lab.gateway } };
  return { lab, door: { door: 'http', url: (await lab.gateway.serveHttp()).url } };
}

async function connect(name: string, door: Door, options: AskableOptions): Promise<Askable> {
  const client = await (ASKABLE[name] as (typeof ASKABLE)[string])(door, options);
  open.push(client);
  return client;
}

const isModern = (name: string) => name.includes('2026') || name.includes('auto');
const startBeside = async ({ gateway }: Lab): Promise<Door> => ({ door: 'stdio', gateway });

function signalOnce(): { readonly promise: Promise<void>; resolve(): void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const jsonOf = (result: JsonObject): Json => JSON.parse(String((result.content as JsonObject[])[0]?.text));
const ask = (method: string, params: JsonObject): JsonObject => ({ method, params });

afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close().catch(() => {})));
  await Promise.all(labs.splice(0).map(({ gateway }) => gateway.close()));
});

for (const kind of ['stdio', 'http'] as const) {
  describe.each(Object.keys(ASKABLE))(`%s over ${kind}`, (name) => {
    it('is asked, and its answers come back as they are', async () => {
      const { door } = await start(kind);
      const answers: Record<string, JsonObject> = {
        'elicitation/create': { action: 'accept', content: { which: 'left' } },
        'sampling/createMessage': SAMPLED,
        'roots/list': ROOTS,
      };
      const client = await connect(name, door, {
        capabilities: ALL,
        answer: (method) => answers[method] as JsonObject,
      });
      const url = { mode: 'url', message: 'Sign in', url: 'https://example.org/', elicitationId: 'e1' };
      const questions = [ask('sampling/createMessage', SAMPLE), ask('roots/list', {}), ask('elicitation/create', url)];
      const progress: Progress[] = [];
      const result = await client.call(
        'mcp__lab__ask-all',
        { questions: [...questions, ask('elicitation/create', ELICIT)] },
        { onProgress: (step) => progress.push(step) },
      );
      const elicited = { action: 'accept', content: { which: 'left' } };
      expect(jsonOf(result)).toEqual([SAMPLED, ROOTS, elicited, elicited, elicited]);
      expect(client.asked.map(({ method }) => method).sort()).toEqual([
        'elicitation/create',
        'elicitation/create',
        'elicitation/create',
        'roots/list',
        'sampling/createMessage',
      ]);
      expect(client.asked.find(({ method }) => method === 'sampling/createMessage')?.params).toMatchObject(SAMPLE);
      expect(client.asked.at(-1)?.params).toMatchObject(ELICIT);
      expect(progress.at(-1)).toMatchObject({ progress: 2, total: 2 });
    });

    it('is not asked what it has not declared', async () => {
      const { door } = await start(kind);
      const client = await connect(name, door, { capabilities: { elicitation: { url: {} } } });
      const said = await client.call('mcp__lab__ask', ask('sampling/createMessage', SAMPLE));
      expect(jsonOf(said)).toMatchObject({ code: -32601, message: expect.stringContaining('sampling') });
      const form = await client.call('mcp__lab__ask', ask('elicitation/create', ELICIT));
      expect(jsonOf(form)).toMatchObject({ code: -32602, message: expect.stringContaining('elicitation.form') });
      expect(jsonOf(await client.call('mcp__lab__elicit', {}))).toEqual({ action: 'cancel' });
      expect(client.asked).toEqual([]);
    });

    it('answers for its user when a tool of our own asks', async () => {
      const { door } = await start(kind);
      const replies: JsonObject[] = [
        { action: 'accept', content: { yes: true } },
        { action: 'decline' },
        { action: 'odd' },
      ];
      const client = await connect(name, door, {
        capabilities: { elicitation: {} },
        answer: () => replies.shift() as JsonObject,
      });
      expect(jsonOf(await client.call('mcp__lab__elicit', {}))).toEqual({ action: 'accept', content: { yes: true } });
      expect(jsonOf(await client.call('mcp__lab__elicit', {}))).toEqual({ action: 'decline' });
      expect(client.asked[0]?.params).toMatchObject({ message: 'Sure?', requestedSchema: { type: 'object' } });
    });

    it('is not kept waiting by a question that was taken back, and hears of that where its protocol lets it', async () => {
      const { door } = await start(kind);
      const takenBack = signalOnce();
      const client = await connect(name, door, {
        capabilities: ALL,
        // A client of 2026 can't be told while it is away: it learns of it when it comes back.
        answer: (_method, _params, signal) =>
          isModern(name)
            ? new Promise((resolve) => setTimeout(() => resolve({ action: 'cancel' }), 150))
            : new Promise((resolve) => {
                signal.addEventListener('abort', () => {
                  takenBack.resolve();
                  resolve({ action: 'cancel' });
                });
              }),
      });
      const result = await client.call('mcp__lab__ask-briefly', ask('elicitation/create', ELICIT));
      expect(jsonOf(result)).toMatchObject({ code: 'timeout' });
      if (!isModern(name)) await takenBack.promise;
    });

    it('gets log messages, those less severe than it asked for left out', async () => {
      const { door } = await start(kind);
      const client = await connect(name, door, { capabilities: {} });
      const messages = ['debug', 'warning', 'emergency', 'odd'].map((level) => ({
        method: 'notifications/message',
        params: { level, logger: 'lab', data: { of: level } },
      }));
      const tell = async (meta?: JsonObject) => {
        const before = client.told.length;
        const state = jsonOf(await client.call('mcp__lab__tell', { messages }, meta && { meta }));
        return { state, levels: client.told.slice(before).map(({ params }) => params.level) };
      };
      if (isModern(name)) {
        expect((await tell()).levels).toEqual([]);
        const told = await tell({ 'io.modelcontextprotocol/logLevel': 'warning' });
        expect(told.levels.slice(0, 2)).toEqual(['warning', 'emergency']);
        expect(told.state).toMatchObject({ wantsLogs: true, logLevel: 'warning' });
        return;
      }
      expect((await tell()).state).toMatchObject({ wantsLogs: false, logLevel: null, isLasting: true });
      expect(await client.request('logging/setLevel', { level: 'warning' })).toEqual({});
      const { state, levels } = await tell();
      expect(levels.slice(0, 2)).toEqual(['warning', 'emergency']);
      expect(state).toMatchObject({ wantsLogs: true, logLevel: 'warning' });
      await expect(client.request('logging/setLevel', { level: 'loud' })).rejects.toMatchObject({ code: -32602 });
      expect((await tell()).levels.slice(0, 2)).toEqual(['warning', 'emergency']);
    });
  });
}

describe.each(['stdio', 'http'] as const)('a client that has gone over %s', (kind) => {
  it.each(['SDK v1', 'SDK v2, pinned to 2026-07-28'])('ends what was asked of %s, and nothing else', async (name) => {
    const { lab, door } = await start(kind);
    const asked = signalOnce();
    const left = signalOnce();
    const stays = await connect(name, kind === 'http' ? door : await startBeside(lab), {
      capabilities: ALL,
      answer: async () => {
        await left.promise;
        return { action: 'decline' };
      },
    });
    const goes = await connect(name, door, {
      capabilities: ALL,
      answer: () => {
        asked.resolve();
        return new Promise(() => {});
      },
    });
    const kept = stays.call('mcp__lab__ask', ask('elicitation/create', { ...ELICIT, message: 'stays' }));
    void goes.call('mcp__lab__ask', ask('elicitation/create', { ...ELICIT, message: 'goes' })).catch(() => 'lost');
    await asked.promise;
    await goes.close();
    // Over HTTP a client of 2026 has no connection to lose: its call is kept, within its limit.
    if (kind === 'stdio' || !isModern(name)) await vi.waitFor(() => expect(lab.aborted).toEqual(['goes']), 5000);
    left.resolve();
    expect(jsonOf(await kept)).toEqual({ action: 'decline' });
  });
});

describe('many clients at once', () => {
  it('get each their own questions and answers, whatever the order', async () => {
    const { lab, door } = await start('http');
    const names = Object.keys(ASKABLE);
    const total = names.length * 2 * 10;
    let waiting = 0;
    const allAsked = signalOnce();
    const strangers: string[] = [];
    const clients = await Promise.all(
      Array.from({ length: total }, async (_, index) => {
        const own = `client ${index}`;
        const answer = async (_method: string, params: JsonObject): Promise<JsonObject> => {
          if (params.message !== own) strangers.push(`${own} was asked ${params.message}`);
          if (++waiting === total) allAsked.resolve();
          await allAsked.promise;
          // In another order than they were asked in.
          await new Promise((resolve) => setTimeout(resolve, (index * 37) % 50));
          return { action: 'accept', content: { own } };
        };
        const place: Door = index % 2 === 0 ? door : { door: 'stdio', gateway: lab.gateway };
        const name = names[Math.floor(index / 2) % names.length] as string;
        return { own, client: await connect(name, place, { capabilities: ALL, answer }) };
      }),
    );
    const results = await Promise.all(
      clients.map(async ({ own, client }) => {
        const question = ask('elicitation/create', { ...ELICIT, message: own });
        return jsonOf(await client.call('mcp__lab__ask-all', { questions: [question] }));
      }),
    );
    expect(strangers).toEqual([]);
    const accepted = (own: string) => ({ action: 'accept', content: { own } });
    expect(results).toEqual(clients.map(({ own }) => [accepted(own), accepted(own)]));
    for (const { client } of clients) expect(client.asked.length).toBe(2);
  });
});
