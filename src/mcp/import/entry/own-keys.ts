import { lenientBoolean } from '../../../base/config/lenient-boolean.ts';
import type { Json, JsonObject } from '../../../base/json.ts';
import { type ServerFields, serverFields } from '../../config.ts';
import { meaningOf } from '../common-keys.ts';
import type { Dialect } from '../dialect.ts';
import type { Remark } from '../foreign-server.ts';
import { approvalRemark, approvedIn } from './approvals.ts';
import type { Member } from './flat-members.ts';
import { joinValues, type Written } from './join-values.ts';
import { asTransport } from './transport-word.ts';

interface Taken {
  readonly own: Map<keyof ServerFields, Written[]>;
  readonly approved: Set<string>;
  readonly remarks: Remark[];
}

/** An entry in the keys of `mcp_servers`, in their order, with what its dialect says beyond them. */
export interface InOwnKeys {
  readonly entry: JsonObject;
  readonly approved: readonly string[];
  readonly remarks: readonly Remark[];
}

/**
 * Brings the members of an entry under the keys of `mcp_servers`. What has no place there is told; nothing that a client
 * runs without asking gets into the entry.
 */
export function inOwnKeys(members: readonly Member[], dialect: Dialect, path: string): InOwnKeys {
  const taken: Taken = { own: new Map(), approved: new Set(), remarks: [] };
  for (const member of members) take(member, `${path}.${member.place}`, dialect, taken);
  const keys = (Object.keys(serverFields) as (keyof ServerFields)[]).filter((key) => taken.own.has(key));
  const entry = Object.fromEntries(keys.map((key) => [key, joinValues(key, taken.own.get(key) ?? [], taken.remarks)]));
  return { entry: withoutPlainType(entry), approved: [...taken.approved], remarks: taken.remarks };
}

function take({ key, value }: Member, place: string, dialect: Dialect, taken: Taken): void {
  const meaning = meaningOf(key, dialect);
  if (meaning === 'idle') return;
  if (meaning === undefined) taken.remarks.push(unknownKey(place));
  else if (meaning === 'told') taken.remarks.push(lost(place));
  else if (meaning === 'include' || meaning === 'exclude') put(taken, 'tools', place, { [meaning]: value });
  else if (meaning === 'not-enabled') put(taken, 'enabled', place, notEnabled(value, place, taken.remarks));
  else if (meaning === 'approved') approve(value, place, taken);
  else takeOwn(meaning, value, place, taken);
}

function takeOwn(
  { own, per }: { readonly own: keyof ServerFields; readonly per?: 'ms' },
  value: Json,
  place: string,
  taken: Taken,
): void {
  if (own === 'type') {
    const { transport, remark } = asTransport(value, place);
    if (remark !== undefined) taken.remarks.push(remark);
    if (transport !== undefined) put(taken, own, place, transport);
  } else if (own === 'tools' && Array.isArray(value)) put(taken, own, place, { include: value });
  else put(taken, own, place, per === 'ms' ? inSeconds(value) : value);
}

function put({ own }: Taken, key: keyof ServerFields, place: string, value: Json): void {
  const before = own.get(key);
  if (before === undefined) own.set(key, [{ place, value }]);
  else before.push({ place, value });
}

function approve(value: Json, place: string, { approved, remarks }: Taken): void {
  const names = approvedIn(value);
  for (const name of names) approved.add(name);
  const remark = approvalRemark(names, place);
  if (remark !== undefined) remarks.push(remark);
}

/** What can't be read keeps the server off: it was written to switch it off at times. */
function notEnabled(value: Json, place: string, remarks: Remark[]): boolean {
  const disabled = lenientBoolean(value);
  if (disabled !== undefined) return !disabled;
  const message = `${place} is neither true nor false; the server is switched off`;
  remarks.push({ severity: 'warning', path: place, message, remedy: 'write true or false' });
  return false;
}

/** A text may be a number too; anything else is handed on, to be told of where the entry is read. */
function inSeconds(value: Json): Json {
  const milliseconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof milliseconds === 'number' && Number.isFinite(milliseconds) ? milliseconds / 1000 : value;
}

/** A program is always reached over stdio. */
function withoutPlainType({ type, ...entry }: JsonObject): JsonObject {
  if (type === undefined || (type === 'stdio' && entry['command'] !== undefined)) return entry;
  return { ...entry, type };
}

function unknownKey(path: string): Remark {
  const message = `${path} is not a known key; it is ignored`;
  return { severity: 'warning', path, message, remedy: 'remove it, or write what it was meant to be' };
}

function lost(path: string): Remark {
  const message = `${path} has no counterpart in Callslip; it is left out`;
  return { severity: 'warning', path, message, remedy: 'see whether the server works without it' };
}
