import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { JsonObject } from '../src/base/json.ts';

/** A program that speaks MCP over its standard input and output, and the plainest client there is. */
export interface StdioClient {
  readonly process: ChildProcess;
  /** Sends a request and resolves with its result. Rejects for an error answer, and when the program ends. */
  request(method: string, params?: JsonObject): Promise<JsonObject>;
  notify(method: string): void;
  /** Ends its input and waits until it has gone. */
  close(): Promise<void>;
}

/** How the handshake introduces us; no capability is declared. */
const HELLO: JsonObject = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'callslip-bench', version: '1' },
};

/**
 * Starts a program. The client adds next to nothing of its own, so that what is timed is the program: one line out, one
 * line in.
 */
export function startClient(args: readonly string[], env: NodeJS.ProcessEnv = process.env): StdioClient {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'], env });
  const open = new Map<number, { resolve(result: JsonObject): void; reject(error: Error): void }>();
  let next = 0;
  const send = (message: JsonObject) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, result, error } = JSON.parse(line) as { id?: number; result?: JsonObject; error?: JsonObject };
    const waiting = id === undefined ? undefined : open.get(id);
    if (id === undefined || waiting === undefined) return;
    open.delete(id);
    if (result === undefined) waiting.reject(new Error(JSON.stringify(error)));
    else waiting.resolve(result);
  });
  child.on('exit', (code) => {
    for (const { reject } of open.values()) reject(new Error(`${args[0]} ended with code ${code}`));
  });
  return {
    process: child,
    request(method, params = {}) {
      const id = next++;
      return new Promise((resolve, reject) => {
        open.set(id, { resolve, reject });
        send({ id, method, params });
      });
    },
    notify: (method) => void send({ method }),
    async close() {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}

/** The handshake of 2025. */
export async function handshake(client: StdioClient): Promise<void> {
  await client.request('initialize', HELLO);
  client.notify('notifications/initialized');
}
