import { type ParseError, parse, visit } from 'jsonc-parser';
import { isJsonObject } from '../../base/json.ts';
import { MAX_NESTING, nestsDeeply } from '../../guard/nests-deeply.ts';
import type { Environment } from './expand-variables.ts';
import { filtersInOwnKeys } from './foreign-filters.ts';
import { jsonFaultWords } from './json-fault-words.ts';
import type { EntryProblem } from './read-entry.ts';
import { readServerEntries, type ServerEntries } from './server-entries.ts';

/** How other clients name the transports that are spoken here. */
const SUPPORTED = ['stdio', 'http', 'sse', 'streamable-http', 'streamableHttp', 'streamable_http'];

/**
 * Reads the text of an `mcp.json` as other clients write it: servers under `mcpServers` or `servers`, comments and
 * trailing commas allowed, an optional `type`, and `disabled`. The other keys of an entry are those of `mcp_servers`.
 * Never throws.
 *
 * @param file the file's name, for messages.
 */
export function readMcpJson(written: string, environment: Environment, file = 'mcp.json'): ServerEntries {
  const content = written.replace(/^\uFEFF/, '');
  const document = parseText(content);
  if ('fault' in document) return unreadable(file, document.fault, 'mend the file there');
  const held = isJsonObject(document.value) ? document.value : {};
  const key = ['mcpServers', 'servers'].find((name) => Object.hasOwn(held, name));
  if (key === undefined) return unreadable(file, ' has no "mcpServers"', 'put the servers under "mcpServers"');
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
    problems: [...unsupported.values(), ...twice(content, key, root), ...read.problems],
  };
}

function parseText(content: string): { readonly value: unknown } | { readonly fault: string } {
  if (nestsDeeply(content)) return { fault: ` nests deeper than ${MAX_NESTING} levels` };
  const errors: ParseError[] = [];
  const value: unknown = parse(content, errors, { allowTrailingComma: true });
  const [first] = errors;
  return first === undefined ? { value } : { fault: jsonFaultWords(content, first) };
}

/** A warning for each label that is written more than once under `key`. */
function twice(content: string, key: string, root: string): readonly EntryProblem[] {
  const seen = new Set<string>();
  const again = new Set<string>();
  visit(content, {
    onObjectProperty(label, _offset, _length, _line, _column, path) {
      const place = path();
      if (place.length !== 1 || place[0] !== key) return;
      if (seen.has(label)) again.add(label);
      seen.add(label);
    },
  });
  return [...again].map((label) => ({
    label,
    path: `${root}.${label}`,
    message: `${root}.${label} is written more than once; the last one counts`,
    remedy: 'remove it, or give it another name',
    severity: 'warning',
  }));
}

/**
 * An entry in the keys of `mcp_servers`: with `enabled` for `disabled`, and its filters under `tools`. Of types only `sse`
 * says more than whether there is a command: who wrote `http` may have meant either.
 */
function inOwnKeys(entry: unknown): unknown {
  if (!isJsonObject(entry)) return entry;
  const { type, disabled, ...rest } = filtersInOwnKeys(entry);
  return {
    ...rest,
    ...(type === 'sse' ? { type } : {}),
    ...(disabled === undefined ? {} : { enabled: disabled !== true }),
  };
}

function typeProblem(label: string, entry: unknown, path: string): EntryProblem | undefined {
  const type = isJsonObject(entry) ? entry.type : undefined;
  if (type === undefined || type === null || (typeof type === 'string' && SUPPORTED.includes(type))) return undefined;
  return {
    label,
    path,
    message: `${path} is ${JSON.stringify(type)}, a transport that is not known here`,
    remedy: `use one of ${SUPPORTED.slice(0, 4).join(', ')}`,
    severity: 'error',
  };
}

function unreadable(file: string, what: string, remedy: string): ServerEntries {
  return { servers: [], problems: [{ label: '', path: file, message: `${file}${what}`, remedy, severity: 'error' }] };
}
