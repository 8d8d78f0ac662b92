import { isJsonObject, type JsonObject } from '../../base/json.ts';
import {
  type HttpEndpoint,
  type MisconfiguredEndpoint,
  type ServerConfig,
  type ServerFields,
  type StdioEndpoint,
  serverFields,
} from '../config.ts';
import { isHandedDown } from '../transport/child-environment.ts';
import { badValue, fallenBack, type KeyProblem, shownValue } from './bad-value.ts';
import { type Environment, expandVariables, unknownForms } from './expand-variables.ts';
import { memberPath } from './member-path.ts';
import { usableNames } from './override-names.ts';
import { programFault } from './program-fault.ts';

/** Something wrong in a list of servers. */
export interface EntryProblem {
  /** The server's key; empty when the whole list is meant. */
  readonly label: string;
  /** Where: `mcp_servers.github.headers`. */
  readonly path: string;
  readonly message: string;
  readonly remedy: string;
  /** `error`: the server can't start. `warning`: it starts, with a default or without the odd key. */
  readonly severity: 'error' | 'warning';
}

/** Without these a server can't be started as meant; for the others there is a default to fall back on. */
export const NEEDED: ReadonlySet<string> = new Set<keyof ServerFields>([
  ...(['command', 'args', 'env', 'cwd', 'url', 'headers', 'type'] as const),
  // What was meant to be left out must not come in by a slip of the pen.
  ...(['tools', 'prompts', 'resources'] as const),
]);

/** What is shorter would blot out half of any text. */
const SHORTEST_SECRET = 6;

/**
 * One entry of a list of servers. Never throws.
 *
 * @param told a problem as its owner knows it, where the entry stands somewhere under other keys.
 */
export function readEntry(
  label: string,
  entry: unknown,
  environment: Environment,
  path: string,
  told: (problem: KeyProblem) => KeyProblem = (problem) => problem,
): { readonly server: ServerConfig; readonly problems: readonly EntryProblem[] } {
  const source: JsonObject = isJsonObject(entry) ? entry : {};
  const { fields, errors, warnings, secrets } = readFields(source, environment, path);
  if (!isJsonObject(entry)) {
    errors.unshift({ path, message: `${path} must be a mapping`, remedy: 'give it a `command` or a `url`' });
  }
  const reached = errors[0] ?? endpointOf(fields, path);
  if (!('kind' in reached) && errors.length === 0) errors.push(reached);
  const endpoint = 'kind' in reached ? reached : misconfigured(told(reached));
  warnings.push(...unlikeType(endpoint, fields, path));
  const server: ServerConfig = {
    ...optionsOf(fields),
    label,
    endpoint,
    ...(secrets.length === 0 ? {} : { secrets }),
  };
  // A server that is switched off needs nothing, so nothing it lacks is an error.
  const severity = fields.enabled ? 'error' : 'warning';
  const problems: EntryProblem[] = [
    ...errors.map((problem) => ({ label, ...told(problem), severity }) as const),
    ...warnings.map((problem) => ({ label, ...told(problem), severity: 'warning' }) as const),
  ];
  return { server, problems };
}

function optionsOf(fields: ServerFields): Omit<ServerConfig, 'label' | 'endpoint'> {
  return {
    enabled: fields.enabled,
    startTimeoutMs: fields.start_timeout * 1000,
    ...(fields.call_timeout === undefined ? {} : { callTimeoutMs: fields.call_timeout * 1000 }),
    parallelCalls: fields.supports_parallel_tool_calls,
    alwaysLoad: fields.always_load,
    ...(fields.trust_annotations ? { trustAnnotations: true } : {}),
    ...(fields.protocol === 'auto' ? {} : { protocol: fields.protocol }),
    ...(fields.max_call_timeout === undefined ? {} : { maxCallTimeoutMs: fields.max_call_timeout * 1000 }),
    ...(fields.max_parallel_calls === undefined ? {} : { maxParallelCalls: fields.max_parallel_calls }),
    ...(fields.lazy ? { lazy: true } : {}),
    ...(fields.idle_timeout === undefined ? {} : { idleTimeoutMs: fields.idle_timeout * 1000 }),
    ...(fields.tools === undefined ? {} : { tools: fields.tools }),
    ...(fields.prompts === undefined ? {} : { prompts: fields.prompts }),
    ...(fields.resources === undefined ? {} : { resources: fields.resources }),
  };
}

function readFields(entry: JsonObject, environment: Environment, path: string) {
  const errors: KeyProblem[] = [];
  const warnings: KeyProblem[] = unknownKeys(entry, path);
  const fields: Record<string, unknown> = {};
  const secrets = new Set<string>();
  warnings.push(...unknownForms(entry).map((form) => unknownForm(path, form)));
  for (const [key, schema] of Object.entries(serverFields)) {
    const written = writtenIn(entry, key);
    const { value, missing, filled } = expandVariables(written, environment);
    for (const secret of secretsOf(filled)) secrets.add(secret);
    for (const name of missing) errors.push(unsetVariable(`${path}.${key}`, name));
    const parsed = schema.safeParse(value);
    fields[key] = parsed.success ? parsed.data : schema.safeParse(undefined).data;
    if (parsed.success || missing.length > 0) continue;
    if (NEEDED.has(key)) errors.push(badValue(`${path}.${key}`, key, parsed.error.issues));
    else warnings.push(fallenBack(`${path}.${key}`, key, written, fields[key]));
  }
  const named = usableNames(fields as unknown as ServerFields, path);
  warnings.push(...named.problems);
  return { fields: named.fields, errors, warnings, secrets: [...secrets] };
}

function writtenIn(entry: JsonObject, key: string): unknown {
  return Object.hasOwn(entry, key) && entry[key] !== null ? entry[key] : undefined;
}

function secretsOf(filled: ReadonlyMap<string, string>): readonly string[] {
  return [...filled]
    .filter(([name, held]) => held.length >= SHORTEST_SECRET && !isHandedDown(name))
    .map(([, held]) => held);
}

function endpointOf(fields: ServerFields, path: string): StdioEndpoint | HttpEndpoint | KeyProblem {
  const { command, args, env, cwd, url, headers, type } = fields;
  if (command !== undefined && url !== undefined) {
    return { path, message: `${path} has both a command and a url`, remedy: 'keep the one that is meant' };
  }
  if (command !== undefined) {
    const program: StdioEndpoint = { kind: 'stdio', command, args, env, ...(cwd === undefined ? {} : { cwd }) };
    return programFault(program, path) ?? program;
  }
  if (url === undefined) {
    return { path, message: `${path} has neither a command nor a url`, remedy: 'give it one of the two' };
  }
  const fault = urlFault(url, `${path}.url`) ?? headersFault(headers, `${path}.headers`);
  return fault ?? { kind: 'http', url, headers, ...(type === 'http' || type === 'sse' ? { transport: type } : {}) };
}

function urlFault(url: string, path: string): KeyProblem | undefined {
  if (!isHttpUrl(url)) {
    const scheme = /^[a-z][a-z0-9+.-]{0,15}:\/\//i.exec(url)?.[0];
    const found = scheme === undefined ? 'is not' : `begins with ${scheme}, which is not`;
    return { path, message: `${path} ${found} an http or https address`, remedy: 'write it as https://host/path' };
  }
  if (new URL(url).username === '' && new URL(url).password === '') return undefined;
  const message = `${path} holds a user or password, which HTTP clients refuse`;
  return { path, message, remedy: 'put them into an Authorization header' };
}

function headersFault(headers: ServerFields['headers'], path: string): KeyProblem | undefined {
  const name = Object.keys(headers).find((key) => !isHeader(key, headers[key] ?? ''));
  if (name === undefined) return undefined;
  return {
    path,
    message: `${path} has a name or value that HTTP does not allow: ${shownValue(name)}`,
    remedy: 'take spaces out of its name, and line breaks and other than Latin letters out of its value',
  };
}

/** What is there decides; a type that says otherwise may mean that something was left behind. */
function unlikeType({ kind }: ServerConfig['endpoint'], { type }: ServerFields, path: string): readonly KeyProblem[] {
  if (type === undefined || kind === 'misconfigured' || (type === 'stdio') === (kind === 'stdio')) return [];
  const there =
    kind === 'stdio'
      ? 'a command and no url, so it is started as a program'
      : 'a url and no command, so it is reached there';
  const remedy =
    kind === 'stdio' ? 'write type: stdio, or give it a url' : 'write type: http or sse, or give it a command';
  return [{ path: `${path}.type`, message: `${path}.type is ${type}, but the entry has ${there}`, remedy }];
}

function unknownKeys(entry: JsonObject, path: string): KeyProblem[] {
  const known = Object.keys(serverFields);
  return Object.keys(entry)
    .filter((key) => !known.includes(key))
    .map((key) => ({
      path: memberPath(path, key),
      message: `${memberPath(path, key)} is not a known key; it is ignored`,
      remedy: `remove it; known are ${known.join(', ')}`,
    }));
}

function unknownForm(path: string, form: string): KeyProblem {
  return {
    path,
    message: `${path} has ${form}, a form that is not understood here; it is used as it stands`,
    remedy: `write \${NAME}, and set the variable NAME in the environment`,
  };
}

function unsetVariable(path: string, name: string): KeyProblem {
  return {
    path,
    message: `${path} needs the variable ${name}, which is not set`,
    remedy: `set ${name} in the environment, or give a default: \${${name}:-value}`,
  };
}

function misconfigured({ message: reason, remedy }: KeyProblem): MisconfiguredEndpoint {
  return { kind: 'misconfigured', reason, remedy };
}

function isHttpUrl(url: string): boolean {
  return URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
}

function isHeader(name: string, value: string): boolean {
  try {
    new Headers([[name, value]]);
    return true;
  } catch {
    return false;
  }
}
