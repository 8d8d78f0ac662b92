import { isJsonObject } from '../../base/json.ts';
import type { NativeToolSearch } from '../../mcp/import/dialect.ts';
import type { ForeignFile, ForeignServer } from '../../mcp/import/foreign-server.ts';
import { isForeignServer, isOwnEntry } from '../../mcp/import/own-entry.ts';
import type { FoundClient } from '../../setup/clients/find-clients.ts';

/** A client, as it is told of. */
export interface ClientView {
  readonly id: string;
  readonly title: string;
  readonly file: string;
  readonly scope: FoundClient['scope'];
  /** Servers it starts itself, by label. */
  readonly servers: readonly string[];
  /** Those of them that `callslip init` can move. */
  readonly movable: readonly string[];
  /** Whether it has our entry. */
  readonly connected: boolean;
  /** Why its file can't be used. */
  readonly fault?: string;
  /** What it does by itself against too many tools, where it may do so. */
  readonly toolSearch?: ToolSearchView;
}

/** A client's own search for tools, and how it goes together with ours. */
interface ToolSearchView {
  readonly does: string;
  /** Whether its entry for us is marked so that the bridge is always shown; absent where there is no such mark or entry. */
  readonly marked?: boolean;
  readonly advice: string;
}

/** What there is to say of a client. */
export function viewOf({ dialect, file, scope, found }: FoundClient): ClientView {
  const own = found.servers.find(isOwnEntry);
  const foreign = found.servers.filter(isForeignServer);
  const fault = found.remarks.find(({ severity }) => severity === 'error');
  return {
    id: dialect.id,
    title: dialect.title,
    file,
    scope,
    servers: foreign.map(({ label }) => label),
    movable: foreign.flatMap(({ label, entry }) => (entry === undefined ? [] : [label])),
    connected: own !== undefined,
    ...(fault && { fault: fault.message }),
    ...(dialect.toolSearch && searchView(dialect.toolSearch, found, own)),
  };
}

function searchView(
  { does, isOn, isMarked, advice }: NativeToolSearch,
  { servers }: ForeignFile,
  own: ForeignServer | undefined,
): Pick<ClientView, 'toolSearch'> {
  if (isOn?.(new Map(servers.map(({ label, written }) => [label, written]))) === false) return {};
  const isKnown = isMarked !== undefined && own !== undefined && isJsonObject(own.written);
  return { toolSearch: { does, ...(isKnown && { marked: isMarked(own.written) }), advice } };
}
