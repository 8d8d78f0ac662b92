import { describe, expect, it } from 'vitest';
import { textResult } from '../../base/call/tool-result.ts';
import { silentLogger } from '../../base/logger.ts';
import { createSessionFactory } from '../../dispatch/create-session.ts';
import type { Session } from '../../dispatch/session.ts';
import { createRegistry } from '../../registry/registry.ts';
import { fakeTool } from '../../testing/fake-tool.ts';
import { createClientSession } from './client-session.ts';
import type { GatewayParts } from './client-side.ts';

/** A client of a registry with one tool, which runs until it is let go. */
function setUp() {
  const registry = createRegistry();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const execute = async () => {
    await released;
    return textResult('done');
  };
  registry.open({ kind: 'other', label: 'x' }).replace([fakeTool({ name: 'wait', execute })]);
  const factory = createSessionFactory({ registry });
  const open = new Set<Session>();
  let begun = 0;
  const sessions: GatewayParts['sessions'] = {
    createSession(scope, view) {
      begun++;
      const made = factory.createSession(scope, view);
      const session: Session = {
        ...made,
        close() {
          open.delete(session);
          return made.close();
        },
      };
      open.add(session);
      return session;
    },
  };
  let reload = () => {};
  const parts = {
    sessions,
    onReload(listener: () => void) {
      reload = listener;
      return () => {
        reload = () => {};
      };
    },
    scopeFor: ({ sessionId }: { sessionId: string }) => ({ sessionId, surface: 'mcp' }),
    logger: silentLogger,
  } as unknown as GatewayParts;
  const client = createClientSession(parts, { door: 'http', sessionId: 's' }, () => ({}));
  const wait = () => client.session().dispatch([{ id: '1', name: 'wait', arguments: {} }]);
  return { client, open, wait, release, reload: () => reload(), begun: () => begun };
}

describe('the session of a client', () => {
  it('is closed at a reload, and there is never more than one', async () => {
    const { client, open, reload, begun } = setUp();
    for (let count = 0; count < 200; count++) {
      await client.session().expose();
      reload();
      expect(open.size).toBe(0);
    }
    await client.session().expose();
    expect([open.size, begun()]).toEqual([1, 201]);
    client.end();
    expect(open.size).toBe(0);
  });

  it('lasts until its calls have ended when the rules change meanwhile', async () => {
    const { client, open, wait, release, reload } = setUp();
    const calls = [wait(), wait()];
    reload();
    await client.session().expose();
    expect(open.size).toBe(2);
    release();
    expect((await Promise.all(calls)).flat()).toMatchObject([{ status: 'ok' }, { status: 'ok' }]);
    expect(open.size).toBe(1);
  });

  it('ends with the client, and with it calls under former rules', async () => {
    const { client, open, wait, reload } = setUp();
    const call = wait();
    reload();
    client.end();
    expect(await call).toMatchObject([{ result: { ok: false } }]);
    expect(open.size).toBe(0);
    await client.session().expose();
    expect(open.size).toBe(0);
  });
});
