import { lenientBoolean } from '../../../base/config/lenient-boolean.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../base/json.ts';
import type { Dialect, Standing } from '../dialect.ts';
import type { AskedVariable, ForeignServer, Remark } from '../foreign-server.ts';
import { entryFaults } from './entry-faults.ts';
import { flatMembers } from './flat-members.ts';
import { inOwnVariables, type VariableMeanings } from './foreign-variables.ts';
import { inOwnKeys } from './own-keys.ts';

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
  const { label, path, dialect, meanings } = context;
  const bare: ForeignServer = { label, path, written, entry: undefined, approved: [], asked: [], remarks: [] };
  if (!isJsonObject(written)) {
    const remedy = 'give it a `command` or a `url`';
    return { ...bare, remarks: [{ severity: 'error', path, message: `${path} must be a mapping`, remedy }] };
  }
  const staying = dialect.stays?.(written);
  if (staying !== undefined) return { ...bare, remarks: [{ severity: 'note', path, message: `${path} ${staying}` }] };

  const members = flatMembers(dialect.reshape?.(written, context) ?? written);
  const { entry: keyed, approved, remarks } = inOwnKeys(members, dialect, path);
  const { entry, asked, remarks: unusable } = withOwnVariables(keyed, path, dialect, meanings);
  const found = [...remarks, ...unusable, ...commandLine(entry, path)];
  const all = [...found, ...(found.some(isError) ? [] : entryFaults(entry, path))];
  const isOff = lenientBoolean(entry['enabled']) === false;
  return {
    ...bare,
    entry: all.some(isError) && !isOff ? undefined : entry,
    approved,
    asked: [...asked, ...askedBy(written, dialect)],
    remarks: isOff ? all.map((remark) => (isError(remark) ? { ...remark, severity: 'warning' } : remark)) : all,
  };
}

function askedBy(written: JsonObject, { asks }: Dialect): readonly AskedVariable[] {
  return Object.entries(asks?.(written) ?? {}).map(([name, description]) => ({ name, description }));
}

function isError({ severity }: Remark): boolean {
  return severity === 'error';
}

function withOwnVariables(
  keyed: JsonObject,
  path: string,
  { bareVariables = false }: Dialect,
  meanings: Omit<VariableMeanings, 'bare'>,
): { readonly entry: JsonObject; readonly asked: readonly AskedVariable[]; readonly remarks: readonly Remark[] } {
  const read = Object.entries(keyed).map(([key, value]) => ({
    key,
    ...inOwnVariables(value ?? null, { ...meanings, bare: bareVariables }),
  }));
  const asked = new Map(read.flatMap((one) => [...one.asked]).map((variable) => [variable.name, variable]));
  return {
    entry: Object.fromEntries(read.map(({ key, value }) => [key, value])),
    asked: [...asked.values()],
    remarks: read.flatMap(({ key, unusable }) => [...unusable].map((form) => unusableForm(`${path}.${key}`, form))),
  };
}

function unusableForm(path: string, form: string): Remark {
  const message = `${path} has ${form}, which only the client can fill in`;
  const remedy = `write \${NAME}, and set the variable NAME in the environment or in .env`;
  return { severity: 'error', path, message, remedy };
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
