import { lenientBoolean } from '../../../base/config/lenient-boolean.ts';
import { isJsonObject, type Json } from '../../../base/json.ts';
import type { ServerFields } from '../../config.ts';
import type { Remark, WrittenKey } from '../foreign-server.ts';

type Written = Pick<WrittenKey, 'place' | 'value'>;

const MAPPINGS: ReadonlySet<string> = new Set<keyof ServerFields>(['env', 'headers']);

/** One value of all that stand under one key: lists and mappings together, off before on, else the first. */
export function joinValues(key: keyof ServerFields, written: readonly Written[], remarks: Remark[]): Json {
  const values = written.map(({ value }) => value);
  const [first = null] = values;
  if (key === 'tools') return joinFilters(written, remarks);
  if (values.length === 1) return first;
  // What can't be joined takes the place of all: the entry can't be used without it.
  if (key === 'args') return values.find((value) => !Array.isArray(value)) ?? (values.flat() as readonly Json[]);
  if (MAPPINGS.has(key)) {
    const odd = values.find((value) => !isJsonObject(value));
    return odd ?? Object.fromEntries(values.filter(isJsonObject).flatMap((value) => Object.entries(value)));
  }
  if (key === 'enabled') return values.find((value) => lenientBoolean(value) === false) ?? first;
  tellOthers(written, remarks);
  return first;
}

/** Of several lists of tools to take the first counts; of those to leave out all do. */
function joinFilters(written: readonly Written[], remarks: Remark[]): Json {
  const filters = written.map(({ value }) => value).filter(isJsonObject);
  if (filters.length < written.length) return written.find(({ value }) => !isJsonObject(value))?.value ?? null;
  const includes = written.flatMap(({ place, value }) =>
    member(value, 'include').map((list) => ({ place, value: list })),
  );
  const excludes = filters.flatMap((value) => member(value, 'exclude'));
  tellOthers(includes, remarks);
  return {
    ...Object.fromEntries(filters.flatMap((value) => Object.entries(value))),
    ...(includes[0] === undefined ? {} : { include: includes[0].value }),
    ...(excludes.length === 0 ? {} : { exclude: excludes.flat() as Json[] }),
  };
}

function member(value: Json, key: string): readonly Json[] {
  const held = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return held === undefined || held === null ? [] : [held];
}

function tellOthers([first, ...others]: readonly Written[], remarks: Remark[]): void {
  for (const { place, value } of others) {
    if (JSON.stringify(value) === JSON.stringify(first?.value)) continue;
    const message = `${place} says something else than ${first?.place}, which counts`;
    remarks.push({ severity: 'warning', path: place, message, remedy: 'keep the one that is meant' });
  }
}
