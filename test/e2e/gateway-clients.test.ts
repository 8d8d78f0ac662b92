import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Progress } from '../../src/base/call/call-context.ts';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { createLab, ODD_RESULT, PINNED_WIRE, PIXEL } from '../fixtures/gateway-lab.ts';
import { PEERS, type Peer, type PeerCall, type Place, stdioPlace } from '../fixtures/gateway-peers.ts';

const DOORS: Readonly<Record<Place['door'], () => Promise<{ place: Place; close(): Promise<void> }>>> = {
  stdio: async () => ({ place: stdioPlace(), close: async () => {} }),
  http: async () => {
    const { gateway } = createLab();
    const { url } = await gateway.serveHttp();
    return { place: { door: 'http', url }, close: gateway.close };
  },
};

const through = (peer: Peer, name: string, args: JsonObject, options?: PeerCall) =>
  peer.call('tool_call', { calls: [{ name, arguments: args }] }, options);
const textOf = (result: JsonObject) => ((result.content as JsonObject[])[0] as JsonObject).text as string;
const jsonOf = (result: JsonObject): JsonObject => JSON.parse(textOf(result));

for (const [door, openDoor] of Object.entries(DOORS)) {
  describe.each(Object.keys(PEERS))(`%s over ${door}`, (name) => {
    let peer: Peer;
    let closeDoor: () => Promise<void>;
    beforeAll(async () => {
      const { place, close } = await openDoor();
      closeDoor = close;
      peer = await (PEERS[name] as (place: Place) => Promise<Peer>)(place);
    });
    afterAll(async () => {
      await peer.close();
      await closeDoor();
    });

    it('is told how to use the bridge', () => {
      for (const word of ['tool_search', 'tool_describe', 'tool_call']) expect(peer.instructions).toContain(word);
    });

    it('sees the pinned tool and the bridge', async () => {
      const tools = await peer.listTools();
      expect(tools.map((tool) => tool.name)).toEqual(['mcp__lab__clock', 'tool_search', 'tool_describe', 'tool_call']);
      expect(tools[1]?.annotations).toMatchObject({ readOnlyHint: true });
      expect(tools[3]?.inputSchema).toMatchObject({
        properties: { calls: { items: { properties: { arguments: { type: 'object', additionalProperties: true } } } } },
      });
      expect(await peer.listTools()).toEqual(tools);
    });

    it('searches, describes and calls', async () => {
      const found = jsonOf(await peer.call('tool_search', { queries: ['echo text'] }));
      expect(found.results).toMatchObject([{ query: 'echo text', matches: ['mcp__lab__echo'] }]);
      const { tools } = jsonOf(await peer.call('tool_describe', { names: ['mcp__lab__echo'] }));
      expect(tools).toMatchObject({ mcp__lab__echo: { parameters: { required: ['text'] } } });
      expect(textOf(await through(peer, 'mcp__lab__echo', { text: 'hello' }))).toBe('hello');
      expect(textOf(await peer.call('mcp__lab__echo', { text: 'direct' }))).toBe('direct');
      expect(textOf(await peer.call('mcp__lab__clock', {}))).toBe('noon');
    });

    it('reads what went wrong', async () => {
      const refused = await through(peer, 'mcp__lab__echo', {});
      expect(refused.isError).toBe(true);
      expect(jsonOf(refused)).toMatchObject({ path: 'arguments', constraint: 'required' });
      const unknown = await peer.call('no_such_tool', {});
      expect(unknown.isError).toBe(true);
      expect(jsonOf(unknown).error).toContain('no_such_tool');
    });

    it('[TRN-28] gets an image as an image', async () => {
      const { content } = await through(peer, 'mcp__lab__tiny-image', {});
      expect(content).toEqual([{ type: 'image', data: PIXEL, mimeType: 'image/png' }]);
    });

    it('gets structured content that is no object as far as its generation takes it', async () => {
      const { content, structuredContent } = await through(peer, 'mcp__lab__count-up', {});
      expect(content).toEqual([{ type: 'text', text: '[1,2,3]' }]);
      const isModern = name.includes('2026') || name.includes('auto');
      expect(structuredContent).toEqual(isModern ? [1, 2, 3] : { result: [1, 2, 3] });
    });

    it('sees progress, and only of its own call', async () => {
      const seen = new Map<string, string[]>();
      const call = (note: string) => {
        const messages: string[] = [];
        seen.set(note, messages);
        const onProgress = ({ progress, total, message }: Progress) => messages.push(`${progress}/${total} ${message}`);
        return through(peer, 'mcp__lab__slow', { steps: 3, note }, { onProgress });
      };
      const results = await Promise.all([call('one'), call('two')]);
      expect(results.map(textOf)).toEqual(['one done', 'two done']);
      for (const [note, messages] of seen) {
        expect(messages).toEqual([1, 2, 3].map((step) => `${step}/3 ${note} step ${step}`));
      }
    });

    it('cancels a call, and the tool stops', async () => {
      const stop = new AbortController();
      const call = through(
        peer,
        'mcp__lab__slow',
        { steps: 500, note: 'to be stopped' },
        { signal: stop.signal, onProgress: () => stop.abort() },
      );
      await expect(call).rejects.toThrow();
      await vi.waitFor(async () => {
        expect(jsonOf(await through(peer, 'mcp__lab__stopped-calls', {}))).toContain('to be stopped');
      }, 10_000);
    });

    it('[TRN-24] finds empty lists of what there is not', async () => {
      expect(await peer.request('resources/list')).toMatchObject({ resources: [] });
      expect(await peer.request('resources/templates/list')).toMatchObject({ resourceTemplates: [] });
      expect(await peer.request('prompts/list')).toMatchObject({ prompts: [] });
      await expect(peer.request('prompts/get', { name: 'x' })).rejects.toThrow();
    });

    it('[TRN-18] is told once that the list changed, and never because it asked', async () => {
      const before = peer.listChanges;
      for (let i = 0; i < 3; i++) await peer.listTools();
      await through(peer, 'mcp__lab__grow', { name: 'grown' });
      await vi.waitFor(() => expect(peer.listChanges).toBe(before + 1), { timeout: 5000 });
      for (let i = 0; i < 3; i++) await peer.listTools();
      await new Promise((resolve) => setTimeout(resolve, 600));
      expect(peer.listChanges).toBe(before + 1);
      expect((await peer.listTools()).map((tool) => tool.name)).toContain('mcp__lab__grown');
    });
  });
}

describe.each(['SDK v1', 'raw JSON-RPC'])('what passes the gateway to %s', (name) => {
  it('[TRN-26] [INV-7] every block, structured content, and every field, known or not', async () => {
    const { gateway } = createLab();
    const { url } = await gateway.serveHttp();
    const peer = await (PEERS[name] as (place: Place) => Promise<Peer>)({ door: 'http', url });
    const params = { name: 'tool_call', arguments: { calls: [{ name: 'mcp__lab__odd-blocks', arguments: {} }] } };
    expect(await peer.request('tools/call', params)).toEqual({
      content: ODD_RESULT.content as unknown as Json,
      structuredContent: ODD_RESULT.structured as Json,
      _meta: ODD_RESULT.meta as Json,
      ...ODD_RESULT.extra,
    });
    const { tools } = (await peer.request('tools/list')) as { tools: JsonObject[] };
    const { execution: _tasks, ...clock } = PINNED_WIRE;
    expect(tools[0]).toEqual({ ...clock, name: 'mcp__lab__clock' });
    await peer.close();
    await gateway.close();
  });
});
