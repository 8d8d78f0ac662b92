import { ProtocolError } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import type { RawRequest } from '../connection/raw-request.ts';
import { listTools } from './list-tools.ts';

const { signal } = new AbortController();

/** A server that gives the page a cursor names; the first page has the name ''. */
function pages(byCursor: (cursor: string) => JsonObject): { request: RawRequest; asked: string[] } {
  const asked: string[] = [];
  const request: RawRequest = async (_method, { cursor }) => {
    asked.push((cursor as string | undefined) ?? '');
    return byCursor(asked.at(-1) as string);
  };
  return { request, asked };
}

const tool = (name: string) => ({ name });

describe('listTools', () => {
  it('reads every page, in order', async () => {
    const { request, asked } = pages((cursor) =>
      cursor === ''
        ? { tools: [tool('a')], nextCursor: 'p2' }
        : cursor === 'p2'
          ? { tools: [], nextCursor: 'p3' }
          : { tools: [tool('c')] },
    );
    expect(await listTools(request, signal)).toEqual({ entries: [tool('a'), tool('c')], warnings: [] });
    expect(asked).toEqual(['', 'p2', 'p3']);
  });

  it.each([null, '', 7])('ends at the cursor %j', async (nextCursor) => {
    const { request, asked } = pages(() => ({ tools: [tool('a')], nextCursor }));
    expect(await listTools(request, signal)).toEqual({ entries: [tool('a')], warnings: [] });
    expect(asked).toHaveLength(1);
  });

  it('ends at a cursor that came before, and says so', async () => {
    const { request } = pages((cursor) => ({ tools: [tool(cursor)], nextCursor: cursor === 'x' ? 'y' : 'x' }));
    const { entries, warnings } = await listTools(request, signal);
    expect(entries).toEqual([tool(''), tool('x'), tool('y')]);
    expect(warnings).toEqual([expect.stringContaining('repeats itself')]);
  });

  it('ends after 1,000 pages of a list without end, and says so', async () => {
    const { request, asked } = pages((cursor) => ({ tools: [], nextCursor: `${cursor}x` }));
    expect((await listTools(request, signal)).warnings).toEqual([expect.stringContaining('1000 pages')]);
    expect(asked).toHaveLength(1000);
  });

  it('takes 20,000 tools and no more, and says so', async () => {
    const page = Array.from({ length: 9000 }, (_, index) => tool(String(index)));
    const { request } = pages((cursor) => ({ tools: page, nextCursor: `${cursor}x` }));
    const { entries, warnings } = await listTools(request, signal);
    expect(entries).toHaveLength(20_000);
    expect(warnings).toEqual([expect.stringContaining('20000')]);
  });

  it('says nothing of a list of exactly 20,000 tools', async () => {
    const { request } = pages(() => ({ tools: Array.from({ length: 20_000 }, () => tool('a')) }));
    expect((await listTools(request, signal)).warnings).toEqual([]);
  });

  it('keeps what came before a page that holds no list', async () => {
    const { request } = pages((cursor) =>
      cursor === '' ? { tools: [tool('a')], nextCursor: 'x' } : { tools: 'none' },
    );
    expect(await listTools(request, signal)).toEqual({
      entries: [tool('a')],
      warnings: [expect.stringContaining('page 2')],
    });
  });

  it('takes a server that does not know the request as one without tools', async () => {
    const request: RawRequest = () => Promise.reject(ProtocolError.fromError(-32601, 'Method not found'));
    expect(await listTools(request, signal)).toEqual({ entries: [], warnings: [] });
  });

  it('rejects when a page can not be had', async () => {
    const request: RawRequest = () => Promise.reject(ProtocolError.fromError(-32603, 'db down'));
    await expect(listTools(request, signal)).rejects.toThrow('db down');
  });
});
