import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import type { RawRequest } from '../connection/raw-request.ts';

const MAX_PAGES = 1000;
const MAX_ENTRIES = 20_000;

/** What a server lists, as it came. Nothing in it is trusted, not even that an entry is an object. */
export interface PageList {
  readonly entries: readonly unknown[];
  /** Why the list may not be whole, one sentence each. */
  readonly warnings: readonly string[];
}

/** One of the lists that a server gives page by page. */
export interface PagedList {
  /** The request for a page. */
  readonly method: string;
  /** Where a page holds its entries. */
  readonly member: string;
  /** What one entry is called in a sentence; with an `s` behind it, several. */
  readonly noun: string;
}

/**
 * Reads all pages of a list. Ends, with a warning, at a cursor that came before, after 1,000 pages, and at 20,000
 * entries. A server that does not know the request lists nothing. Rejects when a page can't be had.
 */
export async function readPages(request: RawRequest, list: PagedList, signal: AbortSignal): Promise<PageList> {
  const { noun } = list;
  const entries: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 1; ; page++) {
    const { members, next } = await readPage(request, list, cursor, signal);
    if (!Array.isArray(members)) {
      return { entries, warnings: [`page ${page} of the ${noun} list holds no list of ${noun}s`] };
    }
    const taken = members.slice(0, MAX_ENTRIES - entries.length);
    for (const entry of taken) entries.push(entry);
    cursor = next;
    const isCut = taken.length < members.length || (entries.length === MAX_ENTRIES && cursor !== undefined);
    if (isCut) return { entries, warnings: [`only the first ${MAX_ENTRIES} ${noun}s of the list are taken`] };
    if (cursor === undefined) return { entries, warnings: [] };
    const stop = reasonToStop(noun, page, seen.has(cursor));
    if (stop !== undefined) return { entries, warnings: [stop] };
    seen.add(cursor);
  }
}

function reasonToStop(noun: string, page: number, isRepeated: boolean): string | undefined {
  if (isRepeated) return `the ${noun} list repeats itself after page ${page}; it ends there`;
  return page === MAX_PAGES ? `the ${noun} list has more than ${MAX_PAGES} pages; it ends there` : undefined;
}

async function readPage(
  request: RawRequest,
  { method, member }: PagedList,
  cursor: string | undefined,
  signal: AbortSignal,
) {
  try {
    const page = await request(method, cursor === undefined ? {} : { cursor }, { signal });
    const { nextCursor } = page;
    // Many servers end with an empty cursor.
    return {
      members: page[member],
      next: typeof nextCursor === 'string' && nextCursor !== '' ? nextCursor : undefined,
    };
  } catch (error) {
    if (cursor === undefined && isUnknownMethod(error)) return { members: [], next: undefined };
    throw error;
  }
}

function isUnknownMethod(error: unknown): boolean {
  return ProtocolError.isInstance(error) && error.code === ProtocolErrorCode.MethodNotFound;
}
