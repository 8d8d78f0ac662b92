#!/usr/bin/env node
import { constants } from 'node:os';
import { type Host, Stopped } from './program/host.ts';
import { runCli } from './program/run-cli.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** For whoever reads our output to take the rest of it, once the user has stopped us. */
const LAST_WORDS_MS = 1000;

/** Runs this process's command line, and ends the process when all output is out. */
async function main(): Promise<void> {
  const stopping = new AbortController();
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      const exitCode = 128 + constants.signals[signal];
      // A second signal: the user does not want to wait. What we started is ended on exit.
      if (stopping.signal.aborted) process.exit(exitCode);
      stopping.abort(new Stopped(`stopped by ${signal}`, exitCode));
    });
  }
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // Whoever read our output has read enough, as `head` does.
      if (error.code === 'EPIPE') stopping.abort(new Stopped('nobody reads the output', 0));
      else throw error;
    });
  }
  const host: Host = {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    environment: process.env,
    cwd: process.cwd(),
    signal: stopping.signal,
  };
  const exitCode = await runCli(process.argv.slice(2), host);
  await Promise.race([Promise.all([flushed(process.stdout), flushed(process.stderr)]), outOfPatience(stopping.signal)]);
  process.exit(exitCode);
}

/** Resolves when everything written so far is out, or the stream is broken. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed || stream.writableEnded) resolve();
    else stream.write('', () => resolve());
  });
}

/** Resolves a second after the user stopped us. */
function outOfPatience(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const soon = () => void setTimeout(resolve, LAST_WORDS_MS);
    if (signal.aborted) soon();
    else signal.addEventListener('abort', soon, { once: true });
  });
}

await main();
