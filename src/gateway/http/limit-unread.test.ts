import { describe, expect, it } from 'vitest';
import { limitUnread } from './limit-unread.ts';

/** A response that can be added to, and tells when it was given up. */
function source() {
  let put = (_text: string) => {};
  let end = () => {};
  let giveUp = (_reason: unknown) => {};
  const givenUp = new Promise<unknown>((resolve) => {
    giveUp = resolve;
  });
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      put = (text) => controller.enqueue(new TextEncoder().encode(text));
      end = () => controller.close();
    },
    cancel: giveUp,
  });
  return { response: new Response(body, { status: 201, headers: { 'x-kept': 'yes' } }), put, end, givenUp };
}

describe('limitUnread', () => {
  it('passes everything on to a client that reads, however much and late', async () => {
    const { response, put, end } = source();
    const limited = limitUnread(response, 10);
    put('x'.repeat(1000));
    end();
    expect(limited.status).toBe(201);
    expect(limited.headers.get('x-kept')).toBe('yes');
    expect(await limited.text()).toBe('x'.repeat(1000));
  });

  it('breaks off when more is added than a client reads', async () => {
    const { response, put, givenUp } = source();
    const limited = limitUnread(response, 10);
    for (const text of ['x'.repeat(11), 'y']) put(text);
    expect(await givenUp).toMatchObject({ message: expect.stringContaining('not read') });
    await expect(limited.text()).rejects.toThrow('not read');
  });

  it('is given up together with its client', async () => {
    const { response, givenUp } = source();
    await limitUnread(response).body?.cancel('gone');
    expect(await givenUp).toBe('gone');
  });
});
