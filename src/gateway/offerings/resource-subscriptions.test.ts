import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import type { Upstream } from '../../mcp/upstream/upstream.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import type { Viewer } from './granted.ts';
import { createResourceSubscriptions } from './resource-subscriptions.ts';

/** A server with one resource, that tells of changes when it is asked to. */
function createServer(label: string, isThere = true) {
  const listeners = new Set<(params: JsonObject) => void>();
  const upstream = {
    label,
    toolset: `mcp-${label}`,
    capabilities: { resources: {} },
    list: async (kind: string) => (kind === 'resources' && isThere ? [{ uri: 'x://1' }] : []),
    mayReach: () => isThere,
    hasShown: () => false,
    watchResource: async (_uri: string, listener: (params: JsonObject) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as Upstream;
  return { upstream, listeners, touch: () => listeners.forEach((listener) => void listener({ uri: 'x://1' })) };
}

function setUp() {
  const servers = [createServer('a')];
  const changed = new Set<() => void>();
  const heard: string[] = [];
  const denied = new Set<string>();
  const subscribe = (listener: () => void) => {
    changed.add(listener);
    return () => changed.delete(listener);
  };
  const parts = {
    registry: { grants: (_scope: unknown, toolset: string) => !denied.has(toolset), subscribe },
    onReload: subscribe,
    upstreams: { all: () => servers.map(({ upstream }) => upstream) },
    clock: createFakeClock(),
  };
  const viewer = { parts, session: () => ({ scope: { sessionId: 's', surface: 'mcp' } }) } as unknown as Viewer;
  const subscriptions = createResourceSubscriptions(viewer, ({ uri }) => heard.push(uri));
  const change = async () => {
    for (const listener of changed) listener();
    await new Promise(setImmediate);
  };
  const replace = (label: string, isThere?: boolean) => {
    servers[0] = createServer(label, isThere);
    return change();
  };
  return { servers, changed, denied, heard, subscriptions, change, replace };
}

describe('subscriptions to resources', () => {
  it('are one with the server, and end with the last that wants to hear', async () => {
    const { servers, subscriptions, heard, changed } = setUp();
    const ends = await Promise.all([subscriptions.add('x://1'), subscriptions.add('x://1')]);
    expect(servers[0]?.listeners.size).toBe(1);
    servers[0]?.touch();
    expect(heard).toEqual(['x://1']);
    ends[0]?.();
    ends[0]?.();
    expect(servers[0]?.listeners.size).toBe(1);
    ends[1]?.();
    await new Promise(setImmediate);
    expect([servers[0]?.listeners.size, changed.size]).toEqual([0, 0]);
  });

  it('go on with the server that another configuration puts in the place of theirs', async () => {
    const { servers, subscriptions, heard, replace } = setUp();
    const [first] = servers;
    const end = await subscriptions.add('x://1');
    await replace('a');
    await replace('a');
    expect([first?.listeners.size, servers[0]?.listeners.size]).toEqual([0, 1]);
    servers[0]?.touch();
    expect(heard).toEqual(['x://1']);
    end();
    await new Promise(setImmediate);
    expect(servers[0]?.listeners.size).toBe(0);
  });

  it('wait for a server that is away, or not there yet, and go on when it has come', async () => {
    const { servers, subscriptions, heard, replace } = setUp();
    const end = await subscriptions.add('x://1');
    await replace('a', false);
    await expect(subscriptions.add('x://1')).rejects.toThrow('no resource');
    await replace('a');
    servers[0]?.touch();
    expect(heard).toEqual(['x://1']);
    await replace('a', false);
    end();
    await replace('a');
    expect(servers[0]?.listeners.size).toBe(0);
  });

  it('rest while their server is not granted', async () => {
    const { servers, subscriptions, heard, denied, change } = setUp();
    await subscriptions.add('x://1');
    denied.add('mcp-a');
    await change();
    servers[0]?.touch();
    expect(heard).toEqual([]);
    denied.clear();
    await change();
    servers[0]?.touch();
    expect(heard).toEqual(['x://1']);
  });

  it('that can not be had leave nothing behind', async () => {
    const { servers, subscriptions, changed, denied, change } = setUp();
    denied.add('mcp-a');
    const added = Promise.allSettled([subscriptions.add('x://1'), subscriptions.add('x://1')]);
    await change();
    expect((await added).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    denied.clear();
    await change();
    expect([servers[0]?.listeners.size, changed.size]).toEqual([0, 0]);
  });

  it('end with their client, also those that were just being made', async () => {
    const { servers, subscriptions, changed } = setUp();
    const made = subscriptions.add('x://1');
    subscriptions.close();
    await made.catch(() => {});
    await new Promise(setImmediate);
    expect([servers[0]?.listeners.size, changed.size]).toEqual([0, 0]);
  });
});
