import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leg } from '../legs.ts';

const executablePath = findChromium();
const QUIET = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'];
const OFFLINE = ['--disable-background-networking', '--disable-component-update'];

leg(
  'browser',
  executablePath !== undefined,
  'install chromium, or set CALLSLIP_CHROMIUM to its path',
)('the library in a browser', () => {
  let folder: string;
  let server: Server;
  let browser: Browser;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'callslip-browser-'));
    const root = fileURLToPath(new URL('../fixtures/browser', import.meta.url));
    await build({ root, base: './', logLevel: 'silent', build: { outDir: folder, emptyOutDir: true } });
    server = await serve(folder);
    browser = await chromium.launch({ executablePath: executablePath as string, args: [...QUIET, ...OFFLINE] });
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    server?.close();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  it('searches, describes and dispatches in a page, without anything of Node', async () => {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/index.html`);
    const seen = (await page.evaluate('useTheBridge()')) as Record<string, string>;
    expect(errors).toEqual([]);
    expect(seen['shown']).toEqual(['tool_search', 'tool_describe', 'tool_call']);
    expect(JSON.parse(seen['found'] ?? '')).toMatchObject({ results: [{ matches: ['page_title'] }] });
    expect(JSON.parse(seen['described'] ?? '')).toMatchObject({
      tools: { page_title: { parameters: { required: ['upper'] } } },
    });
    expect(seen['called']).toBe('A QUIET PAGE');
    expect(JSON.parse(seen['refused'] ?? '')).toMatchObject({ code: 'invalid-arguments' });
  });
});

function findChromium(): string | undefined {
  const { CALLSLIP_CHROMIUM } = process.env;
  if (CALLSLIP_CHROMIUM !== undefined) return CALLSLIP_CHROMIUM;
  for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
    try {
      return execFileSync('which', [name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    } catch {
      // Not this one.
    }
  }
  return undefined;
}

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

async function serve(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    readFile(join(folder, path)).then(
      (body) => response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/plain' }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
