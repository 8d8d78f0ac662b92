import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { startCli } from '../fixtures/cli-program.ts';
import { PEERS, type Peer, type Place } from '../fixtures/gateway-peers.ts';
import { createMcpLab, type McpLab } from '../fixtures/mcp-sources.ts';
import { oddEndpoint } from '../fixtures/odd-server/odd-server-config.ts';

let lab: McpLab;
beforeEach(() => {
  lab = createMcpLab();
});
afterEach(() => lab.close());

const connect = (client: string, place: Place) => (PEERS[client] as (place: Place) => Promise<Peer>)(place);
const slow = (args: JsonObject) => ({ calls: [{ name: 'mcp__odd__slow', arguments: { ms: 60_000, ...args } }] });

describe('a call through the gateway that is given up', () => {
  it.each(['SDK v2, legacy', 'SDK v2, pinned to 2026-07-28'])(
    '[PAR-08] is called off at the server, by the id it has there: by the time-out, and by %s',
    async (client) => {
      const folder = path.dirname(lab.path('log'));
      const { command, args } = oddEndpoint({ log: lab.path('log') });
      const odd = { command, args, supports_parallel_tool_calls: true, call_timeout: 1 };
      await writeFile(lab.path('servers.yaml'), JSON.stringify({ mcp_servers: { odd } }));
      const program = startCli(['serve', '--http', '--port', '0', '--config', lab.path('servers.yaml')], {
        cwd: folder,
      });
      const [url] = await program.printed(/http:\/\/127\.0\.0\.1:\d+\/mcp(?=\n)/);
      const peer = await connect(client, { door: 'http', url });
      try {
        const timedOut = await peer.call('tool_call', slow({ late: true }));
        expect(JSON.stringify(timedOut)).toContain('gave no answer within 1 s');
        const stop = new AbortController();
        const stopped = peer.call('tool_call', slow({ step: 2 }), { signal: stop.signal });
        await vi.waitFor(() => expect(lab.received('tools/call')).toHaveLength(2), 5000);
        stop.abort();
        await expect(stopped).rejects.toThrow();
        await vi.waitFor(() => expect(lab.received('notifications/cancelled')).toHaveLength(2), 5000);
        const calledOff = lab.received('notifications/cancelled').map(({ params }) => params?.['requestId']);
        expect(calledOff).toEqual(lab.received('tools/call').map(({ id }) => id));
        const echo = { calls: [{ name: 'mcp__odd__echo', arguments: { a: 1 } }] };
        expect(await peer.call('tool_call', echo)).toMatchObject({ content: [{ text: '{"a":1}' }] });
        expect(lab.started()).toHaveLength(1);
      } finally {
        await peer.close();
        // Else the server stays as long as its late answer takes.
        program.child.kill('SIGTERM');
        await program.ended;
      }
    },
  );
});
