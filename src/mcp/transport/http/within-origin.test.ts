import { afterEach, describe, expect, it } from 'vitest';
import { type ScriptedHttp, type ScriptedRequest, startScriptedHttp } from '../../../../test/fixtures/scripted-http.ts';
import { fetchWithinOrigin, isWithin } from './within-origin.ts';

const servers: ScriptedHttp[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(answer: (request: ScriptedRequest) => Response) {
  const server = await startScriptedHttp(answer);
  servers.push(server);
  return server;
}
const to = (location: string, status: number) => new Response('moved', { status, headers: { location } });
const post = (server: ScriptedHttp) =>
  fetchWithinOrigin(new URL(server.endpoint.url), {
    method: 'POST',
    headers: { Authorization: 'Bearer abc' },
    body: '{"a":1}',
  });

describe('fetchWithinOrigin', () => {
  it('follows a redirect that keeps the method at the same origin, with headers and body', async () => {
    const server = await start(({ url }) => (url.pathname === '/mcp' ? to('/mcp/', 307) : new Response('here')));
    expect(await (await post(server)).text()).toBe('here');
    expect(server.requests.map(({ url }) => url.pathname)).toEqual(['/mcp', '/mcp/']);
    expect(server.requests[1]).toMatchObject({ method: 'POST', body: '{"a":1}' });
    expect(server.requests[1]?.headers.get('authorization')).toBe('Bearer abc');
  });

  it('[SEC-10] follows none to another origin, and says where it leads without what may be secret', async () => {
    const other = await start(() => new Response('stolen'));
    const server = await start(() => to(`${other.endpoint.url}?key=1`, 308));
    await expect(post(server)).rejects.toMatchObject({
      status: 308,
      message: `Redirect to ${other.endpoint.url} was not followed`,
    });
    expect(other.requests).toEqual([]);
  });

  it('follows none that would lose the body, and no circle', async () => {
    const lossy = await start(() => to('/elsewhere', 302));
    await expect(post(lossy)).rejects.toMatchObject({ status: 302 });
    const circle = await start(() => to('/mcp', 307));
    await expect(post(circle)).rejects.toMatchObject({ status: 307 });
    expect(circle.requests).toHaveLength(6);
  });

  it('tells what a server says that answers with an error, up to a bound', async () => {
    const server = await start(() => new Response(`no ${'x'.repeat(500_000)}`, { status: 503 }));
    const error = await post(server).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 503, data: { text: expect.stringMatching(/^no x/) } });
    expect((error as { data: { text: string } }).data.text).toHaveLength(64 * 1024);
  });

  it('knows what is the same origin', () => {
    const within = (from: string, into: string) => isWithin(new URL(from), new URL(into));
    expect(within('http://a.test/x', 'http://a.test/y?z')).toBe(true);
    expect(within('http://a.test/', 'https://a.test/')).toBe(true);
    expect(within('http://a.test/', 'http://b.test/')).toBe(false);
    expect(within('http://a.test/', 'http://a.test:81/')).toBe(false);
    expect(within('http://a.test:80/', 'https://a.test:444/')).toBe(false);
    expect(within('https://a.test/', 'http://a.test/')).toBe(false);
    expect(within('http://a.test/', 'http://me@a.test/')).toBe(false);
  });
});
