import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import { isSecretName } from '../../base/secret-name.ts';
import { type SecretSpan, secretSpans, secretSpansInArguments } from '../../guard/secret-shapes.ts';
import { canHold } from '../config/env-file.ts';
import { hideVariables, secretCuts, withoutCuts } from './secret-cuts.ts';
import { environmentName, secretName } from './variable-name.ts';
import { keep, keepDefault, type Variables } from './variables.ts';

/** An entry without its secrets. */
export interface Taken {
  readonly entry: JsonObject;
  readonly variables: Variables;
  /** Variables that now stand for its secrets, each once. */
  readonly names: readonly string[];
  /** Places of secrets that no line of `.env` can hold, such as `env.KEY`. They are still in the entry. */
  readonly refused: readonly string[];
}

/**
 * Puts `${NAME}` where an entry of `mcp_servers` has a secret: in `env`, `headers`, `command`, `args` and `url`, by the name
 * of its key or by its shape. Filled in, the entry means what it meant before. What is a variable already stays one.
 *
 * @param label names the variables, but for those of `env`.
 */
export function takeSecrets(label: string, entry: JsonObject, variables: Variables): Taken {
  let taken: Taken = { entry, variables, names: [], refused: [] };
  // What stood beside a secret may tell by its shape only once that is out of the way.
  for (let isDone = false; !isDone; ) {
    const { names, ...next } = takeShown(label, taken.entry, taken.variables);
    isDone = names.length === 0 || next.refused.length > 0;
    taken = { ...next, names: [...new Set([...taken.names, ...names])] };
  }
  return taken;
}

function takeShown(label: string, entry: JsonObject, before: Variables): Taken {
  let variables = before;
  const names = new Set<string>();
  const refused: string[] = [];

  const take = (text: string, secrets: readonly SecretSpan[], place: string, nameFor: (key?: string) => string) => {
    const cuts = secretCuts(text, secrets);
    if (cuts.some(({ value }) => !canHold(value))) {
      refused.push(place);
      return text;
    }
    return withoutCuts(text, cuts, ({ value, key, defaultOf }) => {
      const kept =
        defaultOf === undefined ? keep(variables, nameFor(key), value) : keepDefault(variables, defaultOf, value);
      variables = kept.variables;
      names.add(kept.name);
      return kept.name;
    });
  };
  const namedAfterLabel = (key = 'token') => secretName(label, key);
  const takeMembers = (key: 'env' | 'headers', spans: typeof secretsOfVariable) =>
    mapMembers(entry[key], (name, value) =>
      take(value, spans(name, value), `${key}.${name}`, (part) => {
        if (key === 'headers') return secretName(label, name);
        return part === undefined ? environmentName(name) : secretName(name, part);
      }),
    );
  const command = typeof entry['command'] === 'string' ? entry['command'] : '';
  const args = Array.isArray(entry['args']) ? (entry['args'] as readonly Json[]) : [];
  const words = [command, ...args.map((argument) => (isScalar(argument) ? String(argument) : ''))];
  const spans = secretSpansInArguments(words.map(hideVariables));
  const takeWord = (written: Json | undefined, index: number) =>
    mapText(written, (text) =>
      take(text, spans[index] ?? [], index === 0 ? 'command' : `args[${index - 1}]`, namedAfterLabel),
    );
  const takeUrl = (text: string) => take(text, secretSpans(hideVariables(text)), 'url', namedAfterLabel);
  const taken: Record<string, Json | undefined> = {
    command: takeWord(entry['command'], 0),
    args: Array.isArray(entry['args'])
      ? args.map((argument, index) => takeWord(argument, index + 1) ?? null)
      : entry['args'],
    env: takeMembers('env', secretsOfVariable),
    url: mapText(entry['url'], takeUrl),
    headers: takeMembers('headers', secretsOfHeader),
  };
  return { entry: inOrderOf(entry, taken), variables, names: [...names], refused };
}

/** Whole, so that the variable has the program's own name for it and what the program expects. */
function secretsOfVariable(name: string, value: string): readonly SecretSpan[] {
  const shown = secretSpans(hideVariables(value));
  return shown.length > 0 ? [{ start: 0, end: value.length }, ...shown] : secretByName(name, value);
}

function secretsOfHeader(name: string, value: string): readonly SecretSpan[] {
  return [...secretByName(name, value).map((span) => ({ ...span, name })), ...secretSpans(hideVariables(value))];
}

function secretByName(name: string, value: string): readonly SecretSpan[] {
  return isSecretName(name) ? [{ start: 0, end: value.length }] : [];
}

function mapMembers(written: Json | undefined, map: (name: string, value: string) => string): Json | undefined {
  if (!isJsonObject(written)) return written;
  const members = Object.entries(written).map(([name, value]) => [name, mapText(value, (text) => map(name, text))]);
  return Object.fromEntries(members);
}

/** Also of a number, which may be a password. What stays as it is keeps its kind. */
function mapText(written: Json | undefined, map: (text: string) => string): Json | undefined {
  if (typeof written !== 'string' && typeof written !== 'number') return written;
  const text = String(written);
  const mapped = map(text);
  return mapped === text ? written : mapped;
}

/** The members that were looked through, each where it stood; what was not there is not added. */
function inOrderOf(entry: JsonObject, taken: JsonObject): JsonObject {
  const members = Object.entries(entry).map(([key, value]) => [key, Object.hasOwn(taken, key) ? taken[key] : value]);
  return Object.fromEntries(members);
}

function isScalar(value: Json): boolean {
  return typeof value !== 'object';
}
