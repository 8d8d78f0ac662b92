import { isSecretName } from '../base/secret-name.ts';

const MASK = '***';

/** Tokens that tell by their beginning what they are. No two starts share characters, so the search stays linear. */
const TOKENS: readonly RegExp[] = [
  /(?<![\w-])(?:gh[pousr]_|github_pat_|glpat-|npm_|hf_)[\w-]{6,}/g,
  /(?<![\w-])sk-(?=[A-Za-z_-]*\d)[\w-]{6,}/g,
  /(?<![\w-])xox[a-z]-[\w-]{6,}/g,
  /(?<![\w-])(?:AKIA|ASIA)[A-Z0-9]{8,}/g,
  /(?<![\w-])AIza[\w-]{20,}/g,
  /(?<![\w-])eyJ[\w-]{4,}\.[\w-]+(?:\.[\w-]*)?/g,
];
const BEARER = /(?<!\w)Bearer +([^\s"']{4,})/dg;
const USERINFO = /(?<![a-z0-9+.-])([a-z][a-z0-9+.-]*):\/\/([^\s/?#]*)@/dgi;
/** `name=value` in a query, in a list with semicolons, or in front of a command. */
const ASSIGNED = /(?:^|[?&;\s"'])([\w.-]+)=([^&;\s#"']+)/dg;
const MEMBER = /"([\w.-]+)\\?"\s*:\s*\\?"([^"\\]*)/dg;
/** The whole text: `--name=value`, `Name: value`. */
const PAIR = /^-{0,2}([\w.-]+)[=:]\s*(\S.*)$/ds;
const SCHEME = /^[A-Za-z]+ +(\S+)$/d;
const FLAG = /^--?([\w.-]+)$/;
/** Quoted ones stay whole. */
const WORDS = /(?:"[^"]*"|'[^']*'|[^\s"'])+|["']/g;

/** Where a secret stands in a text, in UTF-16 units; `end` is the first behind it. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  /** The name that tells of it, as it is written, or what an address has there; absent where the shape alone does. */
  readonly name?: string;
}

/**
 * Where a text shows secrets by their shape: well-known tokens, what follows `Bearer`, the password in an address, and
 * the value beside a name that tells of a secret (`key=…`, `Name: …`, `"name": "…"`). Spans may overlap; none is empty.
 */
export function secretSpans(text: string): readonly SecretSpan[] {
  const tokens = TOKENS.flatMap((shape) => [...text.matchAll(shape)].map(({ 0: all, index }) => spanAt(index, all)));
  const bearers = [...text.matchAll(BEARER)].flatMap((match) => groupSpan(match, 1));
  const users = [...text.matchAll(USERINFO)].flatMap(userinfoSpans);
  const named = [...text.matchAll(ASSIGNED), ...text.matchAll(MEMBER)]
    .filter(([, name = '']) => isSecretName(name))
    .flatMap((match) => groupSpan(match, 2, match[1]));
  return [...tokens, ...bearers, ...users, ...named, ...pairSpans(text)].filter(({ start, end }) => end > start);
}

/**
 * The same of each argument of a program: with what follows a flag that names a secret. An argument that holds words is
 * read as a command line too.
 */
export function secretSpansInArguments(args: readonly string[]): readonly (readonly SecretSpan[])[] {
  return args.map((argument, index) => {
    const flag = FLAG.exec(args[index - 1] ?? '')?.[1] ?? '';
    const isValue = isSecretName(flag) && argument !== '' && !/^--[a-z]/i.test(argument);
    const whole = isValue ? [spanAt(0, argument, flag)] : [];
    return [...whole, ...secretSpans(argument), ...spansInWords(argument)];
  });
}

/** The secrets a text shows by their shape, as they are written and as they are meant; see {@link secretSpans}. */
export function secretsInText(text: string): readonly string[] {
  return secretsAt(text, secretSpans(text));
}

/** The secrets in the arguments of a program; see {@link secretSpansInArguments}. */
export function secretsInArguments(args: readonly string[]): readonly string[] {
  return secretSpansInArguments(args).flatMap((spans, index) => secretsAt(args[index] ?? '', spans));
}

/** The arguments with every secret that {@link secretsInArguments} finds as `***`, however short it is. */
export function maskArguments(args: readonly string[]): readonly string[] {
  const spans = secretSpansInArguments(args);
  return args.map((argument, index) =>
    [...secretsAt(argument, spans[index] ?? [])]
      .sort((a, b) => b.length - a.length)
      .reduce((masked, secret) => masked.replaceAll(secret, MASK), argument),
  );
}

function secretsAt(text: string, spans: readonly SecretSpan[]): readonly string[] {
  const written = spans.map(({ start, end }) => text.slice(start, end));
  return [...new Set(written.flatMap((secret) => [secret, decoded(secret)]))];
}

function spansInWords(argument: string): readonly SecretSpan[] {
  const words = [...argument.matchAll(WORDS)];
  if (words.length < 2) return [];
  const spans = secretSpansInArguments(words.map(([word]) => word));
  return words.flatMap(({ index }, number) => (spans[number] ?? []).map((span) => shifted(span, index)));
}

/** Over the web a lone user name is mostly a token; elsewhere it is a name. */
function userinfoSpans(match: RegExpExecArray): readonly SecretSpan[] {
  const [, scheme = '', held = ''] = match;
  const start = match.indices?.[2]?.[0] ?? 0;
  const at = held.indexOf(':');
  const password = at === -1 ? [] : [spanAt(start + at + 1, held.slice(at + 1), 'password')];
  if (!/^https?$/i.test(scheme)) return password;
  const user = at === -1 ? spanAt(start, held, 'token') : spanAt(start, held.slice(0, at), 'user');
  return [user, ...password];
}

/** Of `NAME=value` and `Name: value`, also behind a flag: `--env=NAME=value`. */
function pairSpans(text: string, levels = 2): readonly SecretSpan[] {
  const match = PAIR.exec(text);
  const [, name = '', value = ''] = match ?? [];
  const start = match?.indices?.[2]?.[0] ?? 0;
  if (isSecretName(name)) {
    const scheme = SCHEME.exec(value);
    const credentials = scheme === null ? [] : groupSpan(scheme, 1, name).map((span) => shifted(span, start));
    return [spanAt(start, value, name), ...credentials];
  }
  if (value === '' || levels === 1) return [];
  return pairSpans(value, levels - 1).map((span) => shifted(span, start));
}

function groupSpan({ indices }: RegExpExecArray, group: number, name?: string): readonly SecretSpan[] {
  const place = indices?.[group];
  if (place === undefined) return [];
  return [{ start: place[0], end: place[1], ...(name === undefined ? {} : { name }) }];
}

function spanAt(start: number, text: string, name?: string): SecretSpan {
  return { start, end: start + text.length, ...(name === undefined ? {} : { name }) };
}

function shifted(span: SecretSpan, by: number): SecretSpan {
  return { ...span, start: span.start + by, end: span.end + by };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
