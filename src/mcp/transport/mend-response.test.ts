import { describe, expect, it } from 'vitest';
import { mendResponse } from './mend-response.ts';

const LIMIT = 200;

/** A response whose body comes in these pieces. */
function response(type: string, ...pieces: readonly string[]): Response {
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  return mendResponse(new Response(body, { headers: { 'content-type': type } }), LIMIT);
}

const events = (...pieces: readonly string[]) => response('text/event-stream', ...pieces).text();
const answer = (result: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 1, result });

describe('mendResponse', () => {
  it('mends a message wherever the body is cut', async () => {
    expect(await response('application/json', '{"id":1,"res', 'ult":{"x":1}}').json()).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: { x: 1 },
    });
    expect(await events('id: 1\r\nda', 'ta:{"id":1,"result":{"x":1}}\r\n\r\n: ping\n')).toBe(
      `id: 1\ndata: ${answer({ x: 1 })}\n\n: ping\n`,
    );
  });

  it('leaves what is no message as it is', async () => {
    expect(await response('application/json', '[1]').text()).toBe('[1]');
    expect(await events('data: {"jsonrpc":\ndata: "2.0"}\n\n')).toBe('data: {"jsonrpc":\ndata: "2.0"}\n\n');
    expect(await response('text/html', '{"id":1,"result":{}}').text()).toBe('{"id":1,"result":{}}');
    const failed = new Response('{"id":1}', { status: 500 });
    expect(mendResponse(failed)).toBe(failed);
  });

  it('does not hold what is too long', async () => {
    await expect(response('application/json', 'x'.repeat(150), 'x'.repeat(150)).text()).rejects.toThrow('200 bytes');
    await expect(events(...Array.from({ length: 40 }, () => 'data: "abcdef"\n'))).rejects.toThrow('200 bytes');
    const long = `data: ${answer('x'.repeat(300))}\n\n`;
    expect(await events(`${long}data: ${answer({})}\n\n`)).toMatch(/^data: .*longer than 200 bytes.*\n\ndata: .*\n\n$/);
  });
});
