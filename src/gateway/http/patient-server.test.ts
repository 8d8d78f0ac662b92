import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createPatientServer } from './patient-server.ts';

const PATIENCE = { headersTimeout: 60, requestTimeout: 60, keepAliveTimeout: 1_000, connectionsCheckingInterval: 20 };

/** Answers `GET` with a stream that stays open until `end` is called, and anything else once its body is there. */
async function serve() {
  let end = () => {};
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('listening'));
      end = () => controller.close();
    },
  });
  const server = createPatientServer(
    async (request) => (request.method === 'GET' ? new Response(stream) : new Response(await request.text())),
    PATIENCE,
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { port: (server.address() as AddressInfo).port, end: () => end() };
}

it.each([
  ['headers', 'POST / HTTP/1.1\r\nhost: localhost\r\nx-slow'],
  ['body', 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99\r\n\r\nslow'],
])(
  'a client that does not come to the end of its %s loses the connection; one that listens keeps it',
  async (_, text) => {
    const { port, end } = await serve();
    const listening = await fetch(`http://127.0.0.1:${port}/`);
    const socket = connect(port, '127.0.0.1');
    socket.write(text);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 408 /);
    await once(socket, 'close');
    end();
    expect(await listening.text()).toBe('listening');
  },
);
