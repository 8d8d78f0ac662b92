import type { RawRequest } from '../connection/raw-request.ts';
import { type PageList, readPages } from '../upstream/read-pages.ts';

/** The tools a server lists, as they came. */
export type ToolList = PageList;

/** Reads a server's whole tool list, as `readPages` does. */
export function listTools(request: RawRequest, signal: AbortSignal): Promise<ToolList> {
  return readPages(request, { method: 'tools/list', member: 'tools', noun: 'tool' }, signal);
}
