import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { messageOf } from '../../base/errors.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Environment } from './expand-variables.ts';
import type { EntryProblem } from './read-entry.ts';
import { readServerEntries, type ServerEntries } from './server-entries.ts';

/** How other clients name the two transports that are spoken here. */
const SUPPORTED = ['stdio', 'http', 'streamable-http', 'streamableHttp', 'streamable_http'];

/**
 * Reads the text of an `mcp.json` as other clients write it: servers under `mcpServers` or `servers`, comments and
 * trailing commas allowed, an optional `type`, and `disabled`. The other keys of an entry are those of `mcp_servers`.
 * Never throws.
 *
 * @param file the file's name, for messages.
 */
export function readMcpJson(content: string, environment: Environment, file = 'mcp.json'): ServerEntries {
  const document = parseText(content);
  if ('fault' in document) return unreadable(file, document.fault, 'correct the file');
  const held = isJsonObject(document.value) ? document.value : {};
  const key = ['mcpServers', 'servers'].find((name) => Object.hasOwn(held, name));
  if (key === undefined) return unreadable(file, 'has no "mcpServers"', 'put the servers under "mcpServers"');
  const root = `${file}: ${key}`;
  const servers = held[key];
  if (!isJsonObject(servers)) return readServerEntries(servers, environment, root);

  const unsupported = new Map(
    Object.entries(servers).flatMap(([label, entry]) => {
      const problem = typeProblem(label, entry, `${root}.${label}.type`);
      return problem === undefined ? [] : [[label, problem] as const];
    }),
  );
  const entries = Object.entries(servers).map(([label, entry]) => [label, inOwnKeys(entry)] as const);
  const read = readServerEntries(Object.fromEntries(entries), environment, root);
  return {
    servers: read.servers.map((server) => {
      const problem = unsupported.get(server.label);
      if (problem === undefined) return server;
      return { ...server, endpoint: { kind: 'misconfigured', reason: problem.message, remedy: problem.remedy } };
    }),
    problems: [...unsupported.values(), ...read.problems],
  };
}

function parseText(content: string): { readonly value: unknown } | { readonly fault: string } {
  const errors: ParseError[] = [];
  try {
    const value: unknown = parse(content.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true });
    const [first] = errors;
    if (first === undefined) return { value };
    const line = content.slice(0, first.offset).split('\n').length;
    return { fault: `is not JSON: ${printParseErrorCode(first.error)} in line ${line}` };
  } catch (error) {
    // Nested so deeply that the parser runs out of stack.
    return { fault: `can't be read: ${messageOf(error)}` };
  }
}

/** An entry in the keys of `mcp_servers`: without `type`, and with `enabled` for `disabled`. */
function inOwnKeys(entry: unknown): unknown {
  if (!isJsonObject(entry)) return entry;
  const { type: _type, disabled, ...rest } = entry;
  return disabled === undefined ? rest : { ...rest, enabled: disabled !== true };
}

function typeProblem(label: string, entry: unknown, path: string): EntryProblem | undefined {
  const type = isJsonObject(entry) ? entry.type : undefined;
  if (type === undefined || type === null || (typeof type === 'string' && SUPPORTED.includes(type))) return undefined;
  return {
    label,
    path,
    message: `${path} is ${JSON.stringify(type)}, a transport that is not supported yet`,
    remedy: `use one of ${SUPPORTED.slice(0, 3).join(', ')}`,
    severity: 'error',
  };
}

function unreadable(file: string, what: string, remedy: string): ServerEntries {
  return { servers: [], problems: [{ label: '', path: file, message: `${file} ${what}`, remedy, severity: 'error' }] };
}
