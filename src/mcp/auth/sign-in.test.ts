import { describe, expect, it, onTestFinished } from 'vitest';
import { oddServer } from '../../../test/fixtures/odd-server/odd-server-config.ts';
import { createRegistry } from '../../registry/registry.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { startLoopbackServer } from '../../testing/loopback-server.ts';
import { createMcpSource } from '../mcp-source.ts';
import { fetchWithinOrigin } from '../transport/http/within-origin.ts';
import { signInRemedy } from './sign-in.ts';

const METADATA = '/.well-known/oauth-protected-resource/t/mcp';
const KEY = 'Bearer the-key-of-the-entry';

interface Doorkeeper {
  /** Its `WWW-Authenticate`, a header each, `ORIGIN` for where it is. */
  readonly challenge: readonly string[];
  /** What it answers elsewhere. */
  readonly metadata?: (signal: AbortSignal) => Response;
}

/** A server that lets nobody in, and every address at which it was asked for something else, with the key shown. */
async function keepShut({ challenge, metadata }: Doorkeeper) {
  const asked: [string, string | null][] = [];
  const server = await startLoopbackServer({
    intercept({ url, headers, signal }) {
      const { pathname, origin } = new URL(url);
      if (pathname !== '/mcp') {
        asked.push([pathname, headers.get('authorization')]);
        return metadata?.(signal) ?? new Response('not here', { status: 404 });
      }
      const shut = new Response('no', { status: 401 });
      for (const each of challenge) shut.headers.append('www-authenticate', each.replaceAll('ORIGIN', origin));
      return shut;
    },
  });
  onTestFinished(() => server.close());
  return { ...server, asked };
}

async function remedyOf(url: string, clock = createFakeClock()): Promise<string | undefined> {
  const error = await fetchWithinOrigin(new URL(url), { method: 'POST', body: '{}' }).catch(
    (refused: unknown) => refused,
  );
  return signInRemedy(error, url, { clock, signal: new AbortController().signal });
}

const named = `Bearer resource_metadata="ORIGIN${METADATA}"`;

describe('a server that wants a sign-in', () => {
  it('[CON-06] is asked once, at exactly the address that it names, without the key; its row says where to sign in', async () => {
    const server = await keepShut({
      challenge: [
        'Basic realm="old, and \\"odd\\""',
        `bearer Error="invalid_token" , Resource_Metadata="ORIGIN${METADATA}"`,
      ],
      metadata: () =>
        Response.json({ authorization_servers: ['https://auth.test/realm'], scopes_supported: ['read', 'write'] }),
    });
    const config = oddServer(
      'web',
      {},
      { endpoint: { kind: 'http', url: server.url, headers: { Authorization: KEY } } },
    );
    const handle = createRegistry().open({ kind: 'mcp', label: 'web' });
    const source = createMcpSource({ config, handle, client: { name: 'test', version: '1' } });
    onTestFinished(() => source.stop());
    source.start();
    await source.settled();
    expect(server.asked).toEqual([[METADATA, null]]);
    expect(source.status()).toMatchObject({
      state: 'failed',
      reason: 'answered HTTP 401, saying: no',
      remedy:
        'it wants a token from https://auth.test/realm for read, write: put one into its headers, as Authorization',
    });
  });

  it('says itself what it wants a token for', async () => {
    const server = await keepShut({
      challenge: [`${named}, scope="files:read"`],
      metadata: () => Response.json({ authorization_servers: ['https://a.test', 'https://b.test', 'javascript:x', 7] }),
    });
    expect(await remedyOf(server.url)).toContain('from https://a.test or https://b.test for files:read:');
  });

  it('[INV-9] [CON-06] is not asked at another origin, which is told', async () => {
    const other = await keepShut({ challenge: [] });
    const elsewhere = other.url.replace('/mcp', METADATA);
    const server = await keepShut({ challenge: [`Bearer resource_metadata="${elsewhere}"`] });
    expect(await remedyOf(server.url)).toContain(`names ${elsewhere}, which was not asked`);
    expect([other.asked, server.asked]).toEqual([[], []]);
  });

  it('[INV-9] is not followed elsewhere', async () => {
    const other = await keepShut({
      challenge: [],
      metadata: () => Response.json({ authorization_servers: ['https://x.test'] }),
    });
    const server = await keepShut({
      challenge: [named],
      metadata: () => new Response(null, { status: 302, headers: { location: other.url.replace('/mcp', '/x') } }),
    });
    expect(await remedyOf(server.url)).toBeUndefined();
    expect([server.asked.length, other.asked]).toEqual([1, []]);
  });

  it.each([
    ['is none', () => new Response('<html>')],
    ['is no object', () => Response.json([1])],
    ['names nothing', () => Response.json({ authorization_servers: 'https://auth.test' })],
    ['is missing', () => new Response('{"authorization_servers":["https://auth.test"]}', { status: 404 })],
    [
      'never ends',
      () => new Response(new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(32_768).fill(32)) })),
    ],
  ])('is told in our own words when its metadata %s', async (_what, metadata) => {
    const server = await keepShut({ challenge: [named], metadata });
    expect(await remedyOf(server.url)).toBeUndefined();
    expect(server.asked).toHaveLength(1);
  });

  it('is not waited for long', async () => {
    const clock = createFakeClock();
    const server = await keepShut({
      challenge: [named],
      metadata: () => {
        queueMicrotask(() => void clock.advance(5_000));
        return new Response(new ReadableStream());
      },
    });
    expect(await remedyOf(server.url, clock)).toBeUndefined();
  });

  it('says nothing that hides, or fills a page', async () => {
    const scope = Array.from({ length: 50 }, (_, index) => `s${index}`).join(' ');
    const server = await keepShut({
      challenge: [`${named}, scope="${scope}"`],
      metadata: () => Response.json({ authorization_servers: [`https://a.test/\u202e\n${'x'.repeat(9_000)}`] }),
    });
    const remedy = String(await remedyOf(server.url));
    expect(remedy).toMatch(/^it wants a token from https:\/\/a\.test\/\\u202e\\u000ax+… for s0, s1, s2, s3, s4 …: /);
    expect(remedy.length).toBeLessThan(300);
  });

  it.each([[[]], [['Bearer']], [['Basic realm="x"']], [['Bearer resource_metadata="/relative"']]])(
    'is told in our own words when it says no more than %j',
    async (challenge) => {
      const server = await keepShut({ challenge });
      expect(await remedyOf(server.url)).toBeUndefined();
      expect(server.asked).toEqual([]);
    },
  );
});
