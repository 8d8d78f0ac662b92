import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { createOfferingLab, type OfferingLab } from '../fixtures/offering-server/offering-lab.ts';
import { OFFERING_PEERS, type OfferingPeer, type Wire } from '../fixtures/offering-server/offering-peers.ts';
import { offeringServer } from '../fixtures/offering-server/offering-server.ts';

// Real programs, on a machine that may be busy.
vi.setConfig({ testTimeout: 20_000 });

const EVERYTHING = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
const DYNAMIC = 'demo://resource/dynamic/text/{resourceId}';
const SHARED = 'note://shared';

const resource = (uri: string, more: JsonObject = {}) => ({ uri, name: `the ${uri}`, ...more });
const ODD_PROMPT = {
  name: 'odd',
  title: 7,
  description: 'Hid\u200bden.',
  arguments: [{ name: 'a', required: 'yes' }, null, { name: 'b', description: 'B\u202e.', future: 1 }],
  icons: [{ src: 'https://example.org/p.png' }, { source: 3 }],
  future: { kept: true },
  _meta: { 'example.org/x': 1 },
};

const startLab = () =>
  createOfferingLab([
    offeringServer(
      'notes',
      {
        prompts: [
          { name: 'hello', description: 'Greets.' },
          ODD_PROMPT,
          { name: 'reports' },
          { name: 'waits' },
          { name: 'refuses' },
        ],
        resources: [
          resource('note://a', { mimeType: 5, size: 'big', future: 1 }),
          resource(SHARED),
          resource('not an address'),
          resource('callslip://files/x'),
          { uri: 'note://nameless' },
        ],
        resourceTemplates: [
          { uriTemplate: 'note://by-day/{day}', name: 'by day' },
          { uriTemplate: 'both://{id}', name: 'both' },
        ],
        secret: 'hunter2-hunter2',
      },
      { secrets: ['hunter2-hunter2'] },
    ),
    offeringServer('files', {
      prompts: [{ name: 'hello' }],
      resources: [resource(SHARED), resource('file:///a.txt')],
      resourceTemplates: [{ uriTemplate: 'both://{id}', name: 'both' }],
      capabilities: { prompts: {}, resources: { subscribe: true } },
    }),
    offeringServer(
      'everything',
      {},
      {
        endpoint: { kind: 'stdio', command: process.execPath, args: [EVERYTHING, 'stdio'], env: {} },
      },
    ),
  ]);

let lab: OfferingLab;
let url: string;
beforeAll(async () => {
  lab = await startLab();
  url = (await lab.gateway.serveHttp()).url;
}, 20_000);
afterAll(() => lab.close());

const WIRES: Readonly<Record<string, () => Wire>> = { stdio: () => ({ pipe: lab.openPipe() }), http: () => ({ url }) };
const connect = (name: string, wire: Wire) => (OFFERING_PEERS[name] as (wire: Wire) => Promise<OfferingPeer>)(wire);
const textOf = ({ contents }: JsonObject) => String((contents as readonly JsonObject[])[0]?.['text']);
const urisOf = ({ contents }: JsonObject) => (contents as readonly JsonObject[]).map(({ uri }) => uri);
const madeBy = ({ messages }: JsonObject) => {
  const [message] = messages as readonly { readonly content: { readonly text: string } }[];
  return JSON.parse(message?.content.text ?? 'null');
};

for (const [door, wire] of Object.entries(WIRES)) {
  describe.each(Object.keys(OFFERING_PEERS))(`%s over ${door}`, (name) => {
    const isModern = name.includes('2026');
    let peer: OfferingPeer;
    beforeAll(async () => {
      peer = await connect(name, wire());
    });
    afterAll(() => peer.close());
    const call = (tool: string, args: JsonObject = {}) =>
      peer.request('tools/call', { name: 'tool_call', arguments: { calls: [{ name: tool, arguments: args }] } });
    const updates = () => peer.heard.filter(({ method }) => method === 'notifications/resources/updated');
    const changes = (list: string) =>
      peer.heard.filter(({ method }) => method === `notifications/${list}/list_changed`).length;

    it('is told that there are prompts, resources and completion', () => {
      expect(peer.capabilities).toMatchObject({
        prompts: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
        completions: {},
      });
    });

    it('lists the prompts of all servers, under names of their own', async () => {
      const prompts = await peer.prompts();
      const names = prompts.map((prompt) => prompt['name']);
      expect(names.slice(0, 6)).toEqual([
        'mcp__notes__hello',
        'mcp__notes__odd',
        'mcp__notes__reports',
        'mcp__notes__waits',
        'mcp__notes__refuses',
        'mcp__files__hello',
      ]);
      expect(names).toContain('mcp__everything__simple-prompt');
      expect(await peer.prompts()).toEqual(prompts);
    });

    it('gets odd entries without what would cost it the list, and with all that is new', async () => {
      const { prompts } = (await peer.request('prompts/list')) as { prompts: JsonObject[] };
      expect(prompts[1]).toEqual({
        name: 'mcp__notes__odd',
        description: 'Hidden.',
        arguments: [{ name: 'b', description: 'B.', future: 1 }],
        icons: [{ src: 'https://example.org/p.png' }],
        future: { kept: true },
        _meta: { 'example.org/x': 1 },
      });
      const { resources } = (await peer.request('resources/list')) as { resources: JsonObject[] };
      expect(resources[0]).toEqual({ uri: 'note://a', name: 'the note://a', future: 1 });
    });

    it('gets a prompt from the server whose it is', async () => {
      const got = await peer.request('prompts/get', { name: 'mcp__files__hello', arguments: { to: 'you' } });
      expect(madeBy(got)).toEqual({ by: 'files', name: 'hello', args: { to: 'you' } });
      expect(got).toMatchObject({ description: 'made', future: { kept: true } });
      const real = await peer.request('prompts/get', { name: 'mcp__everything__simple-prompt' });
      expect(real['messages']).toHaveLength(1);
    });

    it('sees progress, and can give a request up', async () => {
      const seen: unknown[] = [];
      const onProgress = (progress: unknown) => void seen.push(progress);
      await peer.request('prompts/get', { name: 'mcp__notes__reports' }, { onProgress });
      expect(seen).toMatchObject([{ progress: 1, total: 2, message: 'half' }]);
      const stop = new AbortController();
      const waits = peer.request('prompts/get', { name: 'mcp__notes__waits' }, { signal: stop.signal });
      stop.abort();
      await expect(waits).rejects.toThrow();
    });

    it('[INV-10] reads what a server says against it, secrets masked', async () => {
      await expect(peer.request('prompts/get', { name: 'mcp__notes__refuses' })).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining('no ***'),
        data: { field: 'x', token: '***' },
      });
      const unknown = { code: -32602, message: expect.stringContaining('no prompt hello') };
      await expect(peer.request('prompts/get', { name: 'hello' })).rejects.toMatchObject(unknown);
      await expect(peer.request('prompts/get', {})).rejects.toMatchObject({ code: -32602 });
    });

    it('lists resources under their own addresses, but for those that are not of one server alone', async () => {
      const uris = (await peer.resources()).map((each) => each['uri']);
      expect(uris.slice(0, 7)).toEqual([
        'note://a',
        'callslip://notes/note%3A%2F%2Fshared',
        'callslip://notes/not%20an%20address',
        'callslip://notes/callslip%3A%2F%2Ffiles%2Fx',
        'note://nameless',
        'callslip://files/note%3A%2F%2Fshared',
        'file:///a.txt',
      ]);
      expect(uris.filter((uri) => String(uri).startsWith('demo://')).length).toBeGreaterThan(5);
      expect((await peer.templates()).map((each) => each['uriTemplate'])).toEqual([
        'note://by-day/{day}',
        'callslip://notes/both://{id}',
        'callslip://files/both://{id}',
        DYNAMIC,
        'demo://resource/dynamic/blob/{resourceId}',
      ]);
    });

    it('reads each of them', async () => {
      const read = async (uri: string) => {
        const answer = await peer.request('resources/read', { uri });
        expect(urisOf(answer)).toEqual([uri]);
        return textOf(answer);
      };
      expect(await read('note://a')).toBe('notes has note://a');
      expect(await read('callslip://files/note%3A%2F%2Fshared')).toBe(`files has ${SHARED}`);
      expect(await read('callslip://notes/not%20an%20address')).toBe('notes has not an address');
      expect(await read('callslip://notes/callslip%3A%2F%2Ffiles%2Fx')).toBe('notes has callslip://files/x');
      expect(await read('note://by-day/monday')).toBe('notes has note://by-day/monday');
      expect(await read('callslip://files/both://a%20b')).toBe('files has both://a%20b');
      expect(await read('demo://resource/dynamic/text/1')).toContain('Resource 1');
      for (const { uri } of await peer.resources()) await peer.request('resources/read', { uri: String(uri) });
    });

    it('reads parts of a resource under addresses that it can ask for', async () => {
      const answer = await peer.request('resources/read', { uri: 'callslip://files/file%3A%2F%2F%2Ffolder%2F' });
      expect(urisOf(answer)).toEqual([
        'callslip://files/file%3A%2F%2F%2Ffolder%2F',
        'callslip://files/file%3A%2F%2F%2Ffolder%2Fchild',
      ]);
      expect(answer).not.toHaveProperty('future');
      const whole = await peer.request('resources/read', { uri: 'note://a' });
      expect(whole).toMatchObject({ future: { kept: true }, contents: [{ future: 1 }] });
      // Who may keep an answer depends on who may come in here.
      expect(whole['cacheScope']).toBe(isModern ? 'private' : undefined);
    });

    it('is refused an address that may be of two servers, and told of both', async () => {
      for (const uri of [SHARED, 'both://1']) {
        await expect(peer.request('resources/read', { uri })).rejects.toMatchObject({
          code: -32602,
          message: expect.stringMatching(/notes, files.*callslip:\/\/notes\/.* or callslip:\/\/files\//),
          data: { uri, servers: ['notes', 'files'] },
        });
      }
    });

    it('is told of an address that is nobody’s', async () => {
      for (const uri of ['nobody://1', 'callslip://nobody/x', 'callslip://', 'note://by-day/missing']) {
        await expect(peer.request('resources/read', { uri })).rejects.toMatchObject({ code: -32602, data: { uri } });
      }
      const qualified = 'callslip://files/file%3A%2F%2F%2Fmissing';
      await expect(peer.request('resources/read', { uri: qualified })).rejects.toMatchObject({
        data: { uri: qualified },
      });
    });

    it('reads what a result has shown it, for as long as it has a session', async () => {
      const uri = `shown://${door}-${name.length}`;
      await expect(peer.request('resources/read', { uri })).rejects.toThrow();
      await call('mcp__files__show', { uri });
      const read = peer.request('resources/read', { uri });
      // Over HTTP, nothing tells one client of 2026-07-28 from another.
      if (isModern && door === 'http') await expect(read).rejects.toThrow();
      else expect(textOf(await read)).toBe(`files has ${uri}`);
    });

    it('completes by name and by template, where the server can', async () => {
      const complete = async (ref: JsonObject, more: JsonObject = {}) => {
        const argument = { name: 'to', value: 'y' };
        const { completion } = await peer.request('completion/complete', { ref, argument, ...more });
        return (completion as JsonObject)['values'] as readonly string[];
      };
      const argument = { name: 'to', value: 'y' };
      const context = { arguments: { other: 'z' } };
      const [first] = await complete({ type: 'ref/prompt', name: 'mcp__notes__hello' }, { context });
      expect(JSON.parse(String(first))).toEqual({
        by: 'notes',
        ref: { type: 'ref/prompt', name: 'hello' },
        argument,
        context,
      });
      for (const uri of ['note://by-day/{day}', 'callslip://notes/both://{id}']) {
        const [value] = await complete({ type: 'ref/resource', uri });
        expect(JSON.parse(String(value))).toMatchObject({
          by: 'notes',
          ref: { uri: uri.replace('callslip://notes/', '') },
        });
      }
      expect(await complete({ type: 'ref/prompt', name: 'mcp__files__hello' })).toEqual([]);
      await expect(complete({ type: 'ref/prompt', name: 'hello' })).rejects.toMatchObject({ code: -32602 });
      await expect(complete({ type: 'ref/other' })).rejects.toMatchObject({ code: -32602 });
      const params = { ref: { type: 'ref/prompt', name: 'mcp__everything__completable-prompt' } };
      const real = await peer.request('completion/complete', {
        ...params,
        argument: { name: 'department', value: 'E' },
      });
      expect((real['completion'] as JsonObject)['values']).toEqual(['Engineering']);
    });

    it('hears of changes to what it subscribed to, under the address it used, and of no others', async () => {
      const other = await connect(name, wire());
      const qualified = 'callslip://notes/note%3A%2F%2Fshared';
      await peer.subscribe('note://a', qualified);
      await other.subscribe('file:///a.txt');
      const touch = async (server: string, uri: string) => call(`mcp__${server}__touch`, { uri });
      // Over HTTP of 2026 the subscription begins with the answer to it.
      await vi.waitFor(async () => {
        await touch('notes', 'note://a');
        expect(updates()).toContainEqual(
          expect.objectContaining({ params: { uri: 'note://a', 'example.org/by': 'notes' } }),
        );
        await touch('notes', SHARED);
        expect(updates().map(({ params }) => params['uri'])).toContain(qualified);
        await touch('files', 'file:///a.txt');
        expect(other.heard.map(({ params }) => params['uri'])).toContain('file:///a.txt');
      }, 5000);
      await peer.unsubscribe('note://a', qualified);
      const before = updates().length;
      await touch('notes', 'note://a');
      await touch('files', 'file:///a.txt');
      await other.request('prompts/list');
      expect(updates().length).toBe(before);
      expect(updates().map(({ params }) => params['uri'])).not.toContain('file:///a.txt');
      expect(other.heard.map(({ params }) => params['uri'])).not.toContain('note://a');
      await other.close();
    });

    it.skipIf(isModern)('is told when a resource can not be subscribed to', async () => {
      const uri = 'callslip://notes/x%3A%2F%2Funwatchable';
      await expect(peer.subscribe(uri)).rejects.toThrow('it never changes');
      await expect(peer.subscribe('nobody://1')).rejects.toThrow('nobody://1');
      await expect(peer.subscribe(SHARED)).rejects.toThrow('notes, files');
    });

    it('[TRN-18] is told once that a list changed, and never because it asked', async () => {
      await peer.prompts();
      await peer.resources();
      const before = { prompts: changes('prompts'), resources: changes('resources') };
      const prompt = `fresh-${door}-${name.length}`;
      await call('mcp__files__change', { prompts: [{ name: 'hello' }, { name: prompt }] });
      await vi.waitFor(() => expect(changes('prompts')).toBe(before.prompts + 1), 10_000);
      const names = (await peer.prompts()).map((each) => each['name']);
      expect(names.some((each) => String(each).startsWith(`mcp__files__${prompt}`))).toBe(true);
      for (let i = 0; i < 3; i++) await peer.resources();
      await call('mcp__files__change', {
        resources: [resource(SHARED), resource('file:///a.txt'), resource(`new://${prompt}`)],
      });
      await vi.waitFor(() => expect(changes('resources')).toBe(before.resources + 1), 10_000);
      expect(changes('prompts')).toBe(before.prompts + 1);
    });
  });
}

describe('a client behind a gateway', () => {
  const open = async (...[configs, options]: Parameters<typeof createOfferingLab>) => {
    const own = await createOfferingLab(configs, options);
    const peer = await connect('SDK v1', { pipe: own.openPipe() });
    onTestFinished(async () => {
      await peer.close();
      await own.close();
    });
    return { lab: own, peer };
  };
  const two = (changes = {}) => [
    offeringServer('notes', { prompts: [{ name: 'hello' }], resources: [resource(SHARED)] }),
    offeringServer('files', { prompts: [{ name: 'hello' }, { name: 'bye' }], resources: [resource(SHARED)] }, changes),
  ];

  it('[INV-4] sees nothing of a server that it is not granted', async () => {
    const scopeFor = ({ sessionId }: { sessionId: string }) => ({ sessionId, surface: 'mcp', enabled: ['files'] });
    const { peer } = await open(two({ tools: { exclude: ['*'], override: {} } }), { scopeFor });
    expect((await peer.prompts()).map(({ name }) => name)).toEqual(['mcp__files__hello', 'mcp__files__bye']);
    expect((await peer.resources()).map(({ uri }) => uri)).toEqual([SHARED]);
    expect(textOf(await peer.request('resources/read', { uri: SHARED }))).toBe(`files has ${SHARED}`);
    for (const [method, params] of [
      ['prompts/get', { name: 'mcp__notes__hello' }],
      ['resources/read', { uri: 'callslip://notes/note%3A%2F%2Fshared' }],
      ['resources/subscribe', { uri: 'callslip://notes/note%3A%2F%2Fshared' }],
      ['completion/complete', { ref: { type: 'ref/prompt', name: 'mcp__notes__hello' }, argument: {} }],
    ] as const) {
      await expect(peer.request(method, params)).rejects.toMatchObject({ code: -32602 });
    }
  });

  it('asks the only server with resources for an address that nobody lists', async () => {
    const none = offeringServer('prompts', { capabilities: { prompts: {} } });
    const { peer } = await open([none, offeringServer('files')]);
    expect(textOf(await peer.request('resources/read', { uri: 'any://thing' }))).toBe('files has any://thing');
  });

  it('never gets what the entry leaves out', async () => {
    const { peer } = await open([
      offeringServer(
        'files',
        {
          prompts: [{ name: 'hello' }],
          resources: [resource('x://1')],
          resourceTemplates: [{ uriTemplate: 'y://{id}' }],
        },
        { prompts: { exclude: ['*'], override: {} }, resources: { exclude: ['x:*', 'y:*'] } },
      ),
    ]);
    expect([await peer.prompts(), await peer.resources(), await peer.templates()]).toEqual([[], [], []]);
    await expect(peer.request('prompts/get', { name: 'mcp__files__hello' })).rejects.toThrow('no prompt');
    for (const uri of ['x://1', 'y://1', 'callslip://files/x%3A%2F%2F1']) {
      await expect(peer.request('resources/read', { uri })).rejects.toThrow('no resource');
      await expect(peer.subscribe(uri)).rejects.toThrow('no resource');
    }
  });

  it('sees the first of two prompts with one name, and the operator is told once', async () => {
    const override = { hello: { name: 'mcp__notes__hello' } };
    const { peer, lab: own } = await open(two({ prompts: { exclude: [], override } }));
    for (let i = 0; i < 2; i++) {
      expect((await peer.prompts()).map(({ name }) => name)).toEqual(['mcp__notes__hello', 'mcp__files__bye']);
    }
    expect(madeBy(await peer.request('prompts/get', { name: 'mcp__notes__hello' }))).toMatchObject({ by: 'notes' });
    expect(own.warnings).toEqual([expect.stringMatching(/mcp__notes__hello of server files .* server notes/)]);
  });

  it('is told of what a server lists once that has started, and asks for it at once if it likes', async () => {
    const { peer } = await open(two(), { isWaiting: false });
    expect((await peer.prompts()).map(({ name }) => name)).toHaveLength(3);
    await vi.waitFor(
      () => expect(peer.heard.map(({ method }) => method)).toContain('notifications/resources/list_changed'),
      5000,
    );
    expect(await peer.resources()).toHaveLength(2);
  });

  it('[INV-6] sees the others when one server fails', async () => {
    const broken = offeringServer(
      'broken',
      {},
      { endpoint: { kind: 'stdio', command: 'no-such-program', args: [], env: {} } },
    );
    const { peer } = await open([broken, ...two()]);
    expect(await peer.prompts()).toHaveLength(3);
    await expect(peer.request('resources/read', { uri: 'callslip://broken/x%3A1' })).rejects.toThrow(
      /server broken is not running/,
    );
  });

  it('hears of changes again once the server has come back', async () => {
    const { peer } = await open([offeringServer('files', { resources: [resource('x://1')] })]);
    await peer.subscribe('x://1');
    const call = (name: string, args = {}) =>
      peer.request('tools/call', {
        name: 'tool_call',
        arguments: { calls: [{ name: `mcp__files__${name}`, arguments: args }] },
      });
    await call('crash');
    await vi.waitFor(async () => {
      await call('touch', { uri: 'x://1' });
      expect(peer.heard).toContainEqual(expect.objectContaining({ method: 'notifications/resources/updated' }));
    }, 5000);
  });
});
