import { isJsonObject, type Json } from '../../../base/json.ts';
import type { AskedVariable } from '../foreign-server.ts';

/**
 * The values that a file has its client ask for, by the id under which entries name them (`inputs` of VS Code). Two ids never
 * share a variable.
 */
export function askedInputs(inputs: Json | undefined): ReadonlyMap<string, AskedVariable> {
  const asked = new Map<string, AskedVariable>();
  const counts = new Map<string, number>();
  for (const input of Array.isArray(inputs) ? (inputs as readonly Json[]) : []) {
    if (!isJsonObject(input) || typeof input['id'] !== 'string' || asked.has(input['id'])) continue;
    const { id, description } = input;
    const name = freeName(variableName(id), counts);
    asked.set(id, { name, description: typeof description === 'string' ? description : '' });
  }
  return asked;
}

/** A name for the variable that stands for an input: `github-token` is `GITHUB_TOKEN`. */
export function variableName(id: string): string {
  const name = id.toUpperCase().replaceAll(/[^A-Z0-9_]/g, '_');
  return /^[A-Z_]/.test(name) ? name : `_${name}`;
}

/** @param counts how often each name was wanted or given; what was tried once is never tried again. */
function freeName(wanted: string, counts: Map<string, number>): string {
  for (let count = (counts.get(wanted) ?? 0) + 1; ; count++) {
    const name = count === 1 ? wanted : `${wanted}_${count}`;
    if (count > 1 && counts.has(name)) continue;
    counts.set(wanted, count);
    if (count > 1) counts.set(name, 1);
    return name;
  }
}
