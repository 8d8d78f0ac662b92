import { lenientBoolean } from '../../../base/config/lenient-boolean.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../base/json.ts';
import type { Dialect, Standing } from '../dialect.ts';
import type { AskedVariable, ForeignServer, Remark } from '../foreign-server.ts';
import { entryFaults } from './entry-faults.ts';
import { flatMembers } from './flat-members.ts';
import type { VariableMeanings } from './foreign-variables.ts';
import { type InOwnKeys, inOwnKeys } from './own-keys.ts';

/** Where an entry stands, and how what is in it is understood. */
export interface EntryContext extends Standing {
  /** What the entry is called in remarks. */
  readonly path: string;
  readonly dialect: Dialect;
  readonly meanings: Omit<VariableMeanings, 'bare'>;
}

/**
 * One entry of a client's file. Never throws: what is wrong with it is among its remarks, and an `error` there leaves it
 * without a counterpart. A server that is switched off needs nothing, so nothing it lacks is an error.
 */
export function readForeignEntry(written: Json | undefined, context: EntryContext): ForeignServer {
  const { label, path, dialect } = context;
  const nothing = { entry: undefined, keys: [], approved: [], asked: [] };
  const bare: ForeignServer = { label, path, written, ...nothing, standing: 'faulty', remarks: [] };
  if (!isJsonObject(written)) {
    const remedy = 'give it a `command` or a `url`';
    return { ...bare, remarks: [{ severity: 'error', path, message: `${path} must be a mapping`, remedy }] };
  }
  const none = dialect.noServer?.(written);
  const reason = none ?? dialect.stays?.(written);
  if (reason !== undefined) {
    const remarks: readonly Remark[] = [{ severity: 'note', path, message: `${path} ${reason}` }];
    if (none !== undefined) return { ...bare, standing: 'none', remarks };
    return { ...bare, standing: 'staying', keys: inOurs(written, context).keys, remarks };
  }
  const { entry, keys, approved, asked, remarks } = inOurs(written, context);
  const found = [...remarks, ...commandLine(entry, path)];
  const all = [...found, ...(found.some(isError) ? [] : entryFaults(entry, path, keys))];
  const isOff = lenientBoolean(entry['enabled']) === false;
  const isUsable = isOff || !all.some(isError);
  return {
    ...bare,
    ...(isUsable && { entry, standing: 'usable' }),
    keys,
    approved,
    asked: [...asked, ...askedBy(written, dialect)],
    remarks: isOff ? all.map((remark) => (isError(remark) ? { ...remark, severity: 'warning' } : remark)) : all,
  };
}

function inOurs(written: JsonObject, context: EntryContext): InOwnKeys {
  const { path, dialect } = context;
  return inOwnKeys(flatMembers(dialect.reshape?.(written, context) ?? written), path, context);
}

function askedBy(written: JsonObject, { asks }: Dialect): readonly AskedVariable[] {
  return Object.entries(asks?.(written) ?? {}).map(([name, description]) => ({ name, description }));
}

function isError({ severity }: Remark): boolean {
  return severity === 'error';
}

/** Nothing is split: where the program ends and its first argument begins can't be known. */
function commandLine({ command, args }: JsonObject, path: string): readonly Remark[] {
  const hasArguments = Array.isArray(args) && args.length > 0;
  if (hasArguments || typeof command !== 'string' || !/^[\w.@-]+\s+\S/.test(command)) return [];
  const message = `${path}.command looks like a whole command line, but is taken as the name of one program`;
  return [
    { severity: 'warning', path: `${path}.command`, message, remedy: 'write what follows the program under args' },
  ];
}
