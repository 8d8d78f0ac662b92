import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { SdkError, SdkErrorCode, serializeMessage } from '@modelcontextprotocol/client';
import spawn from 'cross-spawn';
import { type Clock, systemClock } from '../../base/clock.ts';
import type { StdioEndpoint } from '../config.ts';
import { childEnvironment } from './child-environment.ts';
import { endGroup, type Graces, watchGroup } from './process-group.ts';
import { pathName, programPath } from './program-path.ts';
import { splitLines } from './split-lines.ts';
import { createStderrTail, type StderrTail } from './stderr-tail.ts';
import { MAX_MESSAGE_BYTES, readMessages, readOversized } from './wire-message.ts';

const MAX_QUEUED_BYTES = 16 * 1024 * 1024;
/** For what a program wrote just before it exited, and for the exit of one that listens no more. */
const DRAIN_MS = 250;
const GRACES: Graces = { endMs: 1000, terminateMs: 2000 };

/** How a program ended. */
export interface ExitStatus {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** How a program is run and heard. */
export interface StdioTransportOptions {
  /** Takes secrets out of what the program writes to its standard error. @default leaves all in */
  readonly mask?: (text: string) => string;
  /** @default `process.env` */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** @default the machine's clock */
  readonly clock?: Clock;
  /** @default 1 s to leave at the end of its input, 2 s after SIGTERM */
  readonly graces?: Graces;
  /** Bytes of one message. A longer one is dropped, and its request answered with an error. @default 64 MiB */
  readonly maxMessageBytes?: number;
}

/**
 * Speaks to a program over its standard input and output, one JSON message a line.
 *
 * The program leads a process group of its own, and {@link close} leaves nothing of the group behind. Lines that are
 * no messages are skipped. Sending never waits for the program to read; it fails once 16 MiB are queued.
 */
export class StdioTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;

  readonly #endpoint: StdioEndpoint;
  readonly #environment: Readonly<Record<string, string | undefined>>;
  readonly #clock: Clock;
  readonly #graces: Graces;
  readonly #maxMessageBytes: number;
  readonly #stderr: StderrTail;
  #child: ChildProcessWithoutNullStreams | undefined;
  #exit: ExitStatus | undefined;
  #closed: Promise<void> | undefined;

  constructor(endpoint: StdioEndpoint, options: StdioTransportOptions = {}) {
    this.#endpoint = endpoint;
    this.#stderr = createStderrTail(options.mask);
    this.#environment = options.environment ?? process.env;
    this.#clock = options.clock ?? systemClock;
    this.#graces = options.graces ?? GRACES;
    this.#maxMessageBytes = options.maxMessageBytes ?? MAX_MESSAGE_BYTES;
  }

  /** Absent before it starts, and when it could not. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Set once the program has ended. */
  get exit(): ExitStatus | undefined {
    return this.#exit;
  }

  /** The end of its standard error. Untrusted. */
  get stderr(): string {
    return this.#stderr.text();
  }

  /** Starts the program. Rejects with the system's error when it can't be started. */
  async start(): Promise<void> {
    const { command, args, env, cwd } = this.#endpoint;
    // Windows runs `npx` and its like, which are scripts there, only when they are started in a way of their own.
    const child = spawn(command, args, {
      stdio: 'pipe',
      detached: process.platform !== 'win32',
      windowsHide: true,
      env: { ...this.#surroundings(), ...env },
      ...(cwd === undefined ? {} : { cwd }),
    }) as ChildProcessWithoutNullStreams;
    this.#child = child;
    const report = (error: Error) => this.onerror?.(error);
    for (const stream of [child.stdout, child.stderr]) stream.on('error', report);
    // Nothing can be asked any more of a program that closed its input.
    child.stdin.on('error', () => void this.close());
    this.#readFrom(child.stdout);
    child.stderr.on('data', (chunk: Buffer) => this.#stderr.push(chunk));
    const endSoon = () => {
      const cancel = this.#clock.schedule(DRAIN_MS, () => void this.close());
      child.once('close', cancel);
    };
    child.once('exit', (code, signal) => {
      this.#exit = { code, signal };
      // A grandchild may hold the pipes open for ever: what is in them is read for a moment only.
      endSoon();
    });
    // A program that closed its output answers nothing any more, even when it stays.
    child.stdout.once('end', endSoon);
    child.once('close', () => void this.close());
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    child.on('error', report);
    watchGroup(child);
  }

  /**
   * Queues a message. Rejects with `NotConnected` when the program is gone and has seen nothing of it, or when it does not
   * read what it is sent.
   */
  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    const isOver = this.#exit !== undefined || this.#closed !== undefined;
    if (stdin === undefined || !stdin.writable || isOver) throw notRunning();
    if (stdin.writableLength > MAX_QUEUED_BYTES) throw new Error('the server does not read what it is sent');
    await new Promise<void>((resolve, reject) => {
      const isTaken = stdin.write(serializeMessage(message), (error) => (error ? reject(notRunning()) : resolve()));
      if (!isTaken) resolve();
    });
  }

  /** Ends the program and everything in its process group. Never rejects; may be called again. */
  close(): Promise<void> {
    this.#closed ??= this.#end();
    return this.#closed;
  }

  /** What the program is handed down of our environment. */
  #surroundings(): Record<string, string> {
    const inherited = childEnvironment(this.#environment, {});
    return { ...inherited, [pathName(inherited, process.platform)]: programPath({ environment: this.#environment }) };
  }

  async #end(): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined) return this.onclose?.();
    child.stdin.end();
    const ended = endGroup(child, this.#graces, this.#clock);
    // Nobody is to wait for what it has started and left behind.
    await Promise.race([ended, this.#exitOf(child)]);
    this.onclose?.();
    await ended;
    child.stdin.destroy();
    child.stdout.destroy();
    child.stderr.destroy();
  }

  /** Resolves when it has exited, or a moment later when it has not. */
  #exitOf(child: ChildProcessWithoutNullStreams): Promise<void> {
    return new Promise((resolve) => {
      if (this.#exit !== undefined) return resolve();
      const cancel = this.#clock.schedule(DRAIN_MS, resolve);
      child.once('exit', () => {
        cancel();
        resolve();
      });
    });
  }

  /** One chunk in each turn of the event loop, so that a program which floods us keeps nobody else waiting for long. */
  #readFrom(stdout: Readable): void {
    const read = splitLines(this.#maxMessageBytes, {
      line: (text) => {
        for (const message of readMessages(text)) this.#take(message);
      },
      tooLong: (head, tail) => this.#take(readOversized(head, tail, this.#maxMessageBytes)),
    });
    stdout.on('data', (chunk: Buffer) => {
      stdout.pause();
      read(chunk);
      setImmediate(() => stdout.resume());
    });
  }

  #take(message: JSONRPCMessage | undefined): void {
    if (message === undefined) return;
    try {
      this.onmessage?.(message);
    } catch (error) {
      // One odd message costs only itself.
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

function notRunning(): SdkError {
  return new SdkError(SdkErrorCode.NotConnected, 'the server is not running');
}
