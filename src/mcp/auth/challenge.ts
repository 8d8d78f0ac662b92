/** One way to get in, as a server names it in `WWW-Authenticate`. Untrusted. */
export interface Challenge {
  /** In lower case, as `bearer`. */
  readonly scheme: string;
  /** Instead of parameters: a value that means something to the scheme alone. */
  readonly token68?: string;
  /** By name in lower case; of several of one name the first counts. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** More than any server has to say. */
const MAX_CHARS = 16_384;
const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const GAP = /[ \t,]*/y;
const PARAMETER = new RegExp(`(${TOKEN})[ \\t]*=[ \\t]*(?:"((?:[^"\\\\]|\\\\.)*)"|(${TOKEN}))[ \\t]*(?=,|$)`, 'sy');
const SCHEME = new RegExp(`(${TOKEN})(?:[ \\t]+|(?=,|$))`, 'y');
const TOKEN68 = /([A-Za-z0-9._~+/-]+=*)[ \t]*(?=,|$)/y;
const TO_NEXT = /[^,]*/y;

/**
 * Reads `WWW-Authenticate` (RFC 9110, 11.6.1), several headers joined by commas as `Headers` does. The comma separates
 * parameters as well as challenges: what follows one is a parameter where it reads as `name=value`, and a scheme
 * otherwise. What is neither is passed over; nothing throws.
 */
export function readChallenges(header: string): readonly Challenge[] {
  const text = header.slice(0, MAX_CHARS);
  const challenges: { scheme: string; token68?: string; parameters: Map<string, string> }[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  for (take(GAP); at < text.length; take(GAP)) {
    const current = challenges.at(-1);
    const parameter = take(PARAMETER);
    if (parameter !== null) {
      const [, name = '', quoted, plain = ''] = parameter;
      const key = name.toLowerCase();
      const value = quoted?.replace(/\\(.)/gsu, '$1') ?? plain;
      if (current !== undefined && !current.parameters.has(key)) current.parameters.set(key, value);
      continue;
    }
    const scheme = take(SCHEME);
    if (scheme === null) {
      take(TO_NEXT);
      continue;
    }
    const next: (typeof challenges)[number] = { scheme: (scheme[1] ?? '').toLowerCase(), parameters: new Map() };
    challenges.push(next);
    const token68 = startsParameter(text, at) ? null : take(TOKEN68);
    if (token68?.[1] !== undefined) next.token68 = token68[1];
  }
  return challenges;
}

function startsParameter(text: string, at: number): boolean {
  PARAMETER.lastIndex = at;
  return PARAMETER.test(text);
}
