import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import type { Upstream } from '../../mcp/upstream/upstream.ts';
import type { Viewer } from './granted.ts';
import { createResourceSubscriptions } from './resource-subscriptions.ts';

/** A server with one resource, that tells of changes when it is asked to. */
function createServer(label: string) {
  const listeners = new Set<(params: JsonObject) => void>();
  const upstream = {
    label,
    toolset: `mcp-${label}`,
    capabilities: { resources: {} },
    list: async (kind: string) => (kind === 'resources' ? [{ uri: 'x://1' }] : []),
    mayReach: () => true,
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
  const parts = {
    registry: {
      grants: () => true,
      subscribe: (listener: () => void) => {
        changed.add(listener);
        return () => changed.delete(listener);
      },
    },
    upstreams: { all: () => servers.map(({ upstream }) => upstream) },
    clock: { now: () => 0, schedule: () => () => {} },
  };
  const viewer = { parts, session: () => ({ scope: { sessionId: 's', surface: 'mcp' } }) } as unknown as Viewer;
  const subscriptions = createResourceSubscriptions(viewer, ({ uri }) => heard.push(uri));
  const replace = async (label: string) => {
    servers[0] = createServer(label);
    for (const listener of changed) listener();
    await new Promise(setImmediate);
  };
  return { servers, changed, heard, subscriptions, replace };
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

  it('end with their client, also those that were just being made', async () => {
    const { servers, subscriptions, changed } = setUp();
    const made = subscriptions.add('x://1');
    subscriptions.close();
    await made.catch(() => {});
    await new Promise(setImmediate);
    expect([servers[0]?.listeners.size, changed.size]).toEqual([0, 0]);
  });
});
