import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const require = createRequire(import.meta.url);
const CALLSLIP = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
/** Nobody listens there: what leaves loopback fails. */
const NOWHERE = 'http://127.0.0.1:9';

/** How a program ended, and all it wrote. */
interface Ending {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A server as most clients write it down. */
export interface ServerEntry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The home folder of somebody with an agent; it is removed with the test. */
export interface AgentHome {
  /** Absolute, of a file or folder below the home. */
  path(...names: readonly string[]): string;
  write(name: string, text: string): Promise<void>;
  read(name: string): Promise<string>;
  /** Two real servers, the second of which writes to `memory.jsonl` here. */
  readonly servers: Readonly<Record<'everything' | 'memory', ServerEntry>>;
  /** Moves a client's servers behind the gateway with the built program. */
  init(client: string): Promise<Ending>;
  /** Runs an agent to its end in an empty folder, out of reach of anything but loopback. */
  runAgent(program: string, args: readonly string[], environment: Readonly<Record<string, string>>): Promise<Ending>;
}

/** Makes a home. */
export async function createAgentHome(): Promise<AgentHome> {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'callslip-agent-')));
  onTestFinished(() => rm(root, { recursive: true, maxRetries: 5 }));
  const at = (...names: readonly string[]) => path.join(root, ...names);
  const work = at('work');
  await Promise.all([work, at('tmp')].map((folder) => mkdir(folder)));
  const environment = { PATH: process.env['PATH'] ?? '', HOME: root, USERPROFILE: root, TMPDIR: at('tmp') };
  const offline = { HTTP_PROXY: NOWHERE, HTTPS_PROXY: NOWHERE, NO_PROXY: '127.0.0.1', NO_COLOR: '1' };
  const serverOf = (name: string, args: readonly string[], env: Record<string, string>) => ({
    command: process.execPath,
    args: [require.resolve(`@modelcontextprotocol/server-${name}/dist/index.js`), ...args],
    env,
  });
  return {
    path: at,
    async write(name, text) {
      await mkdir(path.dirname(at(name)), { recursive: true });
      await writeFile(at(name), text);
    },
    read: (name) => readFile(at(name), 'utf8'),
    servers: {
      everything: serverOf('everything', ['stdio'], {}),
      memory: serverOf('memory', [], { MEMORY_FILE_PATH: at('memory.jsonl') }),
    },
    init: (client) =>
      run(work, { ...environment, CALLSLIP_HOME: at('callslip') }, [CALLSLIP, 'init', '--client', client, '--yes']),
    runAgent: (program, args, more) => run(work, { ...environment, ...offline, ...more }, [program, ...args]),
  };
}

/** Runs Node in a process group of its own, of which nothing is left when the test ends. */
async function run(cwd: string, env: Record<string, string>, args: readonly string[]): Promise<Ending> {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  onTestFinished(() => endGroup(child.pid as number));
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended, as it should.
  }
}
