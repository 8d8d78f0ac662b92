import { z } from 'zod';
import { lenientBoolean } from '../base/config/lenient-boolean.ts';

/** YAML 1.2 reads `on` and `off` as texts, and a `${VAR}` always gives one. */
const onOff = z.union([
  z.boolean(),
  z.enum(['true', 'false', 'on', 'off', 'yes', 'no', '1', '0']).transform((word) => lenientBoolean(word) === true),
]);

/** Numbers and booleans are what an unquoted `8080` or `true` becomes in YAML; a program gets text. */
const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);

const limit = z.number().positive().max(86_400);
const digits = z
  .string()
  .trim()
  .regex(/^\d+(?:\.\d+)?$/);
const seconds = z.union([limit, digits.transform(Number).pipe(limit)]);

/** What the keys of one entry of `mcp_servers` come to. Times are seconds. */
export interface ServerFields {
  readonly command: string | undefined;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
  readonly url: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly enabled: boolean;
  readonly start_timeout: number;
  readonly call_timeout: number | undefined;
  readonly supports_parallel_tool_calls: boolean;
  readonly always_load: boolean | readonly string[];
}

/** One key each. `${VAR}` and `${VAR:-default}` expand in every text before. */
export const serverFields: { readonly [K in keyof ServerFields]: z.ZodType<ServerFields[K]> } = {
  command: z.string().min(1).optional().describe('Program of a stdio server.'),
  args: z.array(scalar).default([]).describe('Its arguments.'),
  env: z.record(z.string(), scalar).default({}).describe('Its environment, over the few variables every server gets.'),
  cwd: z.string().min(1).optional().describe('Its working directory.'),
  url: z.string().min(1).optional().describe('Address of a Streamable HTTP server, in place of a command.'),
  headers: z.record(z.string(), scalar).default({}).describe('Headers of every request to it.'),
  enabled: onOff.default(true).describe('Off keeps the entry without starting the server.'),
  start_timeout: seconds
    .default(30)
    .describe('Seconds from start to the tool list; also how long a call waits for a restart.'),
  call_timeout: seconds.optional().describe('Seconds one call may take, in place of `dispatch.call_timeout`.'),
  supports_parallel_tool_calls: onOff.default(false).describe('On: calls of one batch may run side by side.'),
  always_load: z
    .union([onOff, z.array(z.string())])
    .default(false)
    .describe('Tools never deferred: on for all, or their names.'),
};

/** One entry of `mcp_servers` as it is best written. */
export const serverEntryFragment: z.ZodObject = z.object(serverFields);

/** A program that speaks MCP on its standard input and output. */
export interface StdioEndpoint {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A Streamable HTTP server. */
export interface HttpEndpoint {
  readonly kind: 'http';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** An entry that can't be started as it stands; it costs only itself. */
export interface MisconfiguredEndpoint {
  readonly kind: 'misconfigured';
  /** One line for a person: what is wrong, with which key. Holds no value of `env` or `headers`. */
  readonly reason: string;
  readonly remedy: string;
}

/** One upstream server, ready to start: variables expanded, defaults filled in. */
export interface ServerConfig {
  /** Its key in the configuration. */
  readonly label: string;
  readonly endpoint: StdioEndpoint | HttpEndpoint | MisconfiguredEndpoint;
  /** What variables filled in, to be masked wherever it is said again. @default none */
  readonly secrets?: readonly string[];
  readonly enabled: boolean;
  /** Milliseconds from start to the tool list, and for how long a call waits for a restart. */
  readonly startTimeoutMs: number;
  /** Milliseconds one call may take. Absent: as the dispatcher is set. */
  readonly callTimeoutMs?: number;
  /** Whether calls of one batch may run side by side. */
  readonly parallelCalls: boolean;
  /** Tools that are never deferred: all, or these names (own or published). */
  readonly alwaysLoad: boolean | readonly string[];
}
