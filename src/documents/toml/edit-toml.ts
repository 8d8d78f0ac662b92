import type { JsonObject } from '../../base/json.ts';
import { differencesOf } from '../differences.ts';
import type { KeyPath } from '../document-format.ts';
import { applySplices, type Splice } from '../text/splice.ts';
import { addToTable } from './add-to-toml.ts';
import { cutPaths } from './cut-toml.ts';
import { editInlineTable } from './inline-table.ts';
import { parseToml } from './parse-toml.ts';
import { readToml } from './read-toml.ts';
import { isSamePath, outlineOf, type TomlEntry, type TomlOutline } from './toml-outline.ts';
import { writeValue } from './write-toml.ts';

/** Changes a text in TOML so that it says `wanted`; see {@link DocumentFormat}. */
export function editToml(text: string, wanted: JsonObject): string {
  return half(half(text, wanted, 'take'), wanted, 'add');
}

interface TomlEdit {
  readonly outline: TomlOutline;
  readonly step: 'add' | 'take';
  /** Paths under which nothing stays. */
  readonly gone: KeyPath[];
  readonly splices: Splice[];
  /** Tables that are added, behind what else is added at the same place. */
  readonly tables: Splice[];
}

function half(text: string, wanted: JsonObject, step: 'add' | 'take'): string {
  const edit: TomlEdit = { outline: outlineOf(text, parseToml(text, '')), step, gone: [], splices: [], tables: [] };
  editTable(edit, [], [readToml(text, ''), wanted]);
  return applySplices(text, [...edit.splices, ...edit.tables, ...cutPaths(edit.outline, edit.gone)]);
}

/** Half of what turns the table at `path` from `before` to `after`. */
function editTable(edit: TomlEdit, path: KeyPath, change: readonly [before: JsonObject, after: JsonObject]): void {
  const { added, removed, replaced, within } = differencesOf(...change);
  for (const [key, pair] of within) {
    const entry = entryAt(edit.outline, [...path, key]);
    if (entry === undefined) editTable(edit, [...path, key], pair);
    else edit.splices.push(...editInlineTable(edit.outline.text, entry, pair, edit.step));
  }
  if (edit.step === 'add') {
    const { entries, tables } = addToTable(edit.outline, path, Object.fromEntries(added));
    edit.splices.push(...entries);
    edit.tables.push(...tables);
    return;
  }
  edit.gone.push(...[...removed].map((key) => [...path, key]));
  for (const [key, value] of replaced) {
    const entry = entryAt(edit.outline, [...path, key]);
    // What is spread over tables goes, and is added in whole.
    if (entry === undefined) edit.gone.push([...path, key]);
    else edit.splices.push({ start: entry.value.range[0], end: entry.value.range[1], text: writeValue(value) });
  }
}

/** Where the value of exactly this path stands, if it stands behind a key. */
function entryAt({ root, tables }: TomlOutline, path: KeyPath): TomlEntry | undefined {
  return [root, ...tables].flatMap(({ entries }) => entries).find((entry) => isSamePath(entry.path, path));
}
