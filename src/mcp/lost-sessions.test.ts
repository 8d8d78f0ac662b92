import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMcpLab, type McpLab } from '../../test/fixtures/mcp-sources.ts';
import { oddServer } from '../../test/fixtures/odd-server/odd-server-config.ts';
import {
  type SessionServer,
  type SessionServerOptions,
  startSessionServer,
} from '../../test/fixtures/session-server.ts';
import type { JsonObject } from '../base/json.ts';
import { fakeCallContext } from '../testing/fake-call-context.ts';

const labs: McpLab[] = [];
const servers: SessionServer[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(labs.splice(0).map((lab) => lab.close()));
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** A server with sessions, and a source for it. */
async function open(options: SessionServerOptions = {}) {
  const server = await startSessionServer(options);
  servers.push(server);
  const lab = createMcpLab();
  labs.push(lab);
  const started = lab.start([oddServer('web', {}, { endpoint: server.endpoint, startTimeoutMs: 5000 })]);
  await started.settled();
  const call = (args: JsonObject, context = fakeCallContext()) => started.call('mcp__web__echo', args, context);
  return { server, call, source: started.sources[0] };
}

const said = (args: JsonObject) => ({ ok: true, content: [{ type: 'text', text: JSON.stringify(args) }] });
const isCall = ({ message }: { readonly message: JsonObject }) => message['method'] === 'tools/call';

describe('a server that lost its session', () => {
  it('[TRN-06] has every call in flight sent once more, whenever each is told of it', async () => {
    let tell = () => {};
    const told = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const { server, call } = await open({
      async intercept({ message }, isKnown) {
        const { arguments: args } = (message['params'] ?? {}) as JsonObject;
        if ((args as JsonObject | undefined)?.['late'] === true && !isKnown) await told;
        return undefined;
      },
    });
    server.forget();
    const late = [1, 2, 3].map((n) => call({ n, late: true }));
    await server.received(3, isCall);
    expect(await call({ n: 0 })).toEqual(said({ n: 0 }));
    tell();
    expect(await Promise.all(late)).toEqual([1, 2, 3].map((n) => said({ n, late: true })));
    expect(server.opened).toBe(2);
  });

  it('[TRN-06] has it renewed by the next call when it was a cancellation that was told', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isFirst = true;
    const { server, call } = await open({
      async intercept(request) {
        if (isCall(request) && isFirst) {
          isFirst = false;
          await released;
        }
        return undefined;
      },
    });
    const stop = new AbortController();
    const stopped = call({}, fakeCallContext({ signal: stop.signal }));
    await server.received(1, isCall);
    server.forget();
    stop.abort(new Error('enough'));
    expect(await stopped).toMatchObject({ error: { code: 'cancelled' } });
    await server.received(1, ({ message }) => message['method'] === 'notifications/cancelled');
    expect(await call({ n: 1 })).toEqual(said({ n: 1 }));
    release();
  });

  it('[TRN-06] has it renewed when it says so by 400, as many do', async () => {
    const { server, call } = await open({
      refuse: () => new Response('Invalid or missing session ID', { status: 400 }),
    });
    server.forget();
    expect(await call({ n: 1 })).toEqual(said({ n: 1 }));
  });

  it('between its handshake and its list is tried again, and is not taken for one at a wrong address', async () => {
    const { server, source } = await open({ intercept: () => new Response('no such session', { status: 404 }) });
    expect(source?.status()).toMatchObject({ state: 'failed', reason: 'forgets its sessions at once' });
    expect(source?.status().tries).toBeGreaterThan(2);
    expect(server.requests.some(({ method }) => method === 'GET')).toBe(false);
  });
});

describe('calls side by side over HTTP', () => {
  it('do not end with one whose answer broke off', async () => {
    // The server's own library says a word about it.
    vi.spyOn(console, 'error').mockImplementation(() => {});
    let isBroken = () => {};
    const broken = new Promise<void>((resolve) => {
      isBroken = resolve;
    });
    const { server, call } = await open({
      async intercept({ message }) {
        const { arguments: args = {} } = (message['params'] ?? {}) as JsonObject;
        if ((args as JsonObject)['slow'] === true) await broken;
        return (args as JsonObject)['breaks'] === true ? brokenOff() : undefined;
      },
    });
    const slow = [1, 2].map((n) => call({ n, slow: true }));
    await server.received(2, isCall);
    expect(await call({ breaks: true })).toMatchObject({ ok: false, error: { code: 'server-unavailable' } });
    // The server still answers, so it is left as it is.
    await server.received(1, ({ message }) => message['method'] === 'ping');
    isBroken();
    expect(await Promise.all(slow)).toEqual([1, 2].map((n) => said({ n, slow: true })));
    expect(server.opened).toBe(1);
  });
});

/** Half an answer, and then no more. */
function brokenOff(): Response {
  const halves = ['{"jsonrpc":', undefined];
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const half = halves.shift();
        if (half === undefined) controller.error(new Error('broken'));
        else controller.enqueue(new TextEncoder().encode(half));
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { 'content-type': 'application/json' } });
}
