import type { Command } from 'commander';
import type { Run } from './command.ts';
import { manyTexts, oneNumber, oneOf, onePath, oneText, oneWholeNumber } from './option-values.ts';

/** One command, as the help tells of it. Its code is loaded when it is run. */
export interface Verb {
  readonly name: string;
  /** The heading it stands under. */
  readonly group: 'Your servers' | 'Their tools' | 'Serving' | 'Looking after it';
  /** Commander's form: `<name> [args...]`. */
  readonly args?: string;
  readonly summary: string;
  readonly examples: readonly string[];
  /**
   * `files`: changes configuration files, so `--mcp-json` and `--tools` have no meaning; `lists`: connects nothing, so
   * `--tools` has none. @default it works with the servers themselves
   */
  readonly on?: 'files' | 'lists';
  readonly options?: (command: Command) => Command;
  readonly load: () => Promise<Run<never>>;
}

/** Every command, in the order of the help. */
export const VERBS: readonly Verb[] = [
  {
    name: 'init',
    group: 'Your servers',
    summary:
      'move the servers of your clients behind Callslip, or everything back; asks which, and before it changes anything',
    examples: [
      'callslip init',
      'callslip init --client cursor --dry-run',
      'callslip init --all --yes',
      'callslip init --restore',
    ],
    on: 'files',
    options: (command) =>
      command
        .option('--client <id>', 'this client, such as cursor or claude-code; may be repeated', manyTexts)
        .option('--all', 'every client that was found')
        .option('--yes', 'ask nothing; without a terminal nothing is changed without it')
        .option('--dry-run', 'show what would change, and change nothing')
        .option('--restore', 'put every file back as it was before init'),
    load: async () => (await import('../commands/init.ts')).init,
  },
  {
    name: 'import',
    group: 'Your servers',
    args: '<files...>',
    summary: "copy servers into the configuration, from a file of any client, by its path or by the client's name",
    examples: ['callslip import .cursor/mcp.json', 'callslip import codex --label github --dry-run'],
    on: 'files',
    options: (command) =>
      command
        .option('--label <name>', 'only this server; may be repeated', manyTexts)
        .option('--dry-run', 'show what would change, and change nothing'),
    load: async () => (await import('../commands/import.ts')).importServers,
  },
  {
    name: 'add',
    group: 'Your servers',
    args: '<label> [command...]',
    summary: 'write a server into the configuration, its secrets into .env; a program goes behind --',
    examples: [
      'callslip add files -- npx -y @modelcontextprotocol/server-filesystem ~/notes',
      'callslip add github --env GITHUB_TOKEN=ghp_... -- npx -y some-github-server',
      'callslip add tracker --url https://tracker.example/mcp --header "Authorization: Bearer ..."',
    ],
    on: 'files',
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
    group: 'Your servers',
    args: '<labels...>',
    summary: 'take servers out of the configuration',
    examples: ['callslip remove github', 'callslip remove files memory --config team.yaml'],
    on: 'files',
    load: async () => (await import('../commands/remove.ts')).remove,
  },
  {
    name: 'enable',
    group: 'Your servers',
    args: '<labels...>',
    summary: 'switch servers on',
    examples: ['callslip enable github'],
    on: 'files',
    load: async () => (await import('../commands/enable.ts')).enable,
  },
  {
    name: 'disable',
    group: 'Your servers',
    args: '<labels...>',
    summary: 'switch servers off; their entries stay',
    examples: ['callslip disable github memory'],
    on: 'files',
    load: async () => (await import('../commands/enable.ts')).disable,
  },
  {
    name: 'list',
    group: 'Your servers',
    summary: 'show every server and where it is written; starts nothing',
    examples: ['callslip list', 'callslip list --json'],
    on: 'lists',
    load: async () => (await import('../commands/list.ts')).list,
  },
  {
    name: 'tools',
    group: 'Their tools',
    summary: 'show what a model sees now, what is deferred and hidden, and what it costs',
    examples: ['callslip tools', 'callslip tools --count', 'callslip tools --tools catalogue.jsonl.gz'],
    options: (command) => command.option('--count', 'numbers only'),
    load: async () => (await import('../commands/tools.ts')).tools,
  },
  {
    name: 'search',
    group: 'Their tools',
    args: '<queries...>',
    summary: 'find tools as tool_search does; each argument is one query',
    examples: ['callslip search "create issue"', 'callslip search "send message" "read file" --limit 3 --json'],
    options: (command) => command.option('--limit <number>', 'matches for each query', oneWholeNumber(1, 50)),
    load: async () => (await import('../commands/search.ts')).search,
  },
  {
    name: 'describe',
    group: 'Their tools',
    args: '<names...>',
    summary: 'show the description and parameters of tools',
    examples: ['callslip describe mcp__files__write_file', 'callslip describe write_file --json'],
    load: async () => (await import('../commands/describe.ts')).describe,
  },
  {
    name: 'call',
    group: 'Their tools',
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
    name: 'serve',
    group: 'Serving',
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
    name: 'start',
    group: 'Serving',
    summary:
      'connect the servers, show the bill, and serve over HTTP; without a configuration, a tour on sample servers',
    examples: ['callslip start', 'callslip start --once', 'callslip start --config team.yaml'],
    options: (command) =>
      command
        .option('--once', 'end after the first round instead of serving on')
        .option('--port <number>', 'port to serve on', oneWholeNumber(0, 65_535)),
    load: async () => (await import('../commands/start.ts')).start,
  },
  {
    name: 'doctor',
    group: 'Looking after it',
    summary: 'check each server and each tool: its state, why, and what to do',
    examples: ['callslip doctor', 'callslip doctor --json'],
    load: async () => (await import('../commands/doctor.ts')).doctor,
  },
  {
    name: 'eval',
    group: 'Looking after it',
    summary: 'measure how well tools are found: by queries whose right tools you know, or by their own words',
    examples: [
      'callslip eval --self',
      'callslip eval --queries queries.jsonl --unanswerable others.txt',
      'callslip eval --queries queries.jsonl --json > baseline.json',
      'callslip eval --queries queries.jsonl --baseline baseline.json --fail-on-drop',
    ],
    options: (command) =>
      command
        .option('--queries <file>', 'labelled queries: JSONL or a JSON array of {"query", "gold": ["tool"]}', onePath)
        .option('--unanswerable <file>', 'queries that no tool can answer, one a line', onePath)
        .option('--self', 'without queries: what own words do not find, what is alike, what weighs most')
        .option(
          '--related <on|off>',
          'whether related tools count where nothing matches (default: as configured)',
          oneOf('on', 'off'),
        )
        .option('--baseline <file>', 'what an earlier run printed with --json, to compare with', onePath)
        .option(
          '--fail-on-drop [number]',
          'exit with 1 when a score fell by more than this (default: 0.01)',
          oneNumber(0, 0.5, '0.02'),
        ),
    load: async () => (await import('../commands/eval.ts')).evaluation,
  },
  {
    name: 'config',
    group: 'Looking after it',
    summary: 'show the configuration as it is used, secrets masked',
    examples: ['callslip config', 'callslip config --check', 'callslip config --trust'],
    on: 'lists',
    options: (command) =>
      command
        .option('--check', 'say what is wrong with it, and exit with 2 when something is')
        .option('--trust', "let this project's configuration start its servers")
        .option('--schema', 'print the JSON Schema of the configuration file'),
    load: async () => (await import('../commands/config.ts')).config,
  },
];
