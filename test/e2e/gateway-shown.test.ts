import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { type Logger, silentLogger } from '../../src/base/logger.ts';
import { createLab } from '../fixtures/gateway-lab.ts';
import { PEERS, type Peer, type Place, stdioPlace } from '../fixtures/gateway-peers.ts';

const CONFIG = { callTools: 'split' } as const;
const CROWD = 80;
const CALLS = ['tool_call_read', 'tool_call_write', 'tool_call_destructive'];
/** A client that is known to cut what is longer than 2,048 characters. */
const CUTTING = { name: 'claude-code', version: '2.1.220' };

/** Of each generation one: a program takes long to start. */
const TWO = ['SDK v1', 'SDK v2, pinned to 2026-07-28'];

const lines: JsonObject[] = [];
const logger: Logger = { ...silentLogger, info: (message, data) => void lines.push({ message, ...data }) };

const DOORS: Readonly<Record<Place['door'], () => Promise<{ place: Place; close(): Promise<void> }>>> = {
  stdio: async () => ({ place: stdioPlace({ config: CONFIG, crowd: CROWD }), close: async () => {} }),
  http: async () => {
    const { gateway } = createLab({ config: CONFIG, crowd: CROWD, logger });
    const { url } = await gateway.serveHttp();
    return { place: { door: 'http', url }, close: gateway.close };
  },
};

const textOf = (result: JsonObject) => ((result.content as JsonObject[])[0] as JsonObject).text as string;
const jsonOf = (result: JsonObject): JsonObject => JSON.parse(textOf(result));
const entry = (name: string, args: JsonObject = {}) => ({ calls: [{ name, arguments: args }] });

for (const [door, openDoor] of Object.entries(DOORS)) {
  describe.each(door === 'http' ? Object.keys(PEERS) : TWO)(`split call tools: %s over ${door}`, (name) => {
    let peer: Peer;
    let closeDoor: () => Promise<void>;
    beforeAll(async () => {
      const { place, close } = await openDoor();
      closeDoor = close;
      peer = await (PEERS[name] as (typeof PEERS)[string])(place, CUTTING);
    });
    afterAll(async () => {
      await peer.close();
      await closeDoor();
    });

    it('shows three, with hints that tell them apart', async () => {
      const tools = await peer.listTools();
      expect(tools.map((tool) => tool.name)).toEqual(['mcp__lab__clock', 'tool_search', 'tool_describe', ...CALLS]);
      expect(tools.slice(3).map((tool) => tool.annotations)).toEqual([
        { readOnlyHint: true },
        { readOnlyHint: false, destructiveHint: false },
        { readOnlyHint: false, destructiveHint: true },
      ]);
    });

    it('[INV-8] moves a listing that the client would cut into the instructions, and stays as it is', async () => {
      const tools = await peer.listTools();
      for (const { description } of tools) expect((description as string).length).toBeLessThanOrEqual(2048);
      expect(tools[1]?.description).toMatch(/This server's instructions list .* crowd \(82\), lab \(\d+\)\./);
      expect(peer.instructions?.length).toBeLessThanOrEqual(2048);
      expect(peer.instructions).toContain('mcp__lab__echo');
      expect(peer.instructions).toContain('crowd (82 tools, names not listed: use tool_search)');
      expect(await peer.listTools()).toEqual(tools);
      expect(peer.listChanges).toBe(0);
    });

    it('tells with every tool what to call it with', async () => {
      const names = ['mcp__crowd__look', 'mcp__crowd__wipe', 'mcp__lab__echo'];
      const { tools } = jsonOf(await peer.call('tool_describe', { names }));
      const callWith = (all: unknown) =>
        Object.fromEntries(
          Object.entries(all as JsonObject).map(([each, tool]) => [each, (tool as JsonObject).call_with]),
        );
      expect(callWith(tools)).toEqual({
        mcp__crowd__look: 'tool_call_read',
        mcp__crowd__wipe: 'tool_call_destructive',
        mcp__lab__echo: 'tool_call_write',
      });
      const found = jsonOf(await peer.call('tool_search', { queries: ['wipes'] }));
      expect(callWith(found.tools)).toEqual({ mcp__crowd__wipe: 'tool_call_destructive' });
    });

    it('runs a tool with what it needs, or more', async () => {
      for (const call of CALLS)
        expect(textOf(await peer.call(call, entry('mcp__crowd__look')))).toBe('mcp__crowd__look');
      expect(textOf(await peer.call('tool_call_write', entry('mcp__lab__echo', { text: 'hello' })))).toBe('hello');
      expect(textOf(await peer.call('mcp__lab__clock', {}))).toBe('noon');
    });

    it.each(['mcp__crowd__wipe', 'crowd__wipe', 'WIPE', 'mcp__mcp__crowd__wipe'])(
      '[INV-3] refuses less than the tool that %s comes to needs',
      async (written) => {
        for (const call of ['tool_call_read', 'tool_call_write']) {
          const refused = await peer.call(call, entry(written));
          expect(refused.isError).toBe(true);
          expect(jsonOf(refused)).toMatchObject({ code: 'wrong-call-tool', call_with: 'tool_call_destructive' });
        }
      },
    );

    it('can not be gone round', async () => {
      for (const called of ['mcp__crowd__wipe', 'wipe']) {
        expect(jsonOf(await peer.call(called, {}))).toMatchObject({ call_with: 'tool_call_destructive' });
      }
      for (const called of ['Tool_Call', 'tool-call', ' tool_call ']) {
        const refused = jsonOf(await peer.call(called, entry('mcp__crowd__wipe')));
        expect(refused).toMatchObject({ code: 'wrong-call-tool', call_with: 'tool_call_destructive' });
      }
      const unknown = jsonOf(await peer.call('tool_call', entry('mcp__crowd__look')));
      expect(unknown.error).toContain(CALLS.join(', '));
      const inner = jsonOf(await peer.call('tool_call_destructive', entry('tool_call')));
      expect(inner).toMatchObject({ code: 'bridge-recursion' });
    });

    it('never speaks of tool_call to a client that has none', async () => {
      const two = [...entry('mcp__crowd__look').calls, ...entry('mcp__lab__echo').calls];
      const refused = jsonOf(await peer.call('tool_call_read', { calls: two }));
      expect(refused).toMatchObject({ code: 'several-calls' });
      expect(refused.error).toContain('separate tool_call_read calls');
      expect(refused.error).not.toMatch(/\btool_call\b/);
    });
  });
}

describe.each(Object.keys(PEERS))('the log: %s', (name) => {
  it('[INV-3] has one line a call, under the real name', async () => {
    const { place, close } = await (DOORS.http as () => Promise<{ place: Place; close(): Promise<void> }>)();
    const peer = await (PEERS[name] as (typeof PEERS)[string])(place);
    lines.length = 0;
    await peer.listTools();
    await peer.call('tool_call_write', entry('ECHO', { text: 'my secret' }));
    await peer.call('mcp__lab__clock', {});
    await peer.call('tool_call_read', entry('wipe'));
    await peer.call('tool_call', entry('mcp__lab__echo'));
    await peer.call('no such\ntool', {});
    await peer.call('tool_call_read', { calls: [] });
    await peer.call('tool_search', { queries: ['echo'] });
    const stop = new AbortController();
    const slow = entry('mcp__lab__slow', { steps: 500 });
    const stopped = peer.call('tool_call_write', slow, { signal: stop.signal, onProgress: () => stop.abort() });
    await expect(stopped).rejects.toThrow();
    await vi.waitFor(() => expect(lines).toHaveLength(8));
    await peer.close();
    await close();
    expect(
      lines.map(({ tool, server, via, outcome, refused_by, code }) => [tool, server, via, outcome, refused_by, code]),
    ).toEqual([
      ['mcp__lab__echo', 'lab', 'tool_call_write', 'ok', undefined, undefined],
      ['mcp__lab__clock', 'lab', 'direct', 'ok', undefined, undefined],
      ['mcp__crowd__wipe', 'crowd', 'tool_call_read', 'refused', 'bridge', 'wrong-call-tool'],
      ['tool_call', undefined, 'direct', 'refused', 'bridge', 'unknown-tool'],
      ['no such\\u000atool', undefined, 'direct', 'refused', 'scope', 'unknown-tool'],
      ['tool_call_read', undefined, 'direct', 'refused', 'bridge', 'invalid-tool-call'],
      ['tool_search', 'bridge', 'direct', 'ok', undefined, undefined],
      ['mcp__lab__slow', 'lab', 'tool_call_write', 'error', undefined, 'cancelled'],
    ]);
    for (const line of lines) expect(line).toMatchObject({ message: 'call', client: 'peer/1', ms: expect.any(Number) });
    expect(JSON.stringify(lines)).not.toContain('my secret');
  });
});

describe.each(Object.keys(PEERS))('built-in tools: %s', (name) => {
  it.each([
    [[], []],
    [['file'], ['read_file']],
    [['all'], ['read_file', 'terminal']],
  ])('are offered where gateway.toolsets is %j', async (toolsets, offered) => {
    const { gateway } = createLab({ config: { toolsets }, builtin: true });
    const { url } = await gateway.serveHttp();
    const peer = await (PEERS[name] as (typeof PEERS)[string])({ door: 'http', url });
    const tools = (await peer.listTools()).map((tool) => tool.name as string);
    expect(tools.filter((tool) => ['read_file', 'terminal'].includes(tool))).toEqual(offered);
    for (const tool of ['read_file', 'terminal']) {
      const result = await peer.call(tool, {});
      if (offered.includes(tool)) expect(textOf(result)).toBe(tool);
      else expect(jsonOf(result)).toMatchObject({ code: 'not-available' });
      expect(JSON.stringify(result)).not.toContain('gateway.toolsets');
    }
    await peer.close();
    await gateway.close();
  });
});
