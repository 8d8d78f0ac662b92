import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** How a program ended, and all it wrote. */
export interface Ending {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A started program. */
export interface Program {
  readonly child: ChildProcess;
  readonly ended: Promise<Ending>;
  /** Settles when what it wrote so far holds the text. */
  printed(text: string): Promise<void>;
}

/** How to start a program. */
export interface StartOptions {
  /** @default the repository */
  readonly cwd?: string;
  /** @default the running Node */
  readonly command?: string;
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a program; one still running when the test ends is killed. */
export function startProgram(args: readonly string[], options: StartOptions = {}): Program {
  const { cwd, command = process.execPath, env } = options;
  // npm tells its children which project they belong to; a program under test belongs to its own.
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'));
  const child = spawn(command, args, {
    cwd,
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk;
  });
  const ended = new Promise<Ending>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...output }));
  });
  const printed = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = () => (output.stdout + output.stderr).includes(text) && resolve();
      child.stdout.on('data', look);
      child.stderr.on('data', look);
      child.once('close', () =>
        reject(new Error(`ended without printing "${text}": ${output.stdout}${output.stderr}`)),
      );
      look();
    });
  return { child, ended, printed };
}

/** Runs one of the repository's scripts to its end. */
export function runScript(script: string, ...args: readonly string[]): Promise<Ending> {
  return startProgram([path.resolve('scripts', script), ...args]).ended;
}
