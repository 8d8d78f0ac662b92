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
const BEARER = /(?<!\w)Bearer +([^\s"']{4,})/g;
const USERINFO = /(?<![a-z0-9+.-])([a-z][a-z0-9+.-]*):\/\/([^\s/?#]*)@/gi;
/** `name=value` in a query, in a list with semicolons, or in front of a command. */
const ASSIGNED = /(?:^|[?&;\s"'])([\w.-]+)=([^&;\s#"']+)/g;
const MEMBER = /"([\w.-]+)\\?"\s*:\s*\\?"([^"\\]*)/g;
/** The whole text: `--name=value`, `Name: value`. */
const PAIR = /^-{0,2}([\w.-]+)[=:]\s*(\S.*)$/s;
const FLAG = /^--?([\w.-]+)$/;
/** Quoted ones stay whole. */
const WORDS = /(?:"[^"]*"|'[^']*'|[^\s"'])+|["']/g;

/**
 * The secrets a text shows by their shape, wherever they stand in it: well-known tokens, what follows `Bearer`, the
 * password in an address, and the value beside a name that tells of a secret (`key=…`, `Name: …`, `"name": "…"`).
 */
export function secretsInText(text: string): readonly string[] {
  const tokens = TOKENS.flatMap((shape) => text.match(shape) ?? []);
  const bearers = [...text.matchAll(BEARER)].flatMap(([, value = '']) => value);
  const users = [...text.matchAll(USERINFO)].flatMap(([, scheme = '', held = '']) => userinfoSecrets(scheme, held));
  const named = [...text.matchAll(ASSIGNED), ...text.matchAll(MEMBER)]
    .filter(([, name = '']) => isSecretName(name))
    .flatMap(([, , value = '']) => value);
  return [...tokens, ...bearers, ...users, ...named, ...pairSecrets(text)].filter((value) => value !== '');
}

/**
 * The secrets in the arguments of a program: those of {@link secretsInText}, and what follows a flag that names one. An
 * argument that holds words is read as a command line too.
 */
export function secretsInArguments(args: readonly string[]): readonly string[] {
  return args.flatMap((_, index) => secretsAt(args, index));
}

/** The arguments with every secret that {@link secretsInArguments} finds as `***`, however short it is. */
export function maskArguments(args: readonly string[]): readonly string[] {
  return args.map((argument, index) =>
    [...secretsAt(args, index)]
      .sort((a, b) => b.length - a.length)
      .reduce((masked, secret) => masked.replaceAll(secret, MASK), argument),
  );
}

function secretsAt(args: readonly string[], index: number): readonly string[] {
  const argument = args[index] ?? '';
  const flag = FLAG.exec(args[index - 1] ?? '')?.[1] ?? '';
  const isValue = isSecretName(flag) && argument !== '' && !/^--[a-z]/i.test(argument);
  const words = argument.match(WORDS) ?? [];
  const within = words.length > 1 ? secretsInArguments(words) : [];
  return [...(isValue ? [argument] : []), ...secretsInText(argument), ...within];
}

/** Over the web a lone user name is mostly a token; elsewhere it is a name. */
function userinfoSecrets(scheme: string, held: string): readonly string[] {
  const at = held.indexOf(':');
  const password = at === -1 ? '' : held.slice(at + 1);
  const secrets = /^https?$/i.test(scheme) ? [at === -1 ? held : held.slice(0, at), password] : [password];
  return secrets.flatMap((secret) => [secret, decoded(secret)]);
}

/** Of `NAME=value` and `Name: value`, also behind a flag: `--env=NAME=value`. */
function pairSecrets(text: string, levels = 2): readonly string[] {
  const [, name = '', value = ''] = PAIR.exec(text) ?? [];
  if (isSecretName(name)) return [value, ...(/^[A-Za-z]+ +(\S+)$/.exec(value)?.slice(1) ?? [])];
  return value === '' || levels === 1 ? [] : pairSecrets(value, levels - 1);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
