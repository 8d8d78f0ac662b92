/** Variables by name. `process.env` fits. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A value with its variables filled in, and the names of those that are not set. */
export interface Expanded {
  readonly value: unknown;
  /** In order of appearance, each once. */
  readonly missing: readonly string[];
}

const VARIABLE = /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

/**
 * Fills in `${NAME}` and `${NAME:-default}` in every text of a value, to any depth of arrays and objects; keys stay.
 *
 * A default counts when the variable is unset or empty, as in a shell. What a variable holds is not expanded again.
 * `$${` gives a plain `${`. Any other form (`$NAME`, `${env:NAME}`) stays as it is. An unset variable without a default
 * becomes an empty text and is listed as missing.
 */
export function expandVariables(value: unknown, environment: Environment): Expanded {
  const missing = new Set<string>();
  return { value: expand(value, environment, missing), missing: [...missing] };
}

function expand(value: unknown, environment: Environment, missing: Set<string>): unknown {
  if (typeof value === 'string') return expandText(value, environment, missing);
  if (Array.isArray(value)) return value.map((item) => expand(item, environment, missing));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, expand(member, environment, missing)]));
}

function expandText(text: string, environment: Environment, missing: Set<string>): string {
  return text.replace(VARIABLE, (match, name: string | undefined, fallback: string | undefined) => {
    if (name === undefined) return match.slice(1);
    const held = Object.hasOwn(environment, name) ? environment[name] : undefined;
    if (fallback !== undefined) return held === undefined || held === '' ? fallback : held;
    if (held === undefined) missing.add(name);
    return held ?? '';
  });
}
