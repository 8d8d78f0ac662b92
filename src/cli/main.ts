#!/usr/bin/env node
import { constants } from 'node:os';
import { getSystemErrorMap } from 'node:util';
import { type Host, Stopped } from './program/host.ts';
import { runCli, stopCode } from './program/run-cli.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** For whoever reads our output to take the rest of it, once the user has stopped us. */
const LAST_WORDS_MS = 1000;
/** For a command to end by itself once it was stopped: longer than a server is given. A door has its drain before. */
const PATIENCE_MS = 5000;

/** Runs this process's command line, and ends the process when all output is out. */
async function main(): Promise<void> {
  const stopping = new AbortController();
  let drainMs: number | undefined;
  const stop = (reason: Stopped, forcedCode = reason.exitCode, signal?: NodeJS.Signals) => {
    if (stopping.signal.aborted) return;
    stopping.abort(reason);
    setTimeout(endAtOnce, PATIENCE_MS + (drainMs ?? 0), forcedCode, signal);
  };
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      const exitCode = 128 + constants.signals[signal];
      // A second signal: the user does not want to wait.
      if (stopping.signal.aborted) endAtOnce(exitCode, signal);
      stop(new Stopped(`stopped by ${signal}`, drainMs === undefined ? exitCode : 0), exitCode, signal);
    });
  }
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // Whoever read our output has read enough, as `head` does.
      if (error.code === 'EPIPE') return stop(new Stopped('nobody reads the output', 0));
      if (stream === process.stdout && !stopping.signal.aborted) {
        process.stderr.write(`error: standard output can't be written: ${reasonOf(error)}\n`);
      }
      stop(new Stopped('the output can not be written', 1));
    });
  }
  const host: Host = {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    environment: process.env,
    cwd: process.cwd(),
    script: process.argv[1],
    signal: stopping.signal,
    endsWhenStopped(limitMs) {
      drainMs = limitMs;
    },
  };
  const exitCode = await runCli(process.argv.slice(2), host);
  await Promise.race([Promise.all([flushed(process.stdout), flushed(process.stderr)]), outOfPatience(stopping.signal)]);
  // That the last of it could not be written shows only now.
  process.exit(exitCode || stopCode(host));
}

/** Ends this process whatever it waits for. What we started is ended on exit. */
function endAtOnce(exitCode: number, signal?: NodeJS.Signals): never {
  if (signal !== undefined && process.platform !== 'win32') {
    // A blocked read, of a pipe that nobody writes to, holds up an exit for ever; the signal itself ends even that.
    process.once('exit', () => {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    });
  }
  process.exit(exitCode);
}

function reasonOf({ errno = 0, message }: NodeJS.ErrnoException): string {
  return getSystemErrorMap().get(errno)?.[1] ?? message;
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
