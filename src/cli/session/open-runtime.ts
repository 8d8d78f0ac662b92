import { access } from 'node:fs/promises';
import path from 'node:path';
import { newId } from '../../base/ids.ts';
import type { Logger } from '../../base/logger.ts';
import type { Session } from '../../dispatch/session.ts';
import type { Registry } from '../../registry/registry.ts';
import { createRuntime, type Runtime, type RuntimeOptions } from '../../runtime/create-runtime.ts';
import type { CommandContext, SharedOptions } from '../program/command.ts';
import { CommandError, EXIT, type ExitCode } from '../program/exit-code.ts';
import { type Teller, tellProblems } from './tell-problems.ts';

/**
 * Makes the runtime a command line asks for, its servers starting; with `--tools`, one that holds the file's definitions
 * and no server. What is wrong in the configuration is said on standard error.
 *
 * @throws CallslipError `invalid-config` or `invalid-tools-file`.
 */
export async function openRuntime(
  { host, output }: CommandContext,
  options: SharedOptions,
  {
    tell = output,
    ...further
  }: Pick<RuntimeOptions, 'values' | 'spawnDelayMs' | 'watch'> & {
    readonly logger?: Logger;
    readonly tell?: Teller;
  } = {},
): Promise<Runtime> {
  await mustExist(options.mcpJson ?? [], host.cwd);
  const register = options.tools === undefined ? undefined : await readTools(path.resolve(host.cwd, options.tools));
  const runtime = await createRuntime({
    cwd: host.cwd,
    environment: host.environment,
    ...(options.config === undefined ? {} : { configFile: options.config }),
    ...(options.mcpJson === undefined ? {} : { mcpJson: options.mcpJson }),
    servers: register === undefined,
    ...further,
  });
  tellProblems(runtime.config.problems, tell);
  register?.(runtime.registry);
  return runtime;
}

/** Runs one piece of work with a runtime, and ends everything of it afterwards, whatever happens. */
export async function withRuntime(
  context: CommandContext,
  options: SharedOptions,
  work: (runtime: Runtime) => Promise<ExitCode>,
): Promise<ExitCode> {
  const runtime = await openRuntime(context, options);
  try {
    return await work(runtime);
  } finally {
    await runtime.close();
  }
}

/** Results go to a person or a program, not into a model's window. */
const WHOLE = { maxResultChars: Number.POSITIVE_INFINITY, maxTurnChars: Number.POSITIVE_INFINITY };

/** A session of the command line itself, granted what the configuration grants. Its results are never cut. */
export function openSession(runtime: Runtime): Session {
  return runtime.sessionsWith(WHOLE).createSession(runtime.scope({ sessionId: newId('cli'), surface: 'cli' }));
}

/** What registers the definitions of a file; its code is loaded only here. */
async function readTools(file: string): Promise<(registry: Registry) => void> {
  const { readToolsFile, registerFileSources } = await import('./tools-file.ts');
  const sources = await readToolsFile(file);
  return (registry) => registerFileSources(registry, sources, file);
}

/** A file that the configuration names may be missing; one that was just asked for may not. */
async function mustExist(files: readonly string[], folder: string): Promise<void> {
  for (const file of files) {
    const full = path.resolve(folder, file);
    await access(full).catch(() => {
      throw new CommandError(EXIT.usage, `${full} can't be read: give the path of an mcp.json`);
    });
  }
}
