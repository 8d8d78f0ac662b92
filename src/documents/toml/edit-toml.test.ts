import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import type { Change } from '../document-format.ts';
import { editDocument, readDocument } from '../edit-document.ts';

function edit(text: string, ...changes: readonly Change[]): string {
  const edited = editDocument('toml', text, changes, 'f');
  parse(edited);
  return edited;
}
const OWN = { command: 'npx', args: ['-y', 'callslip'], env: { LEVEL: 'on' } };

const CODEX = `# Codex
model = "gpt-5" # which
approval_policy = "on-request"

# GitHub, read only
[mcp_servers.github]
command = "npx"
args = ["-y", "x"]
# disabled = true

[mcp_servers.github.env]
NOTE = """
[mcp_servers.fake]
x = 1"""

# --- more ---

[mcp_servers."lin ear"] # by hand
url = 'https://example.org'
# [mcp_servers.old]
# command = "x"

[profiles.a]
when = 1979-05-27
deep.er.x = 1

# of both
[[hist]]
a = 1
[[hist]]
a = { b = 1 }
[hist.sub]
c = 1

[mcp_servers]
z = { command = "z", env = { A = "1" } }
q.command = "q"
`;

describe('editDocument of TOML', () => {
  it('moves all servers and keeps what is not theirs', () => {
    const gone = ['github', 'lin ear', 'z', 'q'].map((name) => ({ path: ['mcp_servers', name] }));
    expect(edit(CODEX, ...gone, { path: ['mcp_servers', 'callslip'], value: OWN })).toBe(`# Codex
model = "gpt-5" # which
approval_policy = "on-request"

# --- more ---

# [mcp_servers.old]
# command = "x"

[profiles.a]
when = 1979-05-27
deep.er.x = 1

# of both
[[hist]]
a = 1
[[hist]]
a = { b = 1 }
[hist.sub]
c = 1

[mcp_servers]

[mcp_servers.callslip]
command = "npx"
args = ["-y", "callslip"]
env = { LEVEL = "on" }
`);
  });

  it('puts a table behind the last one under the same path', () => {
    const text = '[a.x]\nb = 1 # b\n[a.y]\n# none\n[c]\nd = 1\n';
    expect(edit(text, { path: ['a', 'z'], value: { e: 1 } })).toBe(
      '[a.x]\nb = 1 # b\n[a.y]\n\n[a.z]\ne = 1\n\n# none\n[c]\nd = 1\n',
    );
  });

  it.each([
    ['a list of tables', 'hist', '[profiles.a]\nwhen = 1979-05-27\ndeep.er.x = 1\n\n[mcp_servers]'],
    ['tables and what is written with dots', 'profiles', '# command = "x"\n\n# of both\n[[hist]]'],
  ])('takes out %s', (_what, key, expected) => {
    expect(edit(CODEX, { path: [key] })).toContain(expected);
  });

  it.each([
    ['a.b = 1\n', [{ path: ['a', 'c'], value: 2 }], 'a.b = 1\na.c = 2\n'],
    ['a.b = 1\n', [{ path: ['a', 'c'], value: { d: 2 } }], 'a.b = 1\n\n[a.c]\nd = 2\n'],
    ['a.b = 1\n', [{ path: ['a', 'b'] }], '[a]\n'],
    ['[a.b]\nc = 1\n', [{ path: ['a', 'd'], value: 2 }], '[a.b]\nc = 1\n\n[a]\nd = 2\n'],
    ['[a]\nb = 1\n[c]\n', [{ path: ['d'], value: 2 }], 'd = 2\n\n[a]\nb = 1\n[c]\n'],
    ['# top\n\n# a\n[a]\n', [{ path: ['d'], value: 2 }], '# top\n\nd = 2\n\n# a\n[a]\n'],
    ['# top\n', [{ path: ['d'], value: 2 }], '# top\n\nd = 2\n'],
    ['# a\n[a]\n', [{ path: ['d'], value: 2 }], 'd = 2\n\n# a\n[a]\n'],
    ['[a]\nb = 1', [{ path: ['a', 'c'], value: [1, { d: 'x' }] }], '[a]\nb = 1\nc = [1, { d = "x" }]'],
    ['[a] # x\n\n[b]\n', [{ path: ['a', 'c'], value: 1.5 }], '[a] # x\nc = 1.5\n\n[b]\n'],
    ['a = { b = 1 }\n', [{ path: ['a', 'c'], value: { d: {} } }], 'a = { b = 1, c = { d = {} } }\n'],
    ['a = { b.c = 1 }\n', [{ path: ['a', 'b', 'd'], value: 2 }], 'a = { b = { c = 1, d = 2 } }\n'],
    ['a = """\n[b]\n""" # c\nd = 1\n', [{ path: ['a'] }], 'd = 1\n'],
    ["a = '''x\n# y'''\nd = 1\n", [{ path: ['a'], value: 'z\n"\\\u007f' }], 'a = "z\\n\\"\\\\\\u007f"\nd = 1\n'],
    ['[[a]]\nb = 1\n[[a.c]]\n', [{ path: ['a'], value: { x: 1 } }], '[a]\nx = 1\n'],
    [
      'a = 1\n',
      [{ path: ['b'], value: { c: { d: { e: 1 } }, f: 1e21, g: 2 ** 60 } }],
      'a = 1\n\n[b]\nf = 1e+21\ng = 1152921504606847000.0\n\n[b.c.d]\ne = 1\n',
    ],
    ['"a b".c = 1\n', [{ path: ['a b', 'd.e'], value: 1 }], '"a b".c = 1\n"a b"."d.e" = 1\n'],
  ])('makes of %j with %j what a careful hand would', (text, changes, expected) => {
    expect(edit(text, ...changes)).toBe(expected);
  });

  it('gives a long mapping a table of its own', () => {
    const env = { A: 'x'.repeat(60), B: 'y'.repeat(60) };
    expect(edit('', { path: ['s', 'a'], value: { command: 'c', env } })).toBe(
      `[s.a]\ncommand = "c"\n\n[s.a.env]\nA = "${env.A}"\nB = "${env.B}"\n`,
    );
  });

  it('can not write null', () => {
    expect(() => edit('a = 1\n', { path: ['b'], value: { c: null } })).toThrow('make the change by hand');
  });
});

describe('readDocument of TOML', () => {
  const read = (text: string) => readDocument('toml', text, 'f');

  it('gives as text what JSON has no value for', () => {
    const text =
      'a = 1979-05-27T07:32:00Z\nb = [inf, -inf, nan]\nc = 9223372036854775807\nd = 0xff\ne = 07:32:00\nf = 1e3\n';
    expect(read(text)).toEqual({
      a: '1979-05-27T07:32:00Z',
      b: ['inf', '-inf', 'nan'],
      c: '9223372036854775807',
      d: 255,
      e: '07:32:00',
      f: 1000,
    });
  });

  it('puts together what is spread over a file', () => {
    expect(read(CODEX)).toMatchObject({
      mcp_servers: { github: { env: { NOTE: '[mcp_servers.fake]\nx = 1' } }, q: { command: 'q' } },
      hist: [{ a: 1 }, { a: { b: 1 }, sub: { c: 1 } }],
    });
  });

  it.each([
    ['a = "hunter2', 'f:1:13: a text is not closed'],
    ['[a]\nb = 1\nb = 2', 'f:3:1: a key or table is written twice'],
    ['[a]\n[a]', 'f:2:2: a key or table is written twice'],
    ['a = hunter2', 'f:1:5: a character stands where it can not; put texts in quotes'],
    ['a = "\u0001"', 'f:1:6: a control character stands here; write it as an escape'],
    ['a = 1 # \u0001', 'f:1:9: a character stands here that TOML does not allow'],
    ['a\n', 'f:2:1: an equals sign is missing behind a key'],
    [`a = ${'["]",'.repeat(201)}`, 'f: it nests deeper than 200 levels'],
    [`a = ${"['''\n]''',".repeat(201)}`, 'f: it nests deeper than 200 levels'],
    [`${'a.'.repeat(200)}b = 1`, 'f: it nests deeper than 200 levels'],
    [`[${'a.'.repeat(200)}b]`, 'f: it nests deeper than 200 levels'],
  ])('refuses %#: names the place, and nothing of what stands there', (text, message) => {
    expect(() => read(text)).toThrow(message);
    expect(() => read(text)).not.toThrow('hunter2');
  });

  it('is not misled by brackets in texts and comments', () => {
    const brackets = '['.repeat(300);
    const text = `a = "\\"${brackets}" # ${brackets}\nb = '${brackets}'\nc = """"${brackets}"""\nd = '''\n${brackets}'''\n`;
    expect(Object.keys(read(text))).toEqual(['a', 'b', 'c', 'd']);
  });

  it('names the file of a text that is too long for its parser', () => {
    const text = `[mcp_servers.a]\ncommand = "${'y'.repeat(1_000_000)}"\n`;
    expect(() => readDocument('toml', text, 'f')).toThrow('f: a text in it is too long');
  });
});
