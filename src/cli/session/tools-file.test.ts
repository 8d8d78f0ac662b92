import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRegistry } from '../../registry/registry.ts';
import { readToolsFile, registerFileSources } from './tools-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'callslip-tools-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function written(name: string, content: string | Uint8Array): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

const MCP = { name: 'read', description: 'Reads.', inputSchema: { type: 'object', properties: { path: {} } } };
const CHAT = { type: 'function', function: { name: 'read', description: 'Reads.', parameters: MCP.inputSchema } };
const FLAT = { type: 'function', name: 'read', description: 'Reads.', parameters: MCP.inputSchema };
const LINES = [
  { name: 'b:read', tool: 'read', source: 'b', description: 'Reads.', parameters: MCP.inputSchema },
  { name: 'a:list', source: 'a', description: 'Lists.', parameters: {} },
  { name: 'b:write', source: 'b', description: 'Writes.', parameters: {} },
  { name: 'plain', source: '', description: 'No source.', parameters: {} },
];
const JSONL = `${LINES.map((line) => JSON.stringify(line)).join('\n')}\n\n`;

async function published(file: string) {
  const registry = createRegistry();
  registerFileSources(registry, await readToolsFile(file), file);
  return registry.snapshot({ sessionId: 's', surface: 'cli' });
}

describe('readToolsFile', () => {
  it.each([
    ['a tools/list result', { tools: [MCP] }],
    ['a whole answer to tools/list', { jsonrpc: '2.0', id: 1, result: { tools: [MCP] } }],
    ['a list in MCP’s form', [MCP]],
    ['a list for Chat Completions', [CHAT]],
    ['a list for Responses', [FLAT]],
    ['a single tool', MCP],
  ])('reads %s', async (_what, value) => {
    for (const text of [JSON.stringify(value), JSON.stringify(value, undefined, 2)]) {
      const [source, ...others] = await readToolsFile(await written('tools.json', text));
      expect(others).toEqual([]);
      expect(source).toMatchObject({ label: '', dropped: [] });
      expect(source?.records).toMatchObject([{ name: 'read', description: 'Reads.', inputSchema: MCP.inputSchema }]);
    }
  });

  it.each([
    ['lines.jsonl', JSONL],
    ['lines.jsonl.gz', gzipSync(JSONL)],
    ['lines.json', JSONL],
    ['lines', gzipSync(JSONL.replaceAll('\n', '\r\n'))],
    ['list.json', JSON.stringify(LINES)],
  ])('reads sources from %s in the order in which they first appear', async (name, content) => {
    const sources = await readToolsFile(await written(name, content));
    expect(sources.map(({ label, records }) => [label, records.map((record) => record.name)])).toEqual([
      ['b', ['read', 'write']],
      ['a', ['list']],
      ['', ['plain']],
    ]);
  });

  it('names file and line of what is no JSON', async () => {
    const lines = await written('bad.jsonl', '{"name": "a"}\n\n{"name": "b"\n');
    await expect(readToolsFile(lines)).rejects.toMatchObject({
      code: 'invalid-tools-file',
      message: `${lines}:3: the line is no JSON value`,
    });
    const list = await written('bad.json', '[\n  {"name": "a"},\n  {"name" "b"}\n]');
    await expect(readToolsFile(list)).rejects.toMatchObject({
      message: expect.stringMatching(/:3:\d+ is not JSON: /u),
    });
  });

  it('names the file that is missing, empty, a folder, damaged or no list of tools', async () => {
    const damaged = gzipSync(JSONL).subarray(0, 40);
    for (const file of [
      path.join(folder, 'nowhere.json'),
      folder,
      await written('empty.json', ''),
      await written('none.json', '[]'),
      await written('damaged.gz', damaged),
      await written('text.json', '"tools"'),
    ]) {
      await expect(readToolsFile(file)).rejects.toMatchObject({
        code: 'invalid-tools-file',
        message: expect.stringContaining(file),
      });
    }
  });

  it('[INV-6] drops an entry that is no tool by its place, and keeps the others', async () => {
    const file = await written(
      'odd.jsonl',
      `{"description": "nameless"}\n${JSON.stringify(MCP)}\n7\n{"name":"x","inputSchema":[]}\n`,
    );
    const [source] = await readToolsFile(file);
    expect(source?.records.map(({ name }) => name)).toEqual(['read']);
    expect(source?.dropped.map(({ reason }) => reason)).toEqual([
      'it has no name (line 1 of the file)',
      'it is not an object (line 3 of the file)',
      'its input schema is not an object (line 4 of the file)',
    ]);
  });

  it('takes __proto__ for a label like any other', async () => {
    const file = await written('proto.json', '[{"name": "x", "source": "__proto__"}, {"name": "__proto__"}]');
    expect((await readToolsFile(file)).map(({ label }) => label)).toEqual(['__proto__', '']);
  });
});

describe('registerFileSources', () => {
  it('makes a tool with a source that server’s, and keeps the name of one without', async () => {
    const { tools, sources } = await published(await written('lines.jsonl', JSONL));
    expect(tools.map(({ name, source }) => [name, source.kind, source.label])).toEqual([
      ['mcp__b__read', 'mcp', 'b'],
      ['mcp__b__write', 'mcp', 'b'],
      ['mcp__a__list', 'mcp', 'a'],
      ['plain', 'other', ''],
    ]);
    expect(sources.map(({ state, toolCount }) => [state, toolCount])).toEqual([
      ['ready', 2],
      ['ready', 1],
      ['ready', 1],
    ]);
  });

  it('does not let its tools be called', async () => {
    const file = await written('one.json', JSON.stringify([MCP]));
    const { tools } = await published(file);
    const result = await tools[0]?.execute({}, undefined as never);
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'not-callable', message: expect.stringContaining(file) },
    });
  });
});
