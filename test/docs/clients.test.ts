import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { editDocument } from '../../src/documents/edit-document.ts';
import { DIALECTS } from '../../src/mcp/import/dialects.ts';

const PAGES = new URL('../../docs/clients/', import.meta.url);
const CLIENTS = DIALECTS.filter(({ files }) => files !== undefined);

/** What the blocks of a page in one language say. */
function blocksOf(page: string, language: string): readonly string[] {
  const text = readFileSync(new URL(page, PAGES), 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${language}$\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, block = '']) => block,
  );
}

describe('pages of clients', () => {
  it('every client has a page, and a row that leads to it', () => {
    const overview = readFileSync(new URL('README.md', PAGES), 'utf8');
    for (const { id, title } of CLIENTS) {
      expect(existsSync(new URL(`${id}.md`, PAGES)), `docs/clients/${id}.md`).toBe(true);
      expect(overview).toContain(`| [${title}](${id}.md) | \`${id}\` |`);
    }
  });

  it.each(CLIENTS)('$title: its entry is shown as it is written', (dialect) => {
    const blocks = blocksOf(`${dialect.id}.md`, dialect.format);
    const version = /callslip@(\d+\.\d+\.\d+)/.exec(blocks.join())?.[1];
    const launch = { command: 'npx', args: ['-y', `callslip@${version}`, 'serve'], env: {} };
    const [at] = dialect.at;
    const change = { path: [...at, 'callslip'], value: dialect.ownEntry(launch, at) };
    expect(blocks.map((block) => block.trim())).toContain(editDocument(dialect.format, '', [change], 'F').trim());
  });
});
