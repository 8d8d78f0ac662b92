import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { labConnection } from '../../../../test/fixtures/lab-connection.ts';
import { modernEndpoint } from '../../../../test/fixtures/modern-server/modern-server-config.ts';
import { type OddBehaviour, oddEndpoint } from '../../../../test/fixtures/odd-server/odd-server-config.ts';
import { createFakeClock } from '../../../testing/fake-clock.ts';
import type { Connection, ConnectionOptions } from '../connection.ts';

// Real programs, on a machine that may be busy.
vi.setConfig({ testTimeout: 20_000 });

let folder: string;
const open: Connection[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'callslip-open-'));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((connection) => connection.close()));
  rmSync(folder, { recursive: true });
});

const never = new AbortController().signal;
const logged = (): { started?: number; received?: { method: string }; method?: string }[] =>
  existsSync(join(folder, 'log'))
    ? readFileSync(join(folder, 'log'), 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line))
    : [];
const methods = () => logged().flatMap(({ received }) => received?.method ?? []);
const starts = () => logged().filter(({ started }) => started !== undefined).length;

function odd(behaviour: OddBehaviour = {}, changes: Partial<ConnectionOptions> = {}) {
  return lab(oddEndpoint({ log: join(folder, 'log'), ...behaviour }), changes);
}
function lab(endpoint: ConnectionOptions['endpoint'], changes: Partial<ConnectionOptions> = {}) {
  const { connection } = labConnection(endpoint, changes);
  open.push(connection);
  return connection;
}
const toolsOf = async (connection: Connection) =>
  ((await connection.request('tools/list', {}, { signal: never }))['tools'] as unknown[]).length;

/** Lets programs, pipes and the fake clock go on until something is so. */
async function until(isSo: () => boolean, clock = createFakeClock(), stepMs = 0) {
  while (!isSo()) {
    await clock.advance(stepMs);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('a program of the 2025 generation', () => {
  it.each([
    ['says that it does not know the question', {}],
    ['answers the question with nothing', { atProbe: 'empty' as const }],
    ['answers the question under another id', { atProbe: 'wrong-id' as const }],
    ['writes a banner first', { banner: ['Server version : 1.2.3', '', '{"not":"a message"}'] }],
  ])('is given the handshake on the same pipe when it %s', async (_what, behaviour) => {
    // A clock that stands still: nothing here waits for time to pass.
    const connection = odd(behaviour, { clock: createFakeClock() });
    await connection.open(never);
    expect(connection.generation).toEqual({ era: 'legacy', transport: 'stdio' });
    expect(await toolsOf(connection)).toBeGreaterThan(10);
    expect(starts()).toBe(1);
    expect(methods().slice(0, 2)).toEqual(['server/discover', 'initialize']);
  });

  it.each(['silent', 'garbage'] as const)(
    'is given the handshake on the same pipe after 1.5 s when it is %s',
    async (atProbe) => {
      const clock = createFakeClock();
      const connection = odd({ atProbe }, { clock });
      const opened = connection.open(never);
      await until(() => methods().includes('server/discover'));
      await clock.advance(1499);
      expect(methods()).not.toContain('initialize');
      await clock.advance(1);
      await opened;
      expect(await toolsOf(connection)).toBeGreaterThan(10);
      expect(starts()).toBe(1);
    },
  );

  it('is started again, and given the handshake at once, when it ends at the question', async () => {
    const connection = odd({ atProbe: 'exit' }, { clock: createFakeClock() });
    await connection.open(never);
    expect(await toolsOf(connection)).toBeGreaterThan(10);
    expect(starts()).toBe(2);
    expect(methods()).toEqual(['server/discover', 'initialize', 'notifications/initialized', 'tools/list']);
    expect(connection.hasEndedTwice).toBe(false);
  });

  it('is started again when it is slow, and ends at the question after all', async () => {
    const clock = createFakeClock();
    const ready = join(folder, 'ready');
    const connection = odd({ atProbe: 'exit', readsWhenExists: ready }, { clock });
    const opened = connection.open(never);
    await until(() => starts() === 1);
    await clock.advance(1500);
    writeFileSync(ready, '');
    await opened;
    expect(await toolsOf(connection)).toBeGreaterThan(10);
    expect(starts()).toBe(2);
  });

  it('is not asked again when it hangs at the question until our patience ends', async () => {
    const clock = createFakeClock();
    const endpoint = oddEndpoint({ log: join(folder, 'log'), atProbe: 'hang' });
    const stop = new AbortController();
    const first = lab(endpoint, { clock }).open(stop.signal);
    await until(() => methods().includes('server/discover'));
    await clock.advance(1500);
    stop.abort(new Error('enough'));
    await expect(first).rejects.toThrow();
    const second = lab(endpoint, { clock });
    await second.open(never);
    expect(await toolsOf(second)).toBeGreaterThan(10);
  });

  it.each([
    ['was spoken to like that before', { generation: { era: 'legacy', transport: 'stdio' } as const }],
    ['is pinned to it', { protocol: '2025' as const }],
  ])('is not asked when it %s', async (_what, changes) => {
    const connection = odd({ atProbe: 'exit' }, changes);
    await connection.open(never);
    expect(methods()[0]).toBe('initialize');
    expect(starts()).toBe(1);
  });

  it('is refused when it is pinned to 2026', async () => {
    await expect(odd({}, { protocol: '2026' }).open(never)).rejects.toThrow(
      'does not speak the protocol of 2026-07-28',
    );
    expect(methods()).toEqual(['server/discover']);
  });

  it('[PAR-10] is told of no cancelling when the handshake takes too long', async () => {
    const stop = new AbortController();
    const connection = odd({ startsWhenExists: join(folder, 'never') });
    const opened = connection.open(stop.signal);
    await until(() => methods().includes('initialize'));
    stop.abort(new Error('too slow'));
    await expect(opened).rejects.toThrow('too slow');
    await connection.close();
    expect(methods()).toEqual(['server/discover', 'initialize']);
  });
});

describe('a published server', () => {
  it.each([
    ['everything', []],
    ['filesystem', [tmpdir()]],
    ['memory', []],
    ['sequential-thinking', []],
  ])('is given the handshake without waiting for anything: %s', async (name, args) => {
    const script = fileURLToPath(import.meta.resolve(`@modelcontextprotocol/server-${name}/dist/index.js`));
    const endpoint = { kind: 'stdio', command: process.execPath, args: [script, ...args], env: {} } as const;
    const connection = lab(endpoint, { clock: createFakeClock() });
    await connection.open(never);
    expect(connection.generation).toEqual({ era: 'legacy', transport: 'stdio' });
    expect(await toolsOf(connection)).toBeGreaterThan(0);
  });
});

describe('a program that does not start', () => {
  it('[TRN-08] is known to be broken when it ends twice in the same way', async () => {
    const connection = odd({ exitAtStart: 3, stderr: 'ModuleNotFoundError: requests (pid 17)\n' });
    await expect(connection.open(never)).rejects.toThrow();
    expect(starts()).toBe(2);
    expect(connection).toMatchObject({
      hasEndedTwice: true,
      exit: { code: 3 },
      stderr: expect.stringContaining('pid 17'),
    });
  });

  it('is not tried again when there is no such program', async () => {
    const connection = lab({ kind: 'stdio', command: '/no/such/program', args: [], env: {} });
    await expect(connection.open(never)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('a program of the 2026 generation', () => {
  const modern = (behaviour = {}, changes = {}) =>
    lab(modernEndpoint({ log: join(folder, 'log'), ...behaviour }), changes);

  it.each(['reject', 'serve'] as const)(
    'is spoken to in it, whether or not it knows the older one: %s',
    async (legacy) => {
      const connection = modern({ legacy });
      await connection.open(never);
      expect(connection).toMatchObject({
        generation: { era: 'modern', transport: 'stdio', discover: { supportedVersions: ['2026-07-28'] } },
        serverInfo: { name: 'modern', version: '1' },
        instructions: 'Speak softly.',
        serverCapabilities: { tools: { listChanged: true }, completions: {} },
      });
      expect(await toolsOf(connection)).toBe(10);
    },
  );

  it('is spoken to in the older one when it is pinned to that', async () => {
    const connection = modern({ legacy: 'serve' }, { protocol: '2025' });
    await connection.open(never);
    expect(connection.generation).toEqual({ era: 'legacy', transport: 'stdio' });
    expect(connection).toMatchObject({ serverInfo: { name: 'modern' }, instructions: 'Speak softly.' });
    expect(await toolsOf(connection)).toBe(10);
  });

  it('may take its time when it is known to speak it', async () => {
    const clock = createFakeClock();
    const ready = join(folder, 'ready');
    const generation = { era: 'modern', transport: 'stdio' } as const;
    const connection = modern({ startsWhenExists: ready }, { clock, generation });
    const opened = connection.open(never);
    await until(() => starts() === 1);
    await clock.advance(60_000);
    writeFileSync(ready, '');
    await opened;
    expect(connection.generation?.era).toBe('modern');
  });

  it('is started once more when it is slow and knows nothing else', async () => {
    const clock = createFakeClock();
    const ready = join(folder, 'ready');
    const connection = modern({ startsWhenExists: ready }, { clock });
    const opened = connection.open(never);
    await until(() => starts() === 1);
    await clock.advance(1500);
    writeFileSync(ready, '');
    await opened;
    expect(connection.generation?.era).toBe('modern');
    expect(starts()).toBe(2);
  });

  it('is asked at its next start when it was slow and knows both', async () => {
    const clock = createFakeClock();
    const ready = join(folder, 'ready');
    const connection = modern({ startsWhenExists: ready, legacy: 'serve' }, { clock });
    const opened = connection.open(never);
    await until(() => starts() === 1);
    await clock.advance(1500);
    writeFileSync(ready, '');
    await opened;
    const { generation } = connection;
    expect(generation).toMatchObject({ era: 'legacy', discover: { supportedVersions: ['2026-07-28'] } });
    const next = modern({ legacy: 'serve' }, { generation });
    await next.open(never);
    expect(next.generation?.era).toBe('modern');
  });

  it('is found out when it was of the other one before', async () => {
    const connection = modern({}, { generation: { era: 'legacy', transport: 'stdio' } });
    await connection.open(never);
    expect(connection.generation?.era).toBe('modern');
  });
});
