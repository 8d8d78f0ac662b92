import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { publishedLaunch, ROOT } from './published.mjs';

const PAGE = 'docs/install.md';
const BEGIN = '<!-- links: written by npm run package -->';
const END = '<!-- end of links -->';

/**
 * The rows of the page's table. Forges take links away that are not https, so each has one through a web page too.
 *
 * @returns {string}
 */
function linkTable() {
  const { name, ...server } = publishedLaunch();
  const config = encodeURIComponent(Buffer.from(JSON.stringify(server)).toString('base64'));
  const cursor = `?name=${name}&config=${config}`;
  const code = encodeURIComponent(JSON.stringify({ name, ...server }));
  const rows = [
    ['Cursor', `cursor://anysphere.cursor-deeplink/mcp/install${cursor}`, `https://cursor.com/en/install-mcp${cursor}`],
    ['VS Code', `vscode:mcp/install?${code}`, redirect(`vscode:mcp/install?${code}`)],
    ['VS Code Insiders', `vscode-insiders:mcp/install?${code}`, redirect(`vscode-insiders:mcp/install?${code}`)],
  ];
  const lines = rows.map(([client, link, web]) => `| ${client} | [install](${web}) | \`${link}\` |`);
  return ['| client | through its web page | to paste into the address bar |', '|---|---|---|', ...lines].join('\n');
}

/** @param {string} link */
function redirect(link) {
  return `https://insiders.vscode.dev/redirect?url=${encodeURIComponent(link)}`;
}

/**
 * Writes the install links into the page; with `--check` it only says whether they are there.
 *
 * @param {readonly string[]} args
 */
function main(args) {
  const file = path.join(ROOT, PAGE);
  const page = readFileSync(file, 'utf8');
  const [before, rest] = page.split(BEGIN);
  const [, after] = (rest ?? '').split(END);
  if (before === undefined || after === undefined) throw new Error(`${PAGE} must have the lines ${BEGIN} and ${END}`);
  const wanted = `${before}${BEGIN}\n\n${linkTable()}\n\n${END}${after}`;
  if (wanted === page) return;
  if (args.includes('--check')) {
    process.stderr.write(`callslip: the links in ${PAGE} are not those of this version; run: npm run package\n`);
    process.exitCode = 1;
    return;
  }
  writeFileSync(file, wanted);
  process.stderr.write(`callslip: wrote the install links into ${PAGE}\n`);
}

main(process.argv.slice(2));
