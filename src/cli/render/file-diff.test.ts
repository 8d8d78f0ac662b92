// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is the syntax of variables
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../documents/document-format.ts';
import { styleFor } from '../terminal/printable.ts';
import { renderDiffs } from './file-diff.ts';

const STYLE = styleFor(false, {});

/** The diff of a document that becomes another. */
function diff(format: FormatName, before: string | undefined, after: string, known: readonly string[] = []): string {
  const undo = { kind: 'document', format, changes: [] } as const;
  const bytes = before === undefined ? undefined : Buffer.from(before);
  return renderDiffs([{ file: '/f', before: bytes, after: Buffer.from(after), isPrivate: false, undo }], known, STYLE);
}

describe('renderDiffs', () => {
  it.each<[string, FormatName, string]>([
    ['over several lines of TOML', 'toml', "PEM_KEY = '''\n-- BEGIN --\nhunter2\n'''\n"],
    ['over several lines in quotes', 'toml', 'A_TOKEN = """one\nhunter2"""\n'],
    ['over several lines of YAML', 'yaml', 'PEM_KEY: |\n  one\n  hunter2\n'],
    ['in folded lines', 'yaml', 'A_TOKEN: one\n  hunter2\n'],
    ['under a name in a line of its own', 'yaml', '? A_TOKEN\n: hunter2\n'],
    ['with escapes', 'json', '{"args": ["--token", "\\u0068unter2\\"hunter2"]}'],
    ['with doubled quotes', 'yaml', "args: [--token, 'hunter2''s']\n"],
    ['in a line below its name', 'json', '{"A_TOKEN":\n"hunter2"}'],
    ['below a name of its own', 'yaml', 'credentials:\n  user: hunter2\n  list: [hunter2]\n'],
    ['in an address', 'json', '{"args": ["postgres://u:hunter2@h/db"]}'],
    ['in a comment', 'json', '{"a": 1 // "A_TOKEN": "hunter2"\n}'],
  ])('masks a secret %s', (_what, format, text) => {
    const shown = diff(format, text, format === 'json' ? '{}' : '');
    expect(shown).toContain('***');
    expect(shown).not.toContain('unter2');
  });

  it('masks secrets of a few characters, in which others are not looked for', () => {
    expect(diff('yaml', 'args: [--token, q7, -v, q7x]\nurl: "x://u:p@h"\nA_KEY: 42\n', '')).toBe(
      '--- /f\n+++ /f\n@@ -1,7 +0,0 @@\n-args:\n-  - --token\n-  - "***"\n-  - -v\n-  - q7x\n-url: x://u:***@h\n-A_KEY: "***"',
    );
  });

  it('shows variables, which are no secrets', () => {
    const text =
      'env:\n  A_TOKEN: ${A_TOKEN}\n  B_TOKEN: ${env:B}\n  C_TOKEN: "{env:C}"\nargs:\n  - "Authorization: Bearer ${D}"\nheaders:\n  Authorization: Bearer ${E}\n';
    const added = text.trimEnd().replaceAll(/^/gm, '+');
    expect(diff('yaml', undefined, text)).toBe(`--- (no such file)\n+++ /f\n@@ -0,0 +1,8 @@\n${added}`);
  });

  it('shows nothing of a document in which a secret can not be masked', () => {
    const text = 'one: {A_TOKEN: &token hunter2}\ntwo: *token\n';
    expect(diff('yaml', text, `${text}three: 3\n`)).toBe(
      "--- /f\n+++ /f\n(not shown, for its secrets can't be masked)",
    );
  });

  it('masks known values wherever they stand', () => {
    expect(diff('toml', 'x = "say hunter2"\n', 'x = "hunter2"\n', ['hunter2'])).toContain('-x = "say ***"\n+x = "***"');
  });

  it('shows names alone of a file of variables', () => {
    const undo = { kind: 'variables', names: ['A'] } as const;
    const after = Buffer.from('A="one\nhunter2"\n');
    const shown = renderDiffs([{ file: '/.env', before: undefined, after, isPrivate: true, undo }], [], STYLE);
    expect(shown).toBe('--- (no such file)\n+++ /.env\n@@ -0,0 +1,1 @@\n+A=***');
  });
});
