import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { unseal } from './sealed-result.ts';
import { Wire } from './wire.ts';

/** A wire over a transport that is a pair of hands. */
function setUp() {
  const sent: JSONRPCMessage[] = [];
  const transport: Transport = {
    start: async () => {},
    send: async (message) => void sent.push(message),
    close: async () => transport.onclose?.(),
  };
  const wire = new Wire(transport);
  const messages: JSONRPCMessage[] = [];
  const oddities: string[] = [];
  wire.onmessage = (message) => messages.push(message);
  wire.onerror = (error) => oddities.push(error.message);
  const receive = async (...received: JSONRPCMessage[]) => {
    for (const message of received) transport.onmessage?.(message);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { wire, transport, sent, messages, oddities, receive };
}

const request = (id: number, params = {}): JSONRPCMessage => ({ jsonrpc: '2.0', id, method: 'tools/call', params });
const result = (id: string | number, value = {}): JSONRPCMessage => ({ jsonrpc: '2.0', id, result: value });
const progress = (progressToken: unknown) =>
  ({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress: 1 } }) as JSONRPCMessage;

describe('a wire', () => {
  it('[PAR-08] drops answers to what was cancelled or never asked, with one word however many there are', async () => {
    const { wire, messages, oddities, receive } = setUp();
    await wire.send(request(1));
    await wire.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    const huge = result(1, { text: 'x'.repeat(1_000_000) });
    await receive(huge, result(7), ...Array.from({ length: 1000 }, () => huge));
    expect(messages).toEqual([]);
    expect(oddities).toHaveLength(1);
    expect(oddities[0]?.length).toBeLessThan(200);
  });

  it('lets nobody wait behind what is for nobody', async () => {
    const { wire, messages, receive } = setUp();
    await wire.send(request(1));
    const changed: JSONRPCMessage = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };
    await receive(...Array.from({ length: 1000 }, () => [changed, result(7)]).flat(), result(1));
    expect(messages).toHaveLength(1001);
  });

  it('takes an answer whose id came back as a text', async () => {
    const { wire, messages, receive } = setUp();
    await wire.send(request(5));
    await receive(result('5'));
    expect(messages).toHaveLength(1);
  });

  it('drops the answer to a request whose sender has let it go', async () => {
    const { wire, messages, receive } = setUp();
    const stop = new AbortController();
    await wire.send(request(1), { requestSignal: stop.signal });
    stop.abort();
    await receive(result(1));
    expect(messages).toEqual([]);
  });

  it('[PAR-14] drops progress of no request, and of one that wants none', async () => {
    const { wire, messages, oddities, receive } = setUp();
    await wire.send(request(1, { _meta: { progressToken: 1 } }));
    await wire.send(request(2));
    await receive(
      progress(1),
      progress('1'),
      progress(2),
      progress(9),
      progress('mine'),
      progress(''),
      progress(null),
      progress(undefined),
    );
    expect(messages).toEqual([progress(1), progress('1')]);
    expect(oddities).toEqual([]);
  });

  it('hands on an answer after the progress that came with it', async () => {
    const { wire, messages, receive } = setUp();
    await wire.send(request(1, { _meta: { progressToken: 1 } }));
    const atAnswer: number[] = [];
    wire.onmessage = (message) => {
      messages.push(message);
      if ('result' in message) atAnswer.push(messages.length);
      // As the SDK does it: a little later.
      else void Promise.resolve().then(() => expect(atAnswer).toEqual([]));
    };
    await receive(progress(1), progress(1), result(1));
    expect(atAnswer).toEqual([3]);
  });

  it('seals results but for the one of the handshake, which it keeps', async () => {
    const { wire, messages, receive } = setUp();
    const greeting = { protocolVersion: '2025-11-25', capabilities: { odd: {} } };
    await wire.send({ jsonrpc: '2.0', id: 0, method: 'initialize', params: {} });
    await wire.send(request(1));
    const odd = { content: [{ type: 'hologram' }], resultType: 'complete' };
    await receive(result(0, greeting), result(1, odd));
    const [first, second] = messages as { result: unknown }[];
    expect(first?.result).toEqual(greeting);
    expect(wire.greeting).toEqual(greeting);
    expect(second?.result).toMatchObject({ content: [], resultType: 'complete' });
    expect(unseal(second?.result)).toBe(odd);
  });

  it('asks on its own, and takes a stray answer for the one to its question', async () => {
    const { wire, messages, receive, sent } = setUp();
    const answered = wire.ask({ jsonrpc: '2.0', id: 'q', method: 'server/discover' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent).toHaveLength(1);
    await receive(result(77, { x: 1 }));
    expect(await answered).toMatchObject({ id: 77 });
    expect(messages).toEqual([]);
  });

  it('ends a question with the transport', async () => {
    const { wire } = setUp();
    const answered = wire.ask({ jsonrpc: '2.0', id: 'q', method: 'server/discover' });
    await new Promise((resolve) => setImmediate(resolve));
    await wire.close();
    await expect(answered).rejects.toThrow('closed');
    await wire.closed;
  });
});
