import { documentText } from '../../src/disclosure/catalog/document-text.ts';
import type { ToolDefinition } from '../../src/registry/tool/tool.ts';

/** A tool as a peer is given it: the text that our own search reads, and its published name as key. */
export interface PeerDocument {
  readonly id: string;
  readonly text: string;
}

/** A search library that keeps an index. */
export interface Peer {
  readonly name: string;
  /** A full rebuild. */
  build(documents: readonly PeerDocument[]): PeerIndex;
}

/** The index of one peer. */
interface PeerIndex {
  /** The library's own incremental update: some documents out, others in. */
  update(gone: readonly PeerDocument[], fresh: readonly PeerDocument[]): void;
  /** The keys of the best matches, with the library's own ranking. */
  search(query: string, limit: number): readonly string[];
}

/** The document of a tool, the same text that our own search reads. */
export function documentOf(tool: ToolDefinition): PeerDocument {
  return { id: tool.name, text: documentText(tool) };
}
