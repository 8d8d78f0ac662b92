import { describe, expect, it } from 'vitest';
import type { Change } from '../document-format.ts';
import { editDocument, readDocument } from '../edit-document.ts';

const edit = (text: string, ...changes: readonly Change[]) => editDocument('json', text, changes, 'f');
const OWN = { command: 'npx', args: ['-y', 'callslip'] };

const ZED = `// Zed settings
//
// For information on how to configure Zed, see its documentation.
{
  "ui_font_size": 16, // px
  // Servers
  "context_servers": {
    // work
    "github": { "command": { "path": "npx", "args": ["-y", "x"] } }, // token in keychain

    // "old": { "command": "x" },
    "linear": {
      "command": "y",
      /* soon */
      "enabled": false,
    },

    // of both
    "one": { "command": "1" },
    "two": { "command": "2" },
    // add more here
  },
  "theme": { "mode": "system" },
}
`;

describe('editDocument of JSON', () => {
  it('moves the servers of a file with many comments, and keeps the comments that are not theirs', () => {
    const names = ['github', 'linear', 'one', 'two'];
    const gone = names.map((name) => ({ path: ['context_servers', name] }));
    expect(edit(ZED, ...gone, { path: ['context_servers', 'callslip'], value: OWN })).toBe(`// Zed settings
//
// For information on how to configure Zed, see its documentation.
{
  "ui_font_size": 16, // px
  // Servers
  "context_servers": {
    // work

    // "old": { "command": "x" },
    // add more here
    "callslip": {
      "command": "npx",
      "args": ["-y", "callslip"]
    }
  },
  "theme": { "mode": "system" },
}
`);
  });

  it.each([
    ['a comment that speaks of several', ['one'], '    // of both\n    "two": { "command": "2" },\n    // add'],
    ['no comment of members that all go', ['one', 'two'], '    },\n\n    // add'],
    ['no comment on the line of a member', ['github'], '    // work\n\n    // "old"'],
    ['a member that was switched off', ['linear'], '\n    // "old": { "command": "x" },\n\n    // of both'],
  ])('keeps %s', (_what, names, expected) => {
    expect(edit(ZED, ...names.map((name) => ({ path: ['context_servers', name] })))).toContain(expected);
  });

  it('changes only what differs within a member', () => {
    const value = { command: 'z', enabled: false, args: [] };
    expect(edit(ZED, { path: ['context_servers', 'linear'], value })).toBe(
      ZED.replace('"command": "y"', '"command": "z"').replace(
        '"enabled": false,',
        '"enabled": false,\n      "args": [],',
      ),
    );
  });

  it.each([
    ['{"a":1,"b":{"c":2}}', [{ path: ['b', 'd'], value: { e: [1] } }], '{"a":1,"b":{"c":2,"d":{"e":[1]}}}'],
    ['{"a":1,"b":2}', [{ path: ['a'] }], '{"b":2}'],
    ['{"a":1,"b":2}', [{ path: ['b'] }], '{"a":1}'],
    ['{ "a": 1, "b": 2 }', [{ path: ['a'] }], '{ "b": 2 }'],
    ['{ "a": 1, "b": 2 }', [{ path: ['b'] }, { path: ['c'], value: 3 }], '{ "a": 1, "c": 3 }'],
    ['{ "a": 1 }', [{ path: ['a'] }], '{}'],
    ['{"a": 1, }', [{ path: ['b'], value: null }], '{"a": 1, "b": null, }'],
    ['{"a": null}', [{ path: ['a', 'b'], value: 1 }], '{"a": { "b": 1 }}'],
    ['{"a": 1 /* x */, /* y */ "b": 2}', [{ path: ['b'] }], '{"a": 1 /* x */ /* y */}'],
    [
      '{\n\t"a": {}\n}',
      [{ path: ['a', 'b'], value: { c: 1 } }],
      '{\n\t"a": {\n\t\t"b": {\n\t\t\t"c": 1\n\t\t}\n\t}\n}',
    ],
    ['{\n  "a": 1\n, "b": 2\n}', [{ path: ['b'] }], '{\n  "a": 1\n}'],
    ['{\n  "a": 1, // a\n  "b": 2 // b\n}', [{ path: ['b'] }], '{\n  "a": 1 // a\n}'],
    [
      '{\n  "a": 1, // a\n  "b": 2 // b\n}',
      [{ path: ['c'], value: 3 }],
      '{\n  "a": 1, // a\n  "b": 2, // b\n  "c": 3\n}',
    ],
    ['{\n  "a": 1, "b": 2, // both\n  "c": 3\n}', [{ path: ['b'] }], '{\n  "a": 1, // both\n  "c": 3\n}'],
    ['{\n  // none\n}', [{ path: ['a'], value: 1 }], '{\n  // none\n  "a": 1\n}'],
    ['{ /* none */ }', [{ path: ['a'], value: 1 }], '{ /* none */  "a": 1 }'],
    ['{"a": 1, "b": 2, "a": 3}', [{ path: ['a'], value: 4 }], '{"a": 1, "b": 2, "a": 4}'],
    ['{"a": 1, "b": 2, "a": 3}', [{ path: ['a'] }], '{"b": 2}'],
    ['{"a": 1}', [{ path: ['a'], value: null }], '{"a": null}'],
    ['{"a": 1 , /* y */ "b": 2}', [{ path: ['b'] }], '{"a": 1 /* y */}'],
    ['{\n  "a": 1, /* end */ }', [{ path: ['b'], value: 2 }], '{\n  "a": 1,\n  "b": 2, /* end */ }'],
    ['{ "a": 1\n  // end\n}', [{ path: ['a'] }], '{\n  // end\n}'],
    ['{\n  "a": 1,\n\n  "b": 2\n}', [{ path: ['a'] }], '{\n  "b": 2\n}'],
    ['{\n  "a": 1, "b": 2,\n  "c": 3\n}', [{ path: ['b'] }], '{\n  "a": 1,\n  "c": 3\n}'],
    ['{\n  "a": 1, "b": 2 // b\n}', [{ path: ['b'] }], '{\n  "a": 1 // b\n}'],
    ['{\n"a": 1\n}', [{ path: ['b'], value: { c: 1 } }], '{\n"a": 1,\n"b": {\n  "c": 1\n}\n}'],
    ['{\n  "a":1\n}', [{ path: ['b'], value: { c: {} } }], '{\n  "a":1,\n  "b": {\n    "c": {}\n  }\n}'],
    ['{\n  "a": [\n    1\n  ]\n}', [{ path: ['b'], value: [2] }], '{\n  "a": [\n    1\n  ],\n  "b": [\n    2\n  ]\n}'],
  ])('makes of %j with %j what a careful hand would', (text, changes, expected) => {
    expect(edit(text, ...changes)).toBe(expected);
  });

  it('puts a document below comments when there is nothing else', () => {
    expect(edit('// mine', { path: ['a'], value: 1 })).toBe('// mine\n{\n  "a": 1\n}\n');
  });

  it('changes a file of one line and 10 MB in a few seconds, whatever brackets stand in its texts', () => {
    const history = Array.from({ length: 20_000 }, (_, index) => ({ display: `${'[{ "x '.repeat(70)}${index}` }));
    const servers = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`s${index}`, OWN]));
    const text = JSON.stringify({ history, mcpServers: servers, last: true });
    expect(text.length).toBeGreaterThan(9_500_000);
    const start = performance.now();
    const edited = edit(text, ...Object.keys(servers).map((name) => ({ path: ['mcpServers', name] })), {
      path: ['mcpServers', 'callslip'],
      value: OWN,
    });
    expect(performance.now() - start).toBeLessThan(15_000);
    expect(edited).toBe(JSON.stringify({ history, mcpServers: { callslip: OWN }, last: true }));
  }, 30_000);
});

describe('readDocument of JSON', () => {
  const read = (text: string) => readDocument('json', text, 'f');

  it.each([
    ['{"a": }', 'f:1:7 is not JSON: a value is missing'],
    ['{"a": 1 "b": 2}', 'f:1:9 is not JSON: a comma is missing'],
    ['{"a": "hunter2', 'f:1:7 is not JSON: a text is not closed'],
    ['{\n"a": hunter2}', 'f:2:6 is not JSON: a word stands here that is neither true, false nor null'],
    ['[]', 'f: it must be a mapping of keys to values'],
    ['null', 'f: it must be a mapping of keys to values'],
    ['{"a":'.repeat(201), 'f: it nests deeper than 200 levels'],
    ['["]",'.repeat(201), 'f: it nests deeper than 200 levels'],
    ['[/*]*/'.repeat(100_000), 'f: it nests deeper than 200 levels'],
  ])('refuses %#: names the place, and nothing of what stands there', (text, message) => {
    expect(() => read(text)).toThrow(message);
    expect(() => read(text)).not.toThrow('hunter2');
  });

  it('is not misled by brackets in texts and comments', () => {
    const text = `{ /* ${'['.repeat(300)} */ "a": "\\"${'{'.repeat(300)}", // ${'['.repeat(300)}\n}`;
    expect(read(text)).toEqual({ a: `"${'{'.repeat(300)}` });
  });

  it.each(['', ' \n', '// nothing\n', '/* nothing */'])('says {} for %j', (text) => {
    expect(read(text)).toEqual({});
  });

  it('takes the last of a key that is written twice, in strict JSON and with comments', () => {
    expect(read('{"a": 1, "a": 2}')).toEqual({ a: 2 });
    expect(read('{"a": 1, "a": 2,} // x')).toEqual({ a: 2 });
  });
});
