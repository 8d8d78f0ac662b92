import type { Clock } from '../../base/clock.ts';

/** Proxies give up on what says nothing after a minute, and Node's own client after five. */
const SILENCE_MS = 15_000;
const SIGN_OF_LIFE = ': keepalive\n\n';

/**
 * The same answer where it comes within 15 s. Else a stream of events, with a comment each 15 s until the answer is there,
 * and then with all that is in it.
 */
export async function breakSilence(answer: Promise<Response>, clock: Clock): Promise<Response> {
  let cancel = () => {};
  const silence = new Promise<undefined>((resolve) => {
    cancel = clock.schedule(SILENCE_MS, () => resolve(undefined));
  });
  const quick = await Promise.race([answer, silence]).finally(() => cancel());
  if (quick !== undefined) return quick;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  // A client that has left is no fault here; its request is aborted besides.
  void passOn(answer, writable, clock).catch(() => {});
  return new Response(readable, {
    headers: {
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    },
  });
}

async function passOn(answer: Promise<Response>, to: WritableStream<Uint8Array>, clock: Clock): Promise<void> {
  const writer = to.getWriter();
  const write = (text: string) => writer.write(new TextEncoder().encode(text));
  let cancel = () => {};
  const say = () => {
    cancel = clock.schedule(SILENCE_MS, say);
    write(SIGN_OF_LIFE).catch(() => cancel());
  };
  say();
  try {
    const response = await answer.finally(() => cancel());
    if (response.headers.get('content-type') === 'text/event-stream') {
      writer.releaseLock();
      return await (response.body as ReadableStream<Uint8Array>).pipeTo(to);
    }
    await write(`event: message\ndata: ${await response.text()}\n\n`);
    await writer.close();
  } catch (error) {
    await writer.abort(error);
  }
}
