/** Variables by name. `process.env` fits. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A value with its variables filled in, and the names of those that are not set. */
export interface Expanded {
  readonly value: unknown;
  /** In order of appearance, each once. */
  readonly missing: readonly string[];
  /** What the variables that were filled in hold, by name. Defaults are not among them. */
  readonly filled: ReadonlyMap<string, string>;
}

/** One whose default has no end is matched to the end of the text, and no variable: to look for each end anew takes too long. */
const VARIABLE = /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)(?:\}|:-([^}]*)(\}|$))/g;

/** As other clients write them: `${env:NAME}`, `${input:name}`. What follows the name may be a default, and a secret. */
const UNKNOWN = /(?<!\$)\$\{([A-Za-z]+:[A-Za-z_][\w.-]{0,80})([^}"\\]{0,80})\}/g;

/**
 * Fills in `${NAME}` and `${NAME:-default}` in every text of a value, to any depth of arrays and objects; keys stay.
 *
 * A default counts when the variable is unset or empty, as in a shell. What a variable holds is not expanded again.
 * `$${` gives a plain `${`. Any other form (`$NAME`, `${env:NAME}`) stays as it is. An unset variable without a default
 * becomes an empty text and is listed as missing.
 */
export function expandVariables(value: unknown, environment: Environment): Expanded {
  const seen = { missing: new Set<string>(), filled: new Map<string, string>() };
  return { value: expand(value, environment, seen), missing: [...seen.missing], filled: seen.filled };
}

interface Seen {
  readonly missing: Set<string>;
  readonly filled: Map<string, string>;
}

function expand(value: unknown, environment: Environment, seen: Seen): unknown {
  if (typeof value === 'string') return expandText(value, environment, seen);
  if (Array.isArray(value)) return value.map((item) => expand(item, environment, seen));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, expand(member, environment, seen)]));
}

function expandText(text: string, environment: Environment, { missing, filled }: Seen): string {
  return text.replace(VARIABLE, (match, name: string | undefined, fallback: string | undefined, end?: string) => {
    if (name === undefined) return match.slice(1);
    if (end === '') return match;
    const held = Object.hasOwn(environment, name) ? environment[name] : undefined;
    if (fallback !== undefined && (held === undefined || held === '')) return fallback;
    if (held === undefined) missing.add(name);
    else filled.set(name, held);
    return held ?? '';
  });
}

/**
 * The forms of variables of other clients in the texts of a value, each once: {@link expandVariables} leaves them. What may
 * be a default is left out.
 */
export function unknownForms(value: unknown): readonly string[] {
  const found = texts(value).flatMap((text) => [...text.matchAll(UNKNOWN)]);
  return [...new Set(found.map(([, name, rest]) => `\${${name}${rest === '' ? '' : '…'}}`))];
}

/** One variable of a text. */
export interface VariableSpan {
  /** In UTF-16 units; `end` is the first behind it. */
  readonly start: number;
  readonly end: number;
  readonly name: string;
  /** The default, as it is written; absent where there is none. */
  readonly fallback?: string;
}

/** Where {@link expandVariables} fills something in. */
export function variableSpans(text: string): readonly VariableSpan[] {
  return [...text.matchAll(VARIABLE)].flatMap(({ 0: all, 1: name, 2: fallback, 3: end, index }) =>
    name === undefined || end === ''
      ? []
      : [{ start: index, end: index + all.length, name, ...(fallback === undefined ? {} : { fallback }) }],
  );
}

/** The variables in the texts of a value, each once, with a default or without. */
export function variableNames(value: unknown): readonly string[] {
  return [
    ...new Set(
      texts(value)
        .flatMap(variableSpans)
        .map(({ name }) => name),
    ),
  ];
}

function texts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
}
