import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import { stableJson } from '../../base/stable-json.ts';
import type { Change, KeyPath } from '../../documents/document-format.ts';
import { readDocument } from '../../documents/edit-document.ts';
import { meaningOf } from '../../mcp/import/common-keys.ts';
import type { Dialect, Launch } from '../../mcp/import/dialect.ts';
import type { ForeignServer } from '../../mcp/import/foreign-server.ts';
import { isOwnEntry, OWN_LABEL } from '../../mcp/import/own-entry.ts';
import { type ServerList, serverListsIn } from '../../mcp/import/server-lists.ts';
import { documentChange } from '../config/document-change.ts';
import { exactText } from '../config/exact-text.ts';
import type { FileChange } from '../file-change.ts';
import type { ClientFile } from './move-plan.ts';

const HOME = 'CALLSLIP_HOME';

/**
 * What becomes of a client's file: the moved labels go wherever they stand, and our entry stands there as the client starts
 * us now. Absent when the file is so already.
 *
 * @param moved labels of the client.
 */
export function clientChange(client: ClientFile, moved: readonly string[], launch: Launch): FileChange | undefined {
  const { file, bytes, found } = client;
  const { dialect } = found;
  const lists = serverListsIn(readDocument(dialect.format, exactText(bytes, file), file), dialect);
  const own = ownPlace(lists, client, launch);
  const removed = lists.flatMap(({ at, value }) =>
    labelsIn(value)
      .filter((label) => moved.includes(label) || (label === OWN_LABEL && !isAt(own, at, label)))
      .map((label): Change => ({ path: [...at, label] })),
  );
  const entry = { ...kept(own.held, dialect), ...dialect.ownEntry(launch, own.at) };
  const isThere = own.held !== undefined && stableJson(own.held) === stableJson(entry);
  const changes = isThere ? removed : [...removed, { path: [...own.at, own.label], value: entry }];
  return documentChange({ file, format: dialect.format, before: bytes, isPrivate: false }, changes);
}

/** Our entry, when it has named another configuration or home than it does from now on: other servers were behind it. */
export function redirectedEntry({ found }: ClientFile, { args, env }: Launch): ForeignServer | undefined {
  const own = found.servers.find(({ label }) => label === OWN_LABEL);
  const { args: held, env: heldEnv } = own?.entry ?? {};
  if (!Array.isArray(held) || !held.includes('serve')) return undefined;
  const home = isJsonObject(heldEnv) ? heldEnv[HOME] : undefined;
  return stableJson([options(held), home]) === stableJson([options(args), env[HOME]]) ? undefined : own;
}

/** Where our entry stands, or is to stand: in the deepest list that the file has, else in the client's first. */
interface OwnPlace {
  readonly at: KeyPath;
  readonly label: string;
  /** What stands there. */
  readonly held: Json | undefined;
}

function ownPlace(lists: readonly ServerList[], { found }: ClientFile, launch: Launch): OwnPlace {
  const { dialect, servers } = found;
  const depth = Math.max(...lists.map(({ at }) => at.length));
  const list = lists.find(({ at }) => at.length === depth) ?? { at: dialect.at[0], value: {} };
  const labels = labelsIn(list.value);
  const label = labels.includes(OWN_LABEL)
    ? OWN_LABEL
    : servers.find((server) => labels.includes(server.label) && isPlainlyOurs(server, launch))?.label;
  if (label === undefined) return { at: list.at, label: OWN_LABEL, held: undefined };
  return { at: list.at, label, held: isJsonObject(list.value) ? list.value[label] : undefined };
}

/** Under a name of the user's choice. One with other options is another gateway, and the user's own business. */
function isPlainlyOurs(server: ForeignServer, { args }: Launch): boolean {
  const written = server.entry?.['args'];
  const held: readonly unknown[] = Array.isArray(written) ? written : [];
  return isOwnEntry(server) && stableJson(options(held)) === stableJson(options(args));
}

function options(args: readonly unknown[]): readonly unknown[] {
  return args.slice(args.indexOf('serve') + 1);
}

/** What the user or the client has noted beside how we are started: which tools run without asking, limits, and the like. */
function kept(held: Json | undefined, dialect: Dialect): JsonObject {
  if (!isJsonObject(held)) return {};
  return Object.fromEntries(Object.entries(held).filter(([key]) => !concernsStart(key, dialect)));
}

const OF_THE_START: readonly string[] = ['command', 'args', 'env', 'cwd', 'url', 'headers', 'type', 'enabled'];

function concernsStart(key: string, dialect: Dialect): boolean {
  const meaning = meaningOf(key, dialect);
  if (meaning === 'not-enabled') return true;
  return typeof meaning === 'object' && [meaning.own].flat().some((own) => OF_THE_START.includes(own));
}

function isAt(place: OwnPlace, at: KeyPath, label: string): boolean {
  return place.label === label && stableJson(place.at) === stableJson(at);
}

function labelsIn(value: Json): readonly string[] {
  return isJsonObject(value) ? Object.keys(value) : [];
}
