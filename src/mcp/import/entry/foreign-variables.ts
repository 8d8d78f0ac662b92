import { isJsonObject, type Json } from '../../../base/json.ts';
import type { AskedVariable } from '../foreign-server.ts';
import { variableName } from './asked-inputs.ts';

/** What forms of variables stand for in one file. Folders are absolute. */
export interface VariableMeanings {
  /** Absent: `${HOME}` stands for it. */
  readonly userFolder?: string | undefined;
  /** Absent: there is no project, so what names its folder can't be used. */
  readonly projectFolder?: string | undefined;
  /** What `${input:id}` asks for, by id. */
  readonly inputs: ReadonlyMap<string, AskedVariable>;
  /** Whether `$NAME` and `%NAME%` are variables as well. */
  readonly bare: boolean;
}

/** A value with every variable as `${NAME}`. */
export interface WithOwnVariables {
  readonly value: Json;
  readonly asked: ReadonlySet<AskedVariable>;
  /** What can't be written so, as `${command:…}`: what follows the colon is left out, as it may hold a default. */
  readonly unusable: ReadonlySet<string>;
}

const NAME = '[A-Za-z_][A-Za-z0-9_]*';
const BRACED = String.raw`\$\$\{|\$\{(?<body>[^{}]{1,500})\}|\{(?<kind>env|file):(?<of>[^{}\s]{1,500})\}`;
const BARE = String.raw`\$\$+|\$(?<plain>${NAME})|%(?<percent>[A-Za-z_]\w{2,})%`;
const BRACED_ONLY = new RegExp(BRACED, 'g');
const WITH_BARE = new RegExp(`${BRACED}|${BARE}`, 'g');

const PLAIN = new RegExp(`^${NAME}$`);
const FROM_ENVIRONMENT = new RegExp(`^env:(?<variable>${NAME}(?::-.*)?)$`, 's');
/** `command:…`, `user_config.…`; but `NAME:-default` is ours. */
const OTHER = /^(?<word>[A-Za-z_][\w-]*)(?<mark>:(?!-)|\.)/;

/** Writes the variables of other clients as `${NAME}` in every text of a value; keys stay, and so does a `$${`. */
export function inOwnVariables(value: Json, meanings: VariableMeanings): WithOwnVariables {
  const found = { asked: new Set<AskedVariable>(), unusable: new Set<string>() };
  return { value: translate(value, meanings, found), ...found };
}

interface Found {
  readonly asked: Set<AskedVariable>;
  readonly unusable: Set<string>;
}

function translate(value: Json, meanings: VariableMeanings, found: Found): Json {
  if (typeof value === 'string') return translateText(value, meanings, found);
  if (Array.isArray(value)) return value.map((item) => translate(item, meanings, found));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, translate(member ?? null, meanings, found)]),
  );
}

function translateText(text: string, meanings: VariableMeanings, found: Found): string {
  const isAddress = text.includes('://');
  return text.replace(meanings.bare ? WITH_BARE : BRACED_ONLY, (match, ...rest) => {
    const { body, kind, of, plain, percent } = rest.at(-1) as Readonly<Record<string, string | undefined>>;
    if (body !== undefined) return translateForm(body, match, meanings, found);
    if (kind !== undefined && of !== undefined) return translateForm(`${kind}:${of}`, match, meanings, found, '');
    // In an address `%` begins the code of a character.
    const name = plain ?? (isAddress ? undefined : percent);
    return name === undefined ? match : variable(name);
  });
}

function translateForm(body: string, match: string, meanings: VariableMeanings, found: Found, dollar = '$'): string {
  const folder = PLAIN.test(body) || body === '/' ? folderText(body, meanings) : undefined;
  if (folder !== undefined) return folder;
  const fromEnvironment = FROM_ENVIRONMENT.exec(body)?.groups?.['variable'];
  if (fromEnvironment !== undefined) return variable(fromEnvironment);
  if (body.startsWith('input:')) {
    const asked = askedFor(body.slice('input:'.length), meanings);
    found.asked.add(asked);
    return variable(asked.name);
  }
  const { word, mark } = OTHER.exec(body)?.groups ?? {};
  if (PROJECT.has(body)) found.unusable.add(match);
  else if (word !== undefined) found.unusable.add(`${dollar}{${word}${mark}…}`);
  return match;
}

const PROJECT: ReadonlySet<string> = new Set(['workspaceFolder', 'workspaceRoot', 'workspaceFolderBasename']);

function folderText(name: string, { userFolder, projectFolder }: VariableMeanings): string | undefined {
  if (name === 'userHome') return userFolder === undefined ? variable('HOME') : literal(userFolder);
  const isWindows = (userFolder ?? projectFolder ?? '').includes('\\');
  if (name === '/' || name === 'pathSeparator') return isWindows ? '\\' : '/';
  if (projectFolder === undefined || !PROJECT.has(name)) return undefined;
  return literal(name === 'workspaceFolderBasename' ? (projectFolder.split(/[\\/]/).at(-1) ?? '') : projectFolder);
}

function askedFor(id: string, { inputs }: VariableMeanings): AskedVariable {
  return inputs.get(id) ?? { name: variableName(id), description: '' };
}

function variable(name: string): string {
  return `\${${name}}`;
}

/** So that what looks like a variable in the name of a folder is none. */
function literal(text: string): string {
  return text.replaceAll('${', () => '$${');
}
