import type { ServerContext } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type AskingLab, fakePeer, openAskingLab } from '../../../test/fixtures/asking-server/asking-lab.ts';
import { askingServer } from '../../../test/fixtures/asking-server/asking-server-config.ts';
import type { JsonObject } from '../../base/json.ts';
import { type LoopbackServer, startLoopbackServer } from '../../testing/loopback-server.ts';

const labs: AskingLab[] = [];
const servers: LoopbackServer[] = [];
afterEach(async () => {
  await Promise.all(labs.splice(0).map((lab) => lab.close()));
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** A server over HTTP whose tool `ask` asks its client, and a way to call it as a client does. */
async function open() {
  const server = await startLoopbackServer({ call });
  servers.push(server);
  const endpoint = { kind: 'http', url: server.url, headers: { 'X-Team': 'blue' } } as const;
  const lab = openAskingLab(() => askingServer({}, { endpoint }));
  labs.push(lab);
  return { server, lab };
}

async function call(name: string, args: JsonObject, { mcpReq }: ServerContext): Promise<JsonObject> {
  if (name !== 'ask') return { content: [{ type: 'text', text: '"done"' }] };
  const params = { message: String(args.question), requestedSchema: { type: 'object' as const, properties: {} } };
  const { content } = await mcpReq.send({ method: 'elicitation/create', params });
  return { content: [{ type: 'text', text: JSON.stringify(content) }] };
}

const handshakes = ({ requests }: LoopbackServer) =>
  requests.filter(({ body }) => body.includes('"initialize"')).map(({ body }) => JSON.parse(body).params.capabilities);
const calls = ({ requests }: LoopbackServer) => requests.filter(({ body }) => body.includes('"tools/call"'));

describe('a connection of its own over HTTP', () => {
  it('declares what the client did, and brings each its own questions', async () => {
    const { server, lab } = await open();
    const [a, b] = ['a', 'b'].map((name) => lab.join(fakePeer(name)));
    const asked = await Promise.all([
      lab.said('a', 'ask', { question: 'a?' }, { callId: 'c1' }),
      lab.said('b', 'ask', { question: 'b?' }, { callId: 'c2' }),
    ]);
    expect(asked).toEqual([{ answer: 'a' }, { answer: 'b' }]);
    expect(a?.asked).toMatchObject([{ params: { message: 'a?' }, callId: 'c1' }]);
    expect(b?.asked).toMatchObject([{ params: { message: 'b?' }, callId: 'c2' }]);
    expect(handshakes(server)).toEqual([{ elicitation: {} }, { elicitation: {} }]);
    expect(server.requests.every(({ headers }) => headers.get('x-team') === 'blue')).toBe(true);
  });

  it('[TRN-06] is renewed when the server forgot its session, and the calls are sent once more', async () => {
    const { server, lab } = await open();
    lab.join(fakePeer('a'));
    await lab.said('a', 'other');
    server.forgetSessions();
    expect(await Promise.all([lab.said('a', 'other'), lab.said('a', 'ask', { question: '?' })])).toEqual([
      'done',
      { answer: 'a' },
    ]);
    expect(handshakes(server)).toHaveLength(2);
    expect(calls(server)).toHaveLength(5);
  });

  it('is lent to one client only, because a stream may bring a message late', async () => {
    const { server, lab } = await open();
    for (const name of ['a', 'b']) {
      const peer = lab.join(fakePeer(name, { isLasting: false }));
      expect(await lab.said(name, 'ask', { question: `${name}?` })).toEqual({ answer: name });
      peer.go();
    }
    expect(handshakes(server)).toHaveLength(2);
    await vi.waitFor(() => expect(server.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(2));
  });

  it('fails clearly, and the next call opens another, when the server is gone for a while', async () => {
    const { server, lab } = await open();
    lab.join(fakePeer('a'));
    await lab.said('a', 'other');
    await server.close();
    expect(await lab.call('a', 'other')).toMatchObject({ ok: false, error: { code: 'server-unavailable' } });
    expect(await lab.call('a', 'other')).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('opened no connection for this client'), retryable: true },
    });
    servers.push(await startLoopbackServer({ call, port: server.port }));
    await lab.clock.advance(5000);
    expect(await lab.said('a', 'other')).toBe('done');
  });
});
