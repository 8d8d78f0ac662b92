import { messageOf } from '../../base/errors.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { KeyPath } from '../../documents/document-format.ts';
import { readDocument } from '../../documents/edit-document.ts';
import { formatOfFile } from '../../documents/format-of-file.ts';
import { writtenTwice } from '../../documents/json/written-twice.ts';
import { displayName } from '../../guard/display-name.ts';
import { memberPath } from '../entries/member-path.ts';
import type { Dialect } from './dialect.ts';
import { dialectOf } from './dialects.ts';
import { askedInputs } from './entry/asked-inputs.ts';
import { readForeignEntry } from './entry/read-foreign-entry.ts';
import type { ForeignFile, ForeignServer, Remark } from './foreign-server.ts';
import type { Places } from './places.ts';
import { isPlace, type ServerList, serverListsIn, valueAt } from './server-lists.ts';

/** How a client's file is read. */
export interface ForeignFileOptions {
  /** Its name: for messages, and to tell whose it is. */
  readonly file: string;
  /** @default by the file's name and what is in it */
  readonly dialect?: Dialect | undefined;
  /** What `${userHome}` stands for. @default `${HOME}` */
  readonly places?: Pick<Places, 'userFolder'> | undefined;
  /** What `${workspaceFolder}` stands for, absolute. Absent: no entry that needs it can be used. */
  readonly projectFolder?: string | undefined;
}

/**
 * Reads the servers of a client's file, whichever client's it is. Never throws: what can't be understood is told, of the
 * file, of a list or of the one entry.
 */
export function readForeignFile(text: string, options: ForeignFileOptions): ForeignFile {
  const { file } = options;
  try {
    const value = readDocument(options.dialect?.format ?? formatOfFile(file), text, file);
    return readLists(value, text, options.dialect ?? dialectOf(file, value), options);
  } catch (error) {
    const remark: Remark = { severity: 'error', path: file, message: messageOf(error), remedy: 'mend the file there' };
    return { dialect: options.dialect ?? dialectOf(file, undefined), servers: [], remarks: [remark] };
  }
}

function readLists(value: JsonObject, text: string, dialect: Dialect, options: ForeignFileOptions): ForeignFile {
  const { file } = options;
  const lists = serverListsIn(value, dialect);
  const remarks = othersIn(value, dialect, file);
  if (lists.length === 0) return { dialect, servers: [], remarks: [noServers(file, dialect), ...remarks] };
  const servers = new Map<string, ForeignServer>();
  for (const list of lists) {
    const read = readList(list, { value, dialect, options });
    remarks.push(...read.remarks, ...(dialect.format === 'json' ? twice(text, list, file) : []));
    for (const server of read.servers) {
      const first = servers.get(server.label);
      if (first === undefined) servers.set(server.label, server);
      else remarks.push(doubled(server, first));
    }
  }
  // One list that can't be read costs no server of another.
  const isError = ({ severity }: Remark) => severity === 'error' && servers.size > 0;
  const told = remarks.map((remark) => (isError(remark) ? { ...remark, severity: 'warning' as const } : remark));
  return { dialect, servers: [...servers.values()], remarks: told };
}

function readList(
  { at, value: list }: ServerList,
  context: { readonly value: JsonObject; readonly dialect: Dialect; readonly options: ForeignFileOptions },
): { readonly servers: readonly ForeignServer[]; readonly remarks: readonly Remark[] } {
  const { dialect, options, value } = context;
  const root = placeOf(options.file, at);
  if (!isJsonObject(list)) return { servers: [], remarks: [noMapping(root, list)] };
  const meanings = {
    userFolder: options.places?.userFolder,
    projectFolder: options.projectFolder,
    inputs: askedInputs(valueAt(value, [...at.slice(0, -1), 'inputs'])),
  };
  const entries = Object.entries(list).filter(([label]) => !isSetting([...at, label], dialect));
  const named = entries.filter(([label]) => label.trim() !== '');
  return {
    servers: named.map(([label, entry]) => {
      const path = placeOf(options.file, [...at, label]);
      return readForeignEntry(entry, { label, path, document: value, dialect, meanings });
    }),
    remarks: entries.length > named.length ? [nameless(root)] : [],
  };
}

/** Servers that the client has elsewhere in the file, where nothing is moved from. */
function othersIn(value: JsonObject, { elsewhere, title }: Dialect, file: string): Remark[] {
  return (elsewhere?.(value) ?? []).flatMap((at) => {
    const list = valueAt(value, at);
    const count = isJsonObject(list) ? Object.keys(list).length : 0;
    if (count === 0) return [];
    const path = placeOf(file, at);
    const servers = count === 1 ? 'a server' : `${count} servers`;
    const message = `${path} has ${servers}, which Callslip leaves alone`;
    const remedy = `to move one, take it out of ${title} there, and add it with callslip add`;
    return [{ severity: 'note', path, message, remedy }];
  });
}

function isSetting(place: KeyPath, { settings = [] }: Dialect): boolean {
  return settings.some((setting) => isPlace(setting, place));
}

function placeOf(file: string, at: readonly string[]): string {
  const [first, ...rest] = at;
  return first === undefined ? file : memberPath(`${file}: ${displayName(first)}`, ...rest);
}

function twice(text: string, { at }: ServerList, file: string): readonly Remark[] {
  return writtenTwice(text, at).map((label) => {
    const path = placeOf(file, [...at, label]);
    const message = `${path} is written more than once; the last one counts`;
    return { severity: 'warning', path, message, remedy: 'remove it, or give it another name' };
  });
}

function doubled({ path, label }: ForeignServer, first: ForeignServer): Remark {
  const message = `${path} does not count: ${first.path} has the name ${displayName(label)} too`;
  return { severity: 'warning', path, message, remedy: 'remove it, or give it another name' };
}

function noServers(file: string, { at: [at] }: Dialect): Remark {
  const list = JSON.stringify(at.join('.'));
  return { severity: 'note', path: file, message: `${file} has no ${list}`, remedy: `put the servers under ${list}` };
}

function noMapping(root: string, list: unknown): Remark {
  const message = `${root} must map names to servers, but is ${Array.isArray(list) ? 'a list' : `a ${typeof list}`}`;
  return { severity: 'error', path: root, message, remedy: 'write each server under its name' };
}

function nameless(root: string): Remark {
  const message = `${root} has a server without a name; it is left out`;
  return { severity: 'warning', path: root, message, remedy: 'give it a name' };
}
