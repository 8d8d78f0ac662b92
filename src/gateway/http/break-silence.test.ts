import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { breakSilence } from './break-silence.ts';

function setUp() {
  const clock = createFakeClock();
  let resolve: (answer: Response) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const answer = new Promise<Response>((...settle) => {
    [resolve, reject] = settle;
  });
  return { clock, resolve, reject, outer: breakSilence(answer, clock) };
}
const ANSWER = { jsonrpc: '2.0', id: 1, result: { text: 'two\nlines' } };

describe('an answer that takes long', () => {
  it('is the same when it comes in time', async () => {
    const { clock, resolve, outer } = setUp();
    await clock.advance(14_999);
    const answer = Response.json(ANSWER, { status: 404 });
    resolve(answer);
    expect(await outer).toBe(answer);
  });

  it('comes as an event, after signs of life', async () => {
    const { clock, resolve, outer } = setUp();
    await clock.advance(15_000);
    const { status, headers, body } = await outer;
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    const text = new Response(body).text();
    await clock.advance(15_000);
    resolve(Response.json(ANSWER));
    await clock.advance(60_000);
    expect(await text).toBe(`: keepalive\n\n: keepalive\n\nevent: message\ndata: ${JSON.stringify(ANSWER)}\n\n`);
  });

  it('is passed on as it is when it is a stream itself', async () => {
    const { clock, resolve, outer } = setUp();
    await clock.advance(15_000);
    const text = (await outer).text();
    resolve(new Response('data: {}\n\n', { headers: { 'content-type': 'text/event-stream' } }));
    expect(await text).toBe(': keepalive\n\ndata: {}\n\n');
  });

  it('breaks off where there is none, and leaves nothing behind when its client goes', async () => {
    const first = setUp();
    await first.clock.advance(15_000);
    const text = (await first.outer).text();
    first.reject(new Error('lost'));
    await expect(text).rejects.toThrow('lost');
    const second = setUp();
    await second.clock.advance(15_000);
    await (await second.outer).body?.cancel();
    await second.clock.advance(60_000);
    second.resolve(Response.json(ANSWER));
    await second.clock.advance(0);
  });
});
