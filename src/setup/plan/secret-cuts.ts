import { isSecretName } from '../../base/secret-name.ts';
import { type SecretSpan, secretSpans } from '../../guard/secret-shapes.ts';
import { type VariableSpan, variableSpans } from '../../mcp/entries/expand-variables.ts';

/** A part of a text that is to become a variable. */
export interface Cut {
  readonly start: number;
  readonly end: number;
  /** What stands there means. */
  readonly value: string;
  /** The variable whose default it is; absent for a plain text. */
  readonly defaultOf?: string;
  /** What tells of the secret. */
  readonly key: string | undefined;
}

/**
 * What switches something on or off is no secret, whatever its name, and nothing is none either. Nor is a variable that the
 * program fills in by itself.
 */
const NO_SECRET = /^(?:true|false|on|off|yes|no|none|null|\$\{\w+\}|)$/i;
/** Neither a letter nor anything that means something in an address. */
const VARIABLE = '\ufffc';

/** How a credential is announced: `Bearer …`. Two words of a password must not be taken for that. */
const SCHEME = /^(?:(?:bearer|basic|digest|token|key|api-?key) +)(?=\S+$)/i;

/**
 * The text with something else of its length in place of each variable: what is written in one, such as a colon, must not
 * be taken for a part of an address.
 */
export function hideVariables(text: string): string {
  return variableSpans(text).reduce(
    (hidden, { start, end }) => hidden.slice(0, start) + VARIABLE.repeat(end - start) + hidden.slice(end),
    text,
  );
}

/**
 * What to cut out of a text of an entry, in order, for the secrets that were found in it. What is a variable already stays
 * as it is, but for a secret in its default.
 */
export function secretCuts(text: string, secrets: readonly SecretSpan[]): readonly Cut[] {
  const variables = variableSpans(text);
  const plain = secrets.filter((secret) => !variables.some((variable) => overlap(secret, variable)));
  const defaults = variables.filter(
    (variable) => hasSecretDefault(variable) || secrets.some((secret) => overlap(secret, variable)),
  );
  const cuts = [
    ...outermost(plain.map((secret) => credentials(text, secret))).map((secret) => plainCut(text, secret)),
    ...defaults.flatMap(defaultCut),
  ];
  return cuts.filter(({ value }) => isSecret(value)).sort((a, b) => a.start - b.start);
}

/** The name of a variable that the program fills in by itself may still be a secret by its shape. */
function isSecret(value: string): boolean {
  return !NO_SECRET.test(value) || secretSpans(value).length > 0;
}

/** The text with what `named` gives in place of each cut. */
export function withoutCuts(text: string, cuts: readonly Cut[], named: (cut: Cut) => string): string {
  let [out, from] = ['', 0];
  for (const cut of cuts) {
    out += `${text.slice(from, cut.start)}\${${named(cut)}}`;
    from = cut.end;
  }
  return out + text.slice(from);
}

function plainCut(text: string, { start, end, name }: SecretSpan): Cut {
  // A dollar sign left before the variable would take its meaning away.
  const dollars = /\$*$/.exec(text.slice(0, start))?.[0].length ?? 0;
  const from = start - dollars;
  return { start: from, end, value: text.slice(from, end).replaceAll('$${', '${'), key: name };
}

/** Whatever the variable stands in. */
function hasSecretDefault({ name, fallback = '' }: VariableSpan): boolean {
  return isSecretName(name) || secretSpans(fallback).length > 0;
}

function defaultCut({ start, end, name, fallback }: VariableSpan): readonly Cut[] {
  return fallback === undefined ? [] : [{ start, end, value: fallback, defaultOf: name, key: name }];
}

/** What has no name is taken whole: it may be the value of a variable that a program knows. */
function credentials(text: string, secret: SecretSpan): SecretSpan {
  if (secret.name === undefined) return secret;
  const scheme = SCHEME.exec(text.slice(secret.start, secret.end))?.[0] ?? '';
  return { ...secret, start: secret.start + scheme.length };
}

/** Of spans that lie in each other the outer one; those that merely overlap become one. */
function outermost(spans: readonly SecretSpan[]): readonly SecretSpan[] {
  const merged: SecretSpan[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) merged.push(span);
    else if (span.end > last.end) merged[merged.length - 1] = { ...last, end: span.end };
  }
  return merged;
}

function overlap(a: Pick<Cut, 'start' | 'end'>, b: Pick<Cut, 'start' | 'end'>): boolean {
  return a.start < b.end && b.start < a.end;
}
