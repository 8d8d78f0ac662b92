import { structuredPatch } from 'diff';
import { maskText } from '../../guard/mask-secrets.ts';
import { secretsInText } from '../../guard/secret-shapes.ts';
import { variablesIn } from '../../setup/config/env-file.ts';
import type { FileChange } from '../../setup/file-change.ts';
import { printable, type Style } from '../terminal/printable.ts';

const PLAIN_LINE = (line: string): string => line;

/**
 * What changes in each file, as a unified diff. Secrets show as `***`: the values of variables, and whatever tells by its
 * name or shape that it is one.
 *
 * @param known values that are secret.
 */
export function renderDiffs(changes: readonly FileChange[], known: readonly string[], style: Style): string {
  return changes.map((change) => renderDiff(change, known, style)).join('\n');
}

function renderDiff({ file, before, after, undo }: FileChange, known: readonly string[], style: Style): string {
  const masked = undo.kind === 'variables' ? maskedVariables : (text: string) => maskedLines(text, known);
  const old = before === undefined ? '' : masked(before.toString('utf8'));
  const { hunks } = structuredPatch(file, file, old, masked(after.toString('utf8')), '', '', { context: 3 });
  const heads = [`--- ${before === undefined ? '(no such file)' : printable(file)}`, `+++ ${printable(file)}`];
  return [
    ...heads.map(style.head),
    ...hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
      style.faint(`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`),
      ...lines.map((line) => colourOf(line, style)(printable(line))),
    ]),
  ].join('\n');
}

function colourOf(line: string, style: Style): (text: string) => string {
  if (line.startsWith('+')) return style.good;
  return line.startsWith('-') ? style.bad : PLAIN_LINE;
}

/** Every value in a file of variables is one, and may stand in several lines: only names show. */
function maskedVariables(text: string): string {
  return [...variablesIn(text).keys()].map((name) => `${name}=***\n`).join('');
}

function maskedLines(text: string, known: readonly string[]): string {
  return text
    .split('\n')
    .map((line) => {
      const shown = [...secretsInText(line), ...secretsInText(asPair(line))].filter((value) => !isVariable(value));
      return maskText(line.replace(/\r$/, ''), [...known, ...shown]);
    })
    .join('\n');
}

/** `${NAME}`, also in quotes or behind `Bearer`: it names a secret and is none. */
function isVariable(value: string): boolean {
  return /^["']?(?:[A-Za-z]+ +)?\$\{[^{}]*\}["',]*$/.test(value);
}

/** `NAME = "value"` and `NAME: value`, as TOML and YAML have them, in the form that tells a name from its value. */
function asPair(line: string): string {
  return line.trim().replace(/^["']?([\w.-]+)["']?\s*[=:]\s*/, '$1=');
}
