import type { Command } from 'commander';
import type { Run } from './command.ts';
import { onePath, oneText, oneWholeNumber } from './option-values.ts';

/** One command, as the help tells of it. Its code is loaded when it is run. */
export interface Verb {
  readonly name: string;
  /** Commander's form: `<name> [args...]`. */
  readonly args?: string;
  readonly summary: string;
  readonly examples: readonly string[];
  readonly options?: (command: Command) => Command;
  readonly load: () => Promise<Run<never>>;
}

/** Every command, in the order of the help. */
export const VERBS: readonly Verb[] = [
  {
    name: 'serve',
    summary: 'offer the tools to an MCP client, over stdio or HTTP',
    examples: ['callslip serve', 'callslip serve --http --port 8808', 'callslip serve --mcp-json .mcp.json'],
    options: (command) =>
      command
        .option('--http', 'serve Streamable HTTP instead of stdio')
        .option('--host <address>', 'address to listen on; any but loopback needs a token', oneText)
        .option('--port <number>', 'port to listen on', oneWholeNumber(0, 65_535))
        .option('--path <path>', 'path of the MCP endpoint', oneText),
    load: async () => (await import('../commands/serve.ts')).serve,
  },
  {
    name: 'tools',
    summary: 'show what a model sees now, what is deferred and hidden, and what it costs',
    examples: ['callslip tools', 'callslip tools --count', 'callslip tools --tools catalogue.jsonl.gz'],
    options: (command) => command.option('--count', 'numbers only'),
    load: async () => (await import('../commands/tools.ts')).tools,
  },
  {
    name: 'search',
    args: '<queries...>',
    summary: 'find tools as tool_search does; each argument is one query',
    examples: ['callslip search "create issue"', 'callslip search "send message" "read file" --limit 3 --json'],
    options: (command) => command.option('--limit <number>', 'matches for each query', oneWholeNumber(1, 50)),
    load: async () => (await import('../commands/search.ts')).search,
  },
  {
    name: 'describe',
    args: '<names...>',
    summary: 'show the description and parameters of tools',
    examples: ['callslip describe mcp__files__write_file', 'callslip describe write_file --json'],
    load: async () => (await import('../commands/describe.ts')).describe,
  },
  {
    name: 'call',
    args: '<name> [arguments...]',
    summary: 'call a tool; arguments as JSON, as key=value, or - for JSON on standard input',
    examples: [
      'callslip call mcp__everything__echo message=hello',
      `callslip call mcp__files__read_text_file '{"path": "notes.md"}'`,
      'callslip call mcp__everything__get-tiny-image --out pictures',
    ],
    options: (command) => command.option('--out <folder>', 'save images, audio and files there', onePath),
    load: async () => (await import('../commands/call.ts')).call,
  },
  {
    name: 'doctor',
    summary: 'check each server and each tool: its state, why, and what to do',
    examples: ['callslip doctor', 'callslip doctor --json'],
    load: async () => (await import('../commands/doctor.ts')).doctor,
  },
  {
    name: 'config',
    summary: 'show the configuration as it is used, secrets masked',
    examples: ['callslip config', 'callslip config --check', 'callslip config --trust'],
    options: (command) =>
      command
        .option('--check', 'say what is wrong with it, and exit with 2 when something is')
        .option('--trust', "let this project's configuration start its servers")
        .option('--schema', 'print the JSON Schema of the configuration file'),
    load: async () => (await import('../commands/config.ts')).config,
  },
  {
    name: 'start',
    summary:
      'connect the servers, show the bill, and serve over HTTP; without a configuration, a tour on sample servers',
    examples: ['callslip start', 'callslip start --once', 'callslip start --config team.yaml'],
    options: (command) =>
      command
        .option('--once', 'end after the first round instead of serving on')
        .option('--port <number>', 'port to serve on', oneWholeNumber(0, 65_535)),
    load: async () => (await import('../commands/start.ts')).start,
  },
];
