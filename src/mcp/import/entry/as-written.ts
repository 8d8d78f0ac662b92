import { isJsonObject } from '../../../base/json.ts';
import { serverFields } from '../../config.ts';
import { variableNames } from '../../entries/expand-variables.ts';
import { memberPath } from '../../entries/member-path.ts';
import type { Remark, WrittenKey } from '../foreign-server.ts';

/**
 * A fault of an entry in our own keys, told where its owner has it: at `a.disabledTools`, not at `a.tools.exclude`.
 *
 * @param path the entry's own, with which the paths of all its faults begin.
 */
export function asWritten<Fault extends Pick<Remark, 'path' | 'message'> & { readonly remedy: string }>(
  fault: Fault,
  path: string,
  keys: readonly WrittenKey[],
): Fault {
  const within = keys.flatMap((written) => {
    const own = memberPath(path, written.key, ...(written.member === undefined ? [] : [written.member]));
    return isAt(own, fault.path) ? [{ written, rest: fault.path.slice(own.length) }] : [];
  });
  const found = culprit(within);
  if (found === undefined) return fault;
  const place = `${found.written.place}${found.written.key === 'args' ? itemOf(found, within) : found.rest}`;
  if (place === fault.path) return fault;
  const message = fault.message.startsWith(fault.path) ? place + fault.message.slice(fault.path.length) : fault.message;
  return { ...fault, path: place, message, remedy: withoutExample(fault.remedy) };
}

/** A part of an entry that a fault may be in, and where in it. */
interface Part {
  readonly written: WrittenKey;
  readonly rest: string;
}

function isAt(place: string, path: string): boolean {
  return path === place || path.startsWith(`${place}.`);
}

/** Of several that are joined the one that can't be used, else one that is filled in, else the first. */
function culprit(parts: readonly Part[]): Part | undefined {
  const faulty = parts.filter(({ written: { key, value } }) => !serverFields[key].safeParse(value).success);
  return (
    faulty.find(({ written: { value }, rest }) => isJsonObject(value) && holds(value, rest)) ??
    faulty[0] ??
    parts.find(({ written }) => variableNames(written.value).length > 0) ??
    parts[0]
  );
}

function holds(value: object, rest: string): boolean {
  return Object.keys(value).some((key) => isAt(memberPath('', key), rest));
}

/** Arguments of several lists are counted through; here they count from the beginning of their own. */
function itemOf({ written, rest }: Part, parts: readonly Part[]): string {
  const index = Number(rest.slice(1));
  if (rest === '' || !Number.isInteger(index)) return rest;
  const before = parts.slice(
    0,
    parts.findIndex((part) => part.written === written),
  );
  const lengths = before.map((part) => (Array.isArray(part.written.value) ? part.written.value.length : 0));
  return `.${index - lengths.reduce((sum, length) => sum + length, 0) + (written.from ?? 0)}`;
}

/** It would name our key. */
function withoutExample(remedy: string): string {
  return remedy.replace(/, such as .*$|^write it as tools: .*$/, (example) =>
    example.startsWith(',') ? '' : 'write a list of texts',
  );
}
