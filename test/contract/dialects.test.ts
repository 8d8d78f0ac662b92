import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fc, it as property } from '@fast-check/vitest';
import { stringify as toToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import type { KeyPath } from '../../src/documents/document-format.ts';
import { editDocument, readDocument } from '../../src/documents/edit-document.ts';
import { expandVariables } from '../../src/mcp/entries/expand-variables.ts';
import { readServerEntries } from '../../src/mcp/entries/server-entries.ts';
import { COMMON_KEYS } from '../../src/mcp/import/common-keys.ts';
import type { Dialect } from '../../src/mcp/import/dialect.ts';
import { DIALECTS, dialectOf } from '../../src/mcp/import/dialects.ts';
import type { ForeignFile, Remark } from '../../src/mcp/import/foreign-server.ts';
import type { Places } from '../../src/mcp/import/places.ts';
import { readForeignFile } from '../../src/mcp/import/read-foreign-file.ts';
import { serverListsIn } from '../../src/mcp/import/server-lists.ts';

const FIXTURES = path.join(import.meta.dirname, '../fixtures/clients');

const LINUX: Places = { platform: 'linux', userFolder: '/home/me', cwd: '/home/me/shop', environment: {} };
const PLACES: readonly Places[] = [
  LINUX,
  { platform: 'darwin', userFolder: '/Users/me', cwd: '/Users/me/shop', environment: {} },
  { platform: 'win32', userFolder: 'C:\\Users\\me', cwd: 'C:\\Users\\me\\shop', environment: {} },
];

const LAUNCH = { command: 'npx', args: ['-y', 'callslip', 'serve'], env: { CALLSLIP_HOME: '/home/me/slip' } };

interface Expected {
  readonly label: string;
  readonly entry: JsonObject;
  readonly approved?: readonly string[];
  readonly asked?: readonly { readonly name: string; readonly description: string }[];
  /** What is said of it: how severe, or that it is lost or nobody knows it, and where. */
  readonly told?: readonly string[];
}

interface ExpectedBroken {
  /** Where the first error of an entry is: the end of its path. */
  readonly errors: readonly { readonly label: string; readonly path: string }[];
  readonly loads: readonly string[];
}

function fixture(dialect: Dialect, name: string): string {
  return readFileSync(path.join(FIXTURES, dialect.id, name), 'utf8');
}

function expected<T>(dialect: Dialect, name: string): T {
  return JSON.parse(fixture(dialect, `${name}.json`)) as T;
}

function read(dialect: Dialect, text: string): ForeignFile {
  return readForeignFile(text, { file: 'F', dialect, places: LINUX, projectFolder: LINUX.cwd });
}

/** What a file comes to, for comparison. */
function serversOf({ servers }: ForeignFile): readonly Expected[] {
  return servers.flatMap(({ label, path: place, entry, approved, asked, remarks }) => {
    if (entry === undefined) return [];
    const told = remarks.map((remark) => toldOf(remark, place));
    const some = { ...(approved.length > 0 && { approved }), ...(asked.length > 0 && { asked }) };
    return [{ label, entry, ...some, ...(told.length > 0 && { told }) }];
  });
}

function toldOf(remark: Remark, place: string): string {
  return `${kindOf(remark)} ${remark.path.slice(place.length + 1)}`.trim();
}

function kindOf({ severity, message }: Remark): string {
  if (message.includes('has no counterpart')) return 'lost';
  return message.includes('is not a known key') ? 'unknown' : severity;
}

function errorsOf({ servers }: ForeignFile) {
  return servers.flatMap(({ label, remarks }) => {
    const error = remarks.find(({ severity }) => severity === 'error');
    return error === undefined ? [] : [{ label, path: error.path }];
  });
}

function ownPlace(dialect: Dialect, text: string): KeyPath {
  const there = serverListsIn(readDocument(dialect.format, text, 'F'), dialect).map(({ at }) => at);
  return there.sort((one, other) => other.length - one.length)[0] ?? dialect.at[0];
}

function withOwn(dialect: Dialect, text: string, label = 'callslip'): string {
  const at = ownPlace(dialect, text);
  return editDocument(dialect.format, text, [{ path: [...at, label], value: dialect.ownEntry(LAUNCH, at) }], 'F');
}

function written(dialect: Dialect, value: JsonObject): string {
  return dialect.format === 'toml' ? toToml(value) : JSON.stringify(value);
}

function under(at: KeyPath, value: Json): JsonObject {
  return at.reduceRight<Json>((inner, key) => ({ [key]: inner }), value) as JsonObject;
}

describe.each(DIALECTS.map((dialect) => [dialect.title, dialect] as const))('%s', (_title, dialect) => {
  const sample = () => fixture(dialect, `sample.${dialect.format}`);

  it('its file is read as it is meant', () => {
    const file = read(dialect, sample());
    expect(serversOf(file)).toEqual(expected(dialect, 'expected'));
    expect(errorsOf(file)).toEqual([]);
    expect(file.remarks.filter(({ severity }) => severity !== 'note')).toEqual([]);
  });

  it.each([1, 2, 3])(
    '[CFG-10] files in the forms that its documentation shows are read as they are meant: %i',
    (number) => {
      const { servers, remarks } = read(dialect, fixture(dialect, `documented/${number}.${dialect.format}`));
      const found = servers.map(({ label, path: place, standing, entry, approved, asked, remarks: told }) => ({
        label,
        ...(standing !== 'usable' && { standing }),
        ...(entry !== undefined && { entry }),
        ...(approved.length > 0 && { approved }),
        ...(asked.length > 0 && { asked }),
        ...(told.length > 0 && { told: told.map((remark) => toldOf(remark, place)) }),
      }));
      const told = remarks.map(({ severity, path: place }) => `${severity} ${place}`);
      expect({ servers: found, ...(told.length > 0 && { told }) }).toEqual(
        expected<readonly unknown[]>(dialect, 'documented/expected')[number - 1],
      );
    },
  );

  it('every entry is one that mcp_servers takes without a word', () => {
    for (const { label, entry = {} } of serversOf(read(dialect, sample()))) {
      const environment = Object.fromEntries(expandVariables(entry, {}).missing.map((name) => [name, 'x']));
      expect(readServerEntries({ [label]: entry }, environment).problems).toEqual([]);
    }
  });

  it('[CFG-10] a broken entry is told with its path and costs only itself', () => {
    const file = read(dialect, fixture(dialect, `broken.${dialect.format}`));
    const { errors, loads } = expected<ExpectedBroken>(dialect, 'expected-broken');
    expect(errorsOf(file)).toEqual(
      errors.map(({ label, path: end }) => ({
        label,
        path: expect.stringMatching(new RegExp(`^F: ${escaped(end)}$`)),
      })),
    );
    expect(serversOf(file).map(({ label }) => label)).toEqual(loads);
  });

  it.each([
    ['its file', sample],
    ['an empty one', () => ''],
  ])('our own entry in %s is read back, and nothing else has changed', (_what, text) => {
    const before = read(dialect, text());
    const after = read(dialect, withOwn(dialect, text()));
    const [own] = serversOf(after).filter(({ label }) => label === 'callslip');
    expect(own?.entry).toMatchObject(LAUNCH);
    expect(serversOf(after).filter(({ label }) => label !== 'callslip')).toEqual(serversOf(before));
    const { problems, servers } = readServerEntries({ callslip: own?.entry }, {});
    expect(problems).toEqual([]);
    expect(servers[0]?.endpoint).toEqual({ kind: 'stdio', ...LAUNCH });
  });

  it('an empty file has no servers and is no error', () => {
    const { servers, remarks } = read(dialect, '');
    expect(servers).toEqual([]);
    expect(remarks.map(({ severity }) => severity)).toEqual(['note']);
  });

  it('a file that is cut off is an error with its place, not a throw', () => {
    const cut = dialect.format === 'json' ? '{"a": [' : dialect.format === 'toml' ? 'a = [' : 'a: [';
    expect(read(dialect, cut)).toMatchObject({
      servers: [],
      remarks: [{ severity: 'error', message: expect.stringMatching(/^F:1:\d+/) }],
    });
  });

  it('line ends of Windows and a byte order mark change nothing', () => {
    const text = `\uFEFF${sample().replaceAll(/\r?\n/g, '\r\n')}`;
    expect(serversOf(read(dialect, text))).toEqual(serversOf(read(dialect, sample())));
    expect(withOwn(dialect, text)).toMatch(/^\uFEFF[^\n]*\r\n/);
  });

  it.runIf(dialect.format === 'json')('[CFG-02] comments and trailing commas change nothing', () => {
    const strict = JSON.stringify(readDocument('json', sample(), 'F'), null, 2);
    const loose = `/* mine */ ${strict.replaceAll(/([^{[,\s])\n(?=\s*[}\]])/g, '$1, // last\n')}`;
    expect(loose).toContain(', // last');
    expect(serversOf(read(dialect, loose))).toEqual(serversOf(read(dialect, strict)));
  });

  it('a key that nobody knows is told by its name', () => {
    const at = ownPlace(dialect, sample());
    const own = { ...dialect.ownEntry(LAUNCH, at), comandd: 'x' };
    const text = editDocument(dialect.format, sample(), [{ path: [...at, 'callslip'], value: own }], 'F');
    const server = read(dialect, text).servers.find(({ label }) => label === 'callslip');
    const place = `F: ${[...at, 'callslip', 'comandd'].join('.')}`;
    expect(server?.remarks).toMatchObject([
      { severity: 'warning', path: place, message: expect.stringContaining(place) },
    ]);
  });

  it.each(['__proto__', 'constructor'])('a server called %s is a server like any other', (label) => {
    const file = read(dialect, withOwn(dialect, '', label));
    expect(serversOf(file)).toMatchObject([{ label, entry: LAUNCH }]);
    expect(({} as JsonObject)['command']).toBeUndefined();
  });

  it.runIf(dialect.files)('its files are absolute on every platform, and known by their names', () => {
    for (const places of PLACES) {
      const { user, project } = dialect.files?.(places) ?? { user: [], project: [] };
      const { isAbsolute } = places.platform === 'win32' ? path.win32 : path.posix;
      expect(user.length).toBeGreaterThan(0);
      for (const file of [...user, ...project]) {
        expect([file, isAbsolute(file), dialectOf(file, {}).id]).toEqual([file, true, dialect.id]);
      }
    }
  });

  const keys = [
    ...Object.keys({ ...COMMON_KEYS, ...dialect.keys }),
    'command',
    'args',
    'env',
    'url',
    'headers',
    'type',
  ];
  const oddEntry = fc.dictionary(fc.constantFrom(...keys), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 6 });
  property.prop([fc.oneof(oddEntry, fc.jsonValue({ maxDepth: 2 }))], { numRuns: 60 })(
    '[INV-6] whatever stands in an entry, the one beside it is read',
    (odd) => {
      const [at] = dialect.at;
      const good = dialect.ownEntry(LAUNCH, at);
      const value = under(at, JSON.parse(JSON.stringify({ odd, good }, withoutNull(dialect))));
      const file = read(dialect, written(dialect, value));
      expect(file.servers.find(({ label }) => label === 'good')?.entry).toMatchObject(LAUNCH);
    },
  );

  const secret = fc.constant('s3cr3t');
  const oddSecret = fc.oneof(
    secret,
    fc.array(secret, { minLength: 1, maxLength: 2 }),
    fc.record({ a: secret, '${x': secret }),
  );
  property.prop([fc.dictionary(fc.constantFrom(...keys), oddSecret, { minKeys: 1, maxKeys: 5 })], { numRuns: 60 })(
    '[INV-10] no remark repeats what may be a secret',
    (odd) => {
      const secretKeys = Object.entries(odd).filter(([key]) => !TELLING.has(meaningWord(dialect, key)));
      const text = written(dialect, under(dialect.at[0], { odd: Object.fromEntries(secretKeys) }));
      const remarks = read(dialect, text).servers.flatMap((server) => server.remarks);
      expect(JSON.stringify(remarks)).not.toContain('s3cr3t');
    },
  );
});

/** Names of tools, transports and the like are told: they are no secrets. */
const TELLING: ReadonlySet<string> = new Set(['approved', 'type', 'tools', 'include', 'exclude', 'stays', 'other']);

function meaningWord(dialect: Dialect, key: string): string {
  const meaning = Object.hasOwn(dialect.keys, key) ? dialect.keys[key] : COMMON_KEYS[key];
  if (meaning === undefined) return ['command', 'args', 'env', 'url', 'headers'].includes(key) ? key : 'other';
  if (typeof meaning !== 'object') return meaning;
  return (
    [meaning.own].flat().find((own) => ['command', 'args', 'env', 'url', 'headers', 'cwd'].includes(own)) ?? 'other'
  );
}

/** TOML has no null. */
function withoutNull({ format }: Dialect) {
  return (_key: string, value: unknown) => (format === 'toml' && value === null ? 0 : value);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
