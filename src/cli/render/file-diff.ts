import { structuredPatch } from 'diff';
import { maskText } from '../../guard/mask-secrets.ts';
import { secretsInText } from '../../guard/secret-shapes.ts';
import { variablesIn } from '../../setup/config/env-file.ts';
import type { FileChange, Undo } from '../../setup/file-change.ts';
import { printable, type Style } from '../terminal/printable.ts';
import { isVariable, maskedDocument } from './masked-document.ts';

const PLAIN_LINE = (line: string): string => line;
/** How a credential is announced, and what is masked already. */
const NO_SECRET = /^["']?(?:bearer|basic|token|\*\*\*)["',]*$/i;

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
  const heads = [`--- ${before === undefined ? '(no such file)' : printable(file)}`, `+++ ${printable(file)}`];
  const [old, now] = [before, after].map((bytes) => bytes && masked(bytes.toString('utf8'), undo, known));
  const isShown = now !== undefined && (old !== undefined || before === undefined);
  const lines = isShown ? diffLines(old ?? '', now, style) : ["(not shown, for its secrets can't be masked)"];
  return [...heads.map(style.head), ...lines].join('\n');
}

function diffLines(old: string, now: string, style: Style): readonly string[] {
  const { hunks } = structuredPatch('', '', old, now, '', '', { context: 3 });
  return hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    style.faint(`@@ -${rangeOf(oldStart, oldLines)} +${rangeOf(newStart, newLines)} @@`),
    ...lines.map((line) => colourOf(line, style)(printable(line))),
  ]);
}

/** Of no lines, the line before them. */
function rangeOf(start: number, lines: number): string {
  return `${lines === 0 ? start - 1 : start},${lines}`;
}

/** Absent when that can't be done. */
function masked(text: string, undo: Undo, known: readonly string[]): string | undefined {
  if (undo.kind === 'variables') return maskedVariables(text);
  const document = maskedDocument(undo.format, text, known);
  return document && maskedLines(document, known);
}

function colourOf(line: string, style: Style): (text: string) => string {
  if (line.startsWith('+')) return style.good;
  return line.startsWith('-') ? style.bad : PLAIN_LINE;
}

/** Every value in a file of variables is one, and may stand in several lines: only names show. */
function maskedVariables(text: string): string {
  return [...variablesIn(text).keys()].map((name) => `${name}=***\n`).join('');
}

/** What stands in comments is no part of what a document says. */
function maskedLines(text: string, known: readonly string[]): string {
  return text
    .split('\n')
    .map((line) => {
      const shown = [...secretsInText(line), ...secretsInText(asPair(line))];
      const secrets = shown.filter((value) => !isVariable(value) && !NO_SECRET.test(value));
      return maskText(line.replace(/\r$/, ''), [...known, ...secrets]);
    })
    .join('\n');
}

/** `NAME = "value"` and `NAME: value`, as TOML and YAML have them, in the form that tells a name from its value. */
function asPair(line: string): string {
  return line.trim().replace(/^["']?([\w.-]+)["']?\s*[=:]\s*/, '$1=');
}
