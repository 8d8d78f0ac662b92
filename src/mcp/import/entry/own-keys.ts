import { lenientBoolean } from '../../../base/config/lenient-boolean.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../base/json.ts';
import { type ServerFields, serverFields } from '../../config.ts';
import { fallenBack, shownValue } from '../../entries/bad-value.ts';
import { variableNames } from '../../entries/expand-variables.ts';
import { NEEDED } from '../../entries/read-entry.ts';
import { meaningOf } from '../common-keys.ts';
import type { Dialect, KeyMeaning } from '../dialect.ts';
import type { AskedVariable, Remark, WrittenKey } from '../foreign-server.ts';
import { approvalRemark, approvedIn } from './approvals.ts';
import type { Member } from './flat-members.ts';
import { inOwnVariables, type VariableMeanings } from './foreign-variables.ts';
import { joinValues } from './join-values.ts';
import { guardedKey, lostKey, noNames, unknownKey, unreadable, unusableForm } from './key-remarks.ts';
import { asTransport } from './transport-word.ts';

/** How the members of an entry are understood. */
interface Understanding {
  readonly dialect: Dialect;
  readonly meanings: Omit<VariableMeanings, 'bare'>;
}

interface Taken extends Understanding {
  readonly keys: WrittenKey[];
  readonly approved: Set<string>;
  readonly asked: Map<string, AskedVariable>;
  readonly remarks: Remark[];
}

/** An entry in the keys of `mcp_servers`, in their order, with what its dialect says beyond them. */
export interface InOwnKeys {
  readonly entry: JsonObject;
  readonly keys: readonly WrittenKey[];
  readonly approved: readonly string[];
  readonly asked: readonly AskedVariable[];
  readonly remarks: readonly Remark[];
}

/**
 * Brings the members of an entry under the keys of `mcp_servers`, and its variables into our form. What has no place there
 * is told, and so is what can't be used and has a default; nothing that a client runs without asking gets into the entry.
 */
export function inOwnKeys(members: readonly Member[], path: string, understanding: Understanding): InOwnKeys {
  const taken: Taken = { ...understanding, keys: [], approved: new Set(), asked: new Map(), remarks: [] };
  for (const member of members) take(member, `${path}.${member.place}`, taken);
  const { keys, approved, asked, remarks } = taken;
  const order = (Object.keys(serverFields) as (keyof ServerFields)[]).filter((own) =>
    keys.some(({ key }) => key === own),
  );
  const joined = order.map((own) => {
    const written = keys.filter(({ key }) => key === own);
    return [own, joinValues(own, written, remarks)] as const;
  });
  const entry = withoutPlainType(Object.fromEntries(joined));
  return { entry, keys, approved: [...approved], asked: [...asked.values()], remarks };
}

function take({ key, value, from = 0 }: Member, place: string, taken: Taken): void {
  const meaning = meaningOf(key, taken.dialect);
  if (typeof meaning !== 'object') takeWord(meaning, value, place, taken);
  else if (meaning.per === 'ms') takeMilliseconds([meaning.own].flat(), value, place, taken);
  else if (meaning.names === undefined || isJsonObject(value)) {
    for (const own of [meaning.own].flat()) takeOwn({ key: own, place, value, from }, taken);
  } else {
    taken.remarks.push(noNames(place, meaning.names));
    // A list is no mapping: a server that is off now must not start without it some day.
    for (const own of [meaning.own].flat()) put({ key: own, place, value: [] }, taken);
  }
}

function takeWord(meaning: Exclude<KeyMeaning, object> | undefined, value: Json, place: string, taken: Taken): void {
  const { remarks } = taken;
  if (meaning === undefined) remarks.push(unknownKey(place));
  else if (meaning === 'told') remarks.push(lostKey(place));
  else if (meaning === 'guarded') remarks.push(guardedKey(place));
  else if (meaning === 'approved') approve(value, place, taken);
  else if (meaning === 'not-enabled') put({ key: 'enabled', place, value: notEnabled(value, place, remarks) }, taken);
  else if (meaning !== 'idle') put({ key: 'tools', place, value: { [meaning]: value }, member: meaning }, taken);
}

function takeOwn(written: WrittenKey, taken: Taken): void {
  const { key, value, place } = written;
  if (key === 'type') {
    const { transport, remark } = asTransport(value, place);
    if (remark !== undefined) taken.remarks.push(remark);
    if (transport !== undefined) put({ key, place, value: transport }, taken);
  } else if (key === 'tools' && Array.isArray(value))
    put({ key, place, value: { include: value }, member: 'include' }, taken);
  else if (key === 'tools' && isJsonObject(value)) {
    const { override, ...filters } = value;
    if (override !== undefined) taken.remarks.push(guardedKey(`${place}.override`));
    put({ ...written, value: filters }, taken);
  } else put(written, taken);
}

/** What can't be used and has a default is told, and no part of the entry. */
function put(written: WrittenKey, taken: Taken): void {
  const { key, place } = written;
  const { dialect, meanings, remarks } = taken;
  const read = inOwnVariables(written.value, { ...meanings, bare: dialect.bareVariables ?? false });
  for (const variable of read.asked) taken.asked.set(variable.name, variable);
  remarks.push(...[...read.unusable].map((form) => unusableForm(place, form)));
  const mayFit =
    NEEDED.has(key) || variableNames(read.value).length > 0 || serverFields[key].safeParse(read.value).success;
  if (mayFit) taken.keys.push({ ...written, value: read.value });
  else
    remarks.push({ severity: 'warning', ...fallenBack(place, key, written.value, serverFields[key].parse(undefined)) });
}

/** A text may be a number too. A variable can't be: what it holds would count as seconds. */
function takeMilliseconds(owns: readonly (keyof ServerFields)[], value: Json, place: string, taken: Taken): void {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  const seconds = typeof number === 'number' ? number / 1000 : undefined;
  if (seconds !== undefined && owns.every((key) => serverFields[key].safeParse(seconds).success)) {
    for (const key of owns) put({ key, place, value: seconds }, taken);
    return;
  }
  const message = `${place} is ${shownValue(value)}, which can't be used; it is left out`;
  const remedy = 'write milliseconds as a number, more than 0 and up to 86400000';
  taken.remarks.push({ severity: 'warning', path: place, message, remedy });
}

function approve(value: Json, place: string, { approved, remarks }: Taken): void {
  const names = approvedIn(value);
  for (const name of names ?? []) approved.add(name);
  const remark = names === undefined ? unreadable(place) : approvalRemark(names, place);
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

/** A program is always reached over stdio. */
function withoutPlainType({ type, ...entry }: JsonObject): JsonObject {
  if (type === undefined || (type === 'stdio' && entry['command'] !== undefined)) return entry;
  return { ...entry, type };
}
