import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { report } from './problems.mjs';
import { repositoryFiles } from './repository-files.mjs';

const ID = /^[A-Z][A-Z0-9]*-[0-9]+(?:\.[0-9]+)*[a-z]?$/;
const EXCEPTED = 'excepted.md';
/** A string that begins with one or more ids in brackets: a test's title, or a title in a table of cases. */
const TITLE = /(\.(?:skip|todo)\(\s*)?['"`]((?:\[[A-Z][A-Z0-9]*-[\w.]+\] ?)+)/g;

/** @typedef {{ id: string; page: string; line: number; text: string }} Row */

/**
 * The rules gate. `docs/rules/*.md` holds what the product promises, in tables `| id | promise | source |`;
 * `docs/rules/excepted.md` holds what it does not, as `| id | reason |`. Each promise needs a test whose title begins
 * with `[ID]`; a skipped test does not count.
 */
function checkRules() {
  const root = path.resolve(process.argv[2] ?? path.dirname(path.dirname(fileURLToPath(import.meta.url))));
  const pages = readdirSync(path.join(root, 'docs/rules')).filter((file) => file.endsWith('.md'));
  const rows = pages.map((page) => readRows(root, page));
  const problems = rows.flatMap((page) => page.problems);
  const all = rows.flatMap((page) => page.rows);
  const promised = all.filter((row) => row.page !== EXCEPTED);
  const cited = readCitations(root);
  problems.push(...repeated(all));
  for (const row of promised) {
    if (!cited.has(row.id)) problems.push(`docs/rules/${row.page}:${row.line}: ${row.id} has no test. "${row.text}"`);
  }
  const known = new Set(all.map((row) => row.id));
  for (const [id, places] of cited) {
    if (!known.has(id)) problems.push(`${places[0]}: cites ${id}, which no page of docs/rules/ has`);
  }
  if (promised.length === 0) problems.push('docs/rules: no promise found');
  report('rules', problems, `${promised.length} promises, ${all.length - promised.length} exceptions`);
}

/**
 * @param {string} root
 * @param {string} page
 * @returns {{ rows: Row[]; problems: string[] }}
 */
function readRows(root, page) {
  const width = page === EXCEPTED ? 2 : 3;
  /** @type {Row[]} */
  const rows = [];
  /** @type {string[]} */
  const problems = [];
  const lines = readFileSync(path.join(root, 'docs/rules', page), 'utf8').split('\n');
  for (const [index, line] of lines.entries()) {
    const cells = readCells(line);
    if (!cells || cells[0] === 'id' || cells.every((cell) => /^:?-+:?$/.test(cell))) continue;
    const [id = '', text = ''] = cells;
    const place = `docs/rules/${page}:${index + 1}`;
    if (!ID.test(id)) problems.push(`${place}: "${id}" is not an id such as TS-11.3.6 or SCH-06`);
    else if (cells.length !== width || cells.includes('')) problems.push(`${place}: ${id} needs ${width} filled cells`);
    else rows.push({ id, page, line: index + 1, text });
  }
  return { rows, problems };
}

/**
 * The cells of a table row; `\|` is a bar in the text.
 *
 * @param {string} line
 * @returns {string[] | undefined}
 */
function readCells(line) {
  const row = /^\s*\|(.*)\|\s*$/.exec(line)?.[1];
  return row?.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** @param {readonly Row[]} rows */
function repeated(rows) {
  /** @type {Map<string, Row>} */
  const first = new Map();
  return rows.flatMap((row) => {
    const earlier = first.get(row.id);
    if (!earlier) first.set(row.id, row);
    return earlier
      ? [`docs/rules/${row.page}:${row.line}: ${row.id} is already in ${earlier.page}:${earlier.line}`]
      : [];
  });
}

/**
 * @param {string} root
 * @returns {Map<string, string[]>} id to the places that cite it
 */
function readCitations(root) {
  /** @type {Map<string, string[]>} */
  const cited = new Map();
  for (const file of repositoryFiles(root).filter((name) => name.endsWith('.test.ts'))) {
    const text = readFileSync(path.join(root, file), 'utf8');
    for (const match of text.matchAll(TITLE)) {
      if (match[1]) continue;
      const line = text.slice(0, match.index).split('\n').length;
      for (const [, id = ''] of (match[2] ?? '').matchAll(/\[([^\]]+)\]/g)) {
        cited.set(id, [...(cited.get(id) ?? []), `${file}:${line}`]);
      }
    }
  }
  return cited;
}

checkRules();
