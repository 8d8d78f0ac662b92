import { z } from 'zod';
import { lenientBoolean } from '../base/config/lenient-boolean.ts';
import type { Json } from '../base/json.ts';
import type { Access } from '../registry/tool/tool.ts';

/** YAML 1.2 reads `on` and `off` as texts, and a `${VAR}` always gives one. */
const onOff = z.union([
  z.boolean(),
  z.enum(['true', 'false', 'on', 'off', 'yes', 'no', '1', '0']).transform((word) => lenientBoolean(word) === true),
]);

/** Numbers and booleans are what an unquoted `8080` or `true` becomes in YAML; a program gets text. */
const scalar = z
  .union([z.string(), z.number(), z.boolean()], { error: 'must be a text, a number or a boolean' })
  .transform(String);

const limit = z.number().positive().max(86_400);
const digits = z
  .string()
  .trim()
  .regex(/^\d+(?:\.\d+)?$/);
const seconds = z.union([limit, digits.transform(Number).pipe(limit)]);

/** A bare text stands for a list of one. */
const globs = z.union(
  [
    z.array(z.string().min(1)),
    z
      .string()
      .min(1)
      .transform((glob) => [glob]),
  ],
  { error: 'must be a list of texts, none of them empty' },
);
const selection = {
  include: globs.optional().describe('Globs (`*`, `?`) on own names, of resources on addresses. Absent: all.'),
  exclude: globs.default([]).describe('Globs on what is left out, whatever `include` says.'),
};
const newName = 'The whole name that is shown, in place of `mcp__<label>__<own name>`.';
const renamed = {
  name: z.string().min(1).optional().describe(newName),
  description: z.string().optional().describe("In place of the server's."),
};
/** Of tools. One that can't be used costs only itself, so it is told of where the entry is read. */
const toolName = z.string().meta({ pattern: '^[A-Za-z0-9_-]{1,64}$' }).optional().describe(newName);

const nothingFor = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, undefined]));
const hidden = z.union(
  [
    z.array(z.string().min(1)).transform(nothingFor),
    z
      .string()
      .min(1)
      .transform((name) => nothingFor([name])),
    z
      .record(z.string(), z.json())
      .transform((values) =>
        Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? undefined])),
      ),
  ],
  { error: 'must be a list of names, or a mapping of names to values' },
);

const access = z.enum(['read', 'write', 'destructive']);

// All of these are strict: what a misspelt key was to leave out would come in.
const toolTailoring = z.strictObject({
  ...selection,
  override: z
    .record(
      z.string(),
      z.strictObject({
        ...renamed,
        name: toolName,
        hide: hidden
          .default({})
          .describe('Parameters that models neither see nor set: names, or names with what is sent for them.'),
        access: access.optional().describe('What a call can do at worst, for `gateway.call_tools: split`.'),
      }),
    )
    .default({})
    .describe('How a tool is shown, by its own name.'),
});
const promptTailoring = z.strictObject({
  ...selection,
  override: z
    .record(z.string(), z.strictObject(renamed))
    .default({})
    .describe('How a prompt is shown, by its own name.'),
});

/** Which of a server's entries are taken: those that fit a glob of `include`, without those that fit one of `exclude`. */
export interface Selection {
  /** Absent: all. */
  readonly include?: readonly string[] | undefined;
  readonly exclude: readonly string[];
}

/** How one entry is shown instead of as its server says. */
interface Override {
  /** The whole published name, in place of `mcp__<server>__<own name>`. */
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}

/** How one tool is shown and called instead of as its server says. */
export interface ToolOverride extends Override {
  /** Parameters that no model sees or sets, each with what is sent for it; undefined sends nothing. */
  readonly hide: Readonly<Record<string, Json | undefined>>;
  /** What a call of it can do, whatever the server says. */
  readonly access?: Access | undefined;
}

/** What is taken of a server's tools, and how it is shown; keys of `override` are the tools' own names. */
export interface ToolTailoring extends Selection {
  readonly override: Readonly<Record<string, ToolOverride>>;
}

/** The same of its prompts. */
interface PromptTailoring extends Selection {
  readonly override: Readonly<Record<string, Override>>;
}

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
  readonly trust_annotations: boolean;
  readonly type: Transport | undefined;
  readonly protocol: Protocol;
  readonly max_call_timeout: number | undefined;
  readonly max_parallel_calls: number | undefined;
  readonly lazy: boolean;
  readonly idle_timeout: number | undefined;
  readonly tools: ToolTailoring | undefined;
  readonly prompts: PromptTailoring | undefined;
  readonly resources: Selection | undefined;
}

/** How a server is reached; `http` is Streamable HTTP, and falls back to `sse` where the entry leaves it open. */
type Transport = 'stdio' | 'http' | 'sse';

/** Which protocol a server is spoken to in. */
export type Protocol = 'auto' | '2025' | '2026';

/** One key each. `${VAR}` and `${VAR:-default}` expand in every text before. */
export const serverFields: { readonly [K in keyof ServerFields]: z.ZodType<ServerFields[K]> } = {
  command: z.string().min(1).optional().describe('Program of a stdio server.'),
  args: z.array(scalar).default([]).describe('Its arguments.'),
  env: z.record(z.string(), scalar).default({}).describe('Its environment, over the few variables every server gets.'),
  cwd: z.string().min(1).optional().describe('Its working directory.'),
  url: z.string().min(1).optional().describe('Address of a server over HTTP, in place of a command.'),
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
  trust_annotations: onOff
    .default(false)
    .describe("On: the server's word on which of its tools only read is believed, for `gateway.call_tools: split`."),
  type: z.enum(['stdio', 'http', 'sse']).optional().describe('How the server is reached, where that is not plain.'),
  protocol: z
    .union([z.enum(['auto', '2025', '2026']), z.literal([2025, 2026]).transform((year) => `${year}` as const)])
    .default('auto')
    .describe('Protocol generation: found out, or the handshake of 2025, or the protocol of 2026.'),
  max_call_timeout: seconds
    .optional()
    .describe('Seconds to which progress may extend a call, in place of `dispatch.max_call_timeout`.'),
  max_parallel_calls: z
    .union([z.int().min(1).max(1000), digits.transform(Number).pipe(z.int().min(1).max(1000))])
    .optional()
    .describe('The most calls of this server at a time; more wait.'),
  lazy: onOff
    .default(false)
    .describe('On: the server is started by its first call, once its tools are known from an earlier run.'),
  idle_timeout: seconds
    .optional()
    .describe('Seconds without a call after which the server is stopped; the next call starts it again.'),
  tools: toolTailoring
    .optional()
    .describe('Which tools are taken (`include`, `exclude`: globs), and how each is shown (`override`).'),
  prompts: promptTailoring.optional().describe('The same for prompts.'),
  resources: z
    .strictObject(selection)
    .optional()
    .describe('Which resources and templates are taken, by globs on their addresses.'),
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

/** A server at an address. */
export interface HttpEndpoint {
  readonly kind: 'http';
  readonly url: string;
  /** `auto`: Streamable HTTP, or SSE where the server does not know that. @default 'auto' */
  readonly transport?: 'auto' | 'http' | 'sse';
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
  /** Why it is off, where its own entry doesn't say so. */
  readonly offBecause?: Pick<MisconfiguredEndpoint, 'reason' | 'remedy'>;
  /** Milliseconds from start to the tool list, and for how long a call waits for a restart. */
  readonly startTimeoutMs: number;
  /** Milliseconds one call may take. Absent: as the dispatcher is set. */
  readonly callTimeoutMs?: number;
  /** Whether calls of one batch may run side by side. */
  readonly parallelCalls: boolean;
  /** Tools that are never deferred: all, or these names (own or published). */
  readonly alwaysLoad: boolean | readonly string[];
  /** Whether it is believed which of its tools only read. @default false */
  readonly trustAnnotations?: boolean;
  /** @default 'auto' */
  readonly protocol?: Protocol;
  /** Milliseconds to which progress may extend a call. Absent: as the dispatcher is set. */
  readonly maxCallTimeoutMs?: number;
  /** Calls of this server at a time, whoever makes them. Absent: any number. */
  readonly maxParallelCalls?: number;
  /** Started by the first call, once its tools are known from an earlier run. @default false */
  readonly lazy?: boolean;
  /** Milliseconds without a call after which it is stopped. Absent: never. */
  readonly idleTimeoutMs?: number;
  /** @default all as they are */
  readonly tools?: ToolTailoring;
  /** @default all as they are */
  readonly prompts?: PromptTailoring;
  /** @default all */
  readonly resources?: Selection;
}
