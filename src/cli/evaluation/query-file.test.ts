import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLabelledQueries, readUnanswerableQueries } from './query-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'callslip-queries-'));
});
afterAll(() => rm(folder, { recursive: true }));

const written = async (name: string, content: string | Buffer) => {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
};
/** The message, without the folder. */
const faultOf = (read: Promise<unknown>) =>
  read.then(
    () => 'none',
    (error: Error) => error.message.replaceAll(`${folder}${path.sep}`, ''),
  );

const LINES = '{"query": " create issue ", "gold": ["a", "b", "a"], "id": 7}\r\n\n{"query": "x", "gold": "c"}\n';
const EXAMPLE = 'write one JSON object a line, such as {"query": "create an issue", "gold": ["create_issue"]}';

describe('labelled queries', () => {
  it('are read from lines, with the place of each, packed or not', async () => {
    const file = await written('lines.jsonl', LINES);
    const queries = [
      { query: 'create issue', gold: ['a', 'b'], place: `${file}:1` },
      { query: 'x', gold: ['c'], place: `${file}:3` },
    ];
    expect(await readLabelledQueries(file)).toEqual(queries);
    const packed = await written('lines.jsonl.gz', gzipSync(LINES));
    expect((await readLabelledQueries(packed)).map(({ query, gold }) => [query, gold])).toEqual(
      queries.map(({ query, gold }) => [query, gold]),
    );
  });

  it('are read from a list, on several lines too', async () => {
    const file = await written('list.json', JSON.stringify([{ query: 'x', gold: ['c'] }], undefined, 2));
    expect(await readLabelledQueries(file)).toEqual([{ query: 'x', gold: ['c'], place: `${file}: entry 1` }]);
  });

  it.each([
    ['{"query": "x", "gold": ["a"]}\n{"query": \n', 'q:2: the line is no JSON value'],
    ['{"gold": ["a"]}', 'q:1: "query" is missing'],
    ['{"query": 7, "gold": ["a"]}', 'q:1: "query" is no text'],
    ['{"query": " ", "gold": ["a"]}', 'q:1: the query is blank'],
    ['"text"', 'q:1: it is no object with a query'],
    ['[{"query": "x"}]', 'q: entry 1: "gold" is missing'],
    ['{"query": "x", "gold": [1]}', 'q:1: "gold" is no list of names of tools'],
    [
      '{"query": "x", "gold": []}',
      'q:1: "gold" is empty; a query that no tool can answer belongs into a file for --unanswerable',
    ],
    ['\n', 'q: it holds no query'],
  ])('are refused by name and line: %j', async (content, message) => {
    const file = await written('q', content);
    expect(await faultOf(readLabelledQueries(file))).toBe(`${message}\n${EXAMPLE}`);
    await expect(readLabelledQueries(file)).rejects.toMatchObject({ exitCode: 2 });
  });

  it('tell three faults, and how many more there are', async () => {
    const message = await faultOf(readLabelledQueries(await written('q', '{}\n'.repeat(5))));
    expect(message).toBe(
      `q:1: "query" is missing\nq:2: "query" is missing\nq:3: "query" is missing\nand 2 more\n${EXAMPLE}`,
    );
  });

  it('that are no list after all say where that breaks', async () => {
    expect(await faultOf(readLabelledQueries(await written('q', '[{"query": "x"},\n  {"gold" ["a"]}]')))).toBe(
      'q:2:11 is not JSON: a colon is missing',
    );
    expect(await faultOf(readLabelledQueries(await written('q', '['.repeat(100_000))))).toMatch(/^q[: ]/);
  });

  it('that can not be read say which file', async () => {
    expect(await faultOf(readLabelledQueries(path.join(folder, 'nowhere.jsonl')))).toMatch(
      /^nowhere\.jsonl: it can't be read: /,
    );
    expect(await faultOf(readLabelledQueries(await written('q', gzipSync('x').subarray(0, 15))))).toMatch(
      /^q: it can't/,
    );
  });
});

describe('unanswerable queries', () => {
  it('are plain lines, objects, or a list of either', async () => {
    const lines = await written('u.txt', 'order a pizza\n\n [urgent] call mum \n{"query": "turn off the light"}\n');
    expect((await readUnanswerableQueries(lines)).map(({ query }) => query)).toEqual([
      'order a pizza',
      '[urgent] call mum',
      'turn off the light',
    ]);
    const list = await written('u.json', '["order a pizza", {"query": "call mum"}]');
    expect((await readUnanswerableQueries(list)).map(({ query, gold }) => [query, gold])).toEqual([
      ['order a pizza', []],
      ['call mum', []],
    ]);
  });

  it('are refused by name and line', async () => {
    const example = 'write one query a line, as it is or as {"query": "order a pizza"}';
    expect(await faultOf(readUnanswerableQueries(await written('u', 'a\n{"query"')))).toBe(
      `u:2: the line is no JSON value\n${example}`,
    );
    expect(await faultOf(readUnanswerableQueries(await written('u.json', '["a"')))).toMatch(/^u\.json:1:5 is not JSON/);
  });
});
