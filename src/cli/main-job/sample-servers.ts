import { rmSync } from 'node:fs';
import { cp, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { JsonObject } from '../../base/json.ts';
import { packageRoot } from '../../runtime/package-root.ts';
import { CommandError, EXIT } from '../program/exit-code.ts';

/** Real servers for the tour, and the folder they may write to. */
export interface SampleServers {
  /** A configuration that starts them. */
  readonly values: JsonObject;
  /** A temporary copy of the sample notes. */
  readonly notes: string;
  /** Removes everything temporary. */
  remove(): Promise<void>;
}

const PACKAGES = {
  everything: '@modelcontextprotocol/server-everything',
  files: '@modelcontextprotocol/server-filesystem',
  memory: '@modelcontextprotocol/server-memory',
  thinking: '@modelcontextprotocol/server-sequential-thinking',
} as const;

/**
 * Prepares the tour's servers: programs that are installed beside this package, started by path, so that nothing is
 * fetched. What they write lies in a temporary folder, which is gone when the process is.
 *
 * @param root where the servers are looked for, and where the sample notes are.
 * @throws CommandError where they are not installed.
 */
export async function prepareSampleServers(root: string = packageRoot()): Promise<SampleServers> {
  const programs = await findPrograms(root);
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'callslip-tour-')));
  const removeNow = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeNow);
  const notes = path.join(folder, 'notes');
  await cp(path.join(root, 'examples', 'sample-notes'), notes, { recursive: true });
  const node = (program: string, ...args: readonly string[]) => ({
    command: literal(process.execPath),
    args: [program, ...args].map(literal),
  });
  return {
    values: {
      mcp_servers: {
        everything: node(programs.everything, 'stdio'),
        files: node(programs.files, notes),
        memory: { ...node(programs.memory), env: { MEMORY_FILE_PATH: literal(path.join(folder, 'memory.jsonl')) } },
        thinking: node(programs.thinking),
      },
    },
    notes,
    async remove() {
      process.off('exit', removeNow);
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

async function findPrograms(root: string): Promise<Readonly<Record<keyof typeof PACKAGES, string>>> {
  const found = await Promise.all(
    Object.entries(PACKAGES).map(async ([label, name]) => [label, name, await programOf(name, root)] as const),
  );
  const missing = found.filter(([, , program]) => program === undefined).map(([, name]) => name);
  if (missing.length > 0) {
    throw new CommandError(
      EXIT.usage,
      "there is no configuration yet. callslip init moves the servers of your clients in, and callslip add adds one. (The tour's " +
        `sample servers come with a checkout of Callslip only; missing: ${missing.join(', ')})`,
    );
  }
  return Object.fromEntries(found.map(([label, , program]) => [label, program])) as Record<
    keyof typeof PACKAGES,
    string
  >;
}

/** The program file of an installed package, absent when it is not there. Its exports may hide its package.json. */
async function programOf(name: string, root: string): Promise<string | undefined> {
  const require = createRequire(path.join(root, 'package.json'));
  for (const modules of require.resolve.paths(name) ?? []) {
    const folder = path.join(modules, name);
    const manifest = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => undefined);
    if (manifest === undefined) continue;
    const { bin } = JSON.parse(manifest) as { readonly bin?: string | Readonly<Record<string, string>> };
    const program = typeof bin === 'string' ? bin : Object.values(bin ?? {})[0];
    return program === undefined ? undefined : path.join(folder, program);
  }
  return undefined;
}

/** A path in a configuration, where `${` would begin a variable. */
function literal(text: string): string {
  return text.replaceAll('${', '$${');
}
