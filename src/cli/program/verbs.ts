import type { Command } from 'commander';
import type { Run } from './command.ts';
import { manyTexts, onePath, oneText, oneWholeNumber } from './option-values.ts';

/** One command, as the help tells of it. Its code is loaded when it is run. */
export interface Verb {
  readonly name: string;
  /** Commander's form: `<name> [args...]`. */
  readonly args?: string;
  readonly summary: string;
  readonly examples: readonly string[];
  /** Changes configuration files and connects nothing, so `--mcp-json` and `--tools` have no meaning. */
  readonly edits?: boolean;
  readonly options?: (command: Command) => Command;
  readonly load: () => Promise<Run<never>>;
}

/** Every command, in the order of the help. */
export const VERBS: readonly Verb[] = [
  {
    name: 'init',
    summary:
      'move the servers of your clients behind Callslip, or everything back; without options, list what is found',
    examples: [
      'callslip init',
      'callslip init --client cursor --dry-run',
      'callslip init --all --yes',
      'callslip init --restore',
    ],
    edits: true,
    options: (command) =>
      command
        .option('--client <id>', 'this client; may be repeated', manyTexts)
        .option('--all', 'every client that was found')
        .option('--yes', 'ask nothing')
        .option('--dry-run', 'show what would change, and change nothing')
        .option('--restore', 'put every file back as it was'),
    load: async () => (await import('../commands/init.ts')).init,
  },
  {
    name: 'import',
    args: '<files...>',
    summary: "copy servers into the configuration, from a client's file or by a client's name",
    examples: ['callslip import .cursor/mcp.json', 'callslip import codex --label github --dry-run'],
    edits: true,
    options: (command) =>
      command
        .option('--label <name>', 'only this server; may be repeated', manyTexts)
        .option('--dry-run', 'show what would change, and change nothing'),
    load: async () => (await import('../commands/import.ts')).importServers,
  },
  {
    name: 'add',
    args: '<label> [command...]',
    summary: 'write a server into the configuration, its secrets into .env; a program goes behind --',
    examples: [
      'callslip add files -- npx -y @modelcontextprotocol/server-filesystem .',
      'callslip add github --env GITHUB_TOKEN=ghp_... -- npx -y some-github-server',
      'callslip add tracker --url https://tracker.example/mcp --header "Authorization: Bearer ..."',
    ],
    edits: true,
    options: (command) =>
      command
        .option('--url <address>', 'address of a server over HTTP, in place of a command', oneText)
        .option('--type <type>', 'how an address is reached: http or sse; without it both are tried', oneText)
        .option('--env <NAME=value>', 'a variable of the program; may be repeated', manyTexts)
        .option('--header <text>', 'a header of every request, as "Name: value"; may be repeated', manyTexts)
        .option('--cwd <folder>', 'working directory of the program', onePath)
        .option('--disabled', 'switched off')
        .option('--force', 'replace a server of this label'),
    load: async () => (await import('../commands/add.ts')).add,
  },
  {
    name: 'remove',
    args: '<labels...>',
    summary: 'take servers out of the configuration',
    examples: ['callslip remove github', 'callslip remove files memory --config team.yaml'],
    edits: true,
    load: async () => (await import('../commands/remove.ts')).remove,
  },
  {
    name: 'enable',
    args: '<labels...>',
    summary: 'switch servers on',
    examples: ['callslip enable github'],
    edits: true,
    load: async () => (await import('../commands/enable.ts')).enable,
  },
  {
    name: 'disable',
    args: '<labels...>',
    summary: 'switch servers off; their entries stay',
    examples: ['callslip disable github memory'],
    edits: true,
    load: async () => (await import('../commands/enable.ts')).disable,
  },
  {
    name: 'list',
    summary: 'show every server and where it is written; starts nothing',
    examples: ['callslip list', 'callslip list --json'],
    load: async () => (await import('../commands/list.ts')).list,
  },
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
