import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import type { RawRequest } from '../connection/raw-request.ts';

const MAX_PAGES = 1000;
const MAX_TOOLS = 20_000;

/** What a server lists, as it came. Nothing in it is trusted, not even that an entry is an object. */
export interface ToolList {
  readonly entries: readonly unknown[];
  /** Why the list may not be whole, one sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Reads all pages of a server's tool list. Ends, with a warning, at a cursor that came before, after 1,000 pages, and
 * at 20,000 tools. A server that does not know the request has no tools. Rejects when a page can't be had.
 */
export async function listTools(request: RawRequest, signal: AbortSignal): Promise<ToolList> {
  const entries: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 1; ; page++) {
    const { tools, next } = await readPage(request, cursor, signal);
    if (!Array.isArray(tools)) return { entries, warnings: [`page ${page} of the tool list holds no list of tools`] };
    const taken = tools.slice(0, MAX_TOOLS - entries.length);
    for (const entry of taken) entries.push(entry);
    cursor = next;
    const isCut = taken.length < tools.length || (entries.length === MAX_TOOLS && cursor !== undefined);
    if (isCut) return { entries, warnings: [`only the first ${MAX_TOOLS} tools of the list are taken`] };
    if (cursor === undefined) return { entries, warnings: [] };
    const stop = reasonToStop(page, seen.has(cursor));
    if (stop !== undefined) return { entries, warnings: [stop] };
    seen.add(cursor);
  }
}

function reasonToStop(page: number, isRepeated: boolean): string | undefined {
  if (isRepeated) return `the tool list repeats itself after page ${page}; it ends there`;
  return page === MAX_PAGES ? `the tool list has more than ${MAX_PAGES} pages; it ends there` : undefined;
}

async function readPage(request: RawRequest, cursor: string | undefined, signal: AbortSignal) {
  try {
    const { tools, nextCursor } = await request('tools/list', cursor === undefined ? {} : { cursor }, { signal });
    // Many servers end with an empty cursor.
    return { tools, next: typeof nextCursor === 'string' && nextCursor !== '' ? nextCursor : undefined };
  } catch (error) {
    if (cursor === undefined && isUnknownMethod(error)) return { tools: [], next: undefined };
    throw error;
  }
}

function isUnknownMethod(error: unknown): boolean {
  return ProtocolError.isInstance(error) && error.code === ProtocolErrorCode.MethodNotFound;
}
