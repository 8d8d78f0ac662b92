import { type Environment, variableNames } from '../../mcp/entries/expand-variables.ts';

/** The variables there are, and those a plan adds to `.env`. A value: each step makes a new one. */
export interface Variables {
  /** The process's. They come before those of `.env`. */
  readonly environment: Environment;
  /** What `.env` will hold. */
  readonly file: ReadonlyMap<string, string>;
  /** Those of {@link file} that it does not hold yet, in the order in which they came. */
  readonly added: ReadonlyMap<string, string>;
  /** How many entries use a name, whether it is set or not. One that is not set must not get another one's secret. */
  readonly uses: ReadonlyMap<string, number>;
}

/** A value under a name. */
export interface Kept {
  readonly name: string;
  readonly variables: Variables;
}

/** How many of these values use each name. */
export function countUses(values: readonly unknown[]): Variables['uses'] {
  const uses = new Map<string, number>();
  for (const name of values.flatMap(variableNames)) uses.set(name, (uses.get(name) ?? 0) + 1);
  return uses;
}

/** Every variable as it will be, for filling in. */
export function allVariables({ environment, file }: Variables): Environment {
  return { ...Object.fromEntries(file), ...environment };
}

/**
 * Keeps a value under the wanted name, or under the first of `NAME_2`, `NAME_3` that holds it already or is nobody's. It
 * stands in `.env` in any case: a client that starts us later may not have the variables that we have now.
 */
export function keep(variables: Variables, wanted: string, value: string): Kept {
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}_${number}`;
    if (isFreeFor(variables, name, value)) return { name, variables: put(variables, name, value) };
  }
}

/**
 * Keeps the default of `${NAME:-default}` so that `${name}` of the result means the same: under that very name where it can
 * be.
 */
export function keepDefault(variables: Variables, name: string, value: string): Kept {
  const { environment, file, added, uses } = variables;
  // Set to nothing, and before all others: the default counts, and could not under this name.
  if (environment[name] === '') return keep(variables, name, value);
  const held = file.get(name);
  if (held === value) return { name, variables };
  // What others get by this name must not become this one's default.
  const canBePut = held === undefined && (uses.get(name) ?? 0) < 2;
  if (canBePut) return { name, variables: put(variables, name, value) };
  const counts = environment[name] ?? (added.has(name) ? undefined : held);
  return counts === undefined || counts === '' ? keep(variables, name, value) : { name, variables };
}

function isFreeFor({ environment, file, uses }: Variables, name: string, value: string): boolean {
  const held = [Object.hasOwn(environment, name) ? environment[name] : undefined, file.get(name)];
  const set = held.filter((one) => one !== undefined);
  return set.length === 0 ? !uses.has(name) : set.every((one) => one === value);
}

function put(variables: Variables, name: string, value: string): Variables {
  if (variables.file.has(name)) return variables;
  return {
    ...variables,
    file: new Map([...variables.file, [name, value]]),
    added: new Map([...variables.added, [name, value]]),
  };
}
