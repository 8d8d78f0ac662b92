import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '../src/base/json.ts';
import { type StdioClient, startClient } from './stdio-client.ts';

/** One server, as `mcp_servers` of a configuration has it. */
export interface ServerEntry extends JsonObject {
  readonly command: string;
  readonly args: readonly string[];
}

const inRepository = (file: string) => fileURLToPath(new URL(`../${file}`, import.meta.url));

/** Arguments with which Node starts server-everything. */
export const EVERYTHING: readonly string[] = [
  inRepository('node_modules/@modelcontextprotocol/server-everything/dist/index.js'),
  'stdio',
];

/** Arguments with which Node starts a server that misbehaves as it is told. */
export function oddServer(behaviour: JsonObject): readonly string[] {
  return [inRepository('test/fixtures/odd-server/odd-server.mjs'), JSON.stringify(behaviour)];
}

/** A gateway's home with a configuration. */
export interface GatewayHome {
  /** Starts the built command line, as a client does. */
  serve(): StdioClient;
  remove(): Promise<void>;
}

/** Writes a configuration with these servers into a home of its own. */
export async function gatewayHome(servers: Readonly<Record<string, ServerEntry>>): Promise<GatewayHome> {
  const home = await mkdtemp(path.join(tmpdir(), 'callslip-bench-'));
  const config = path.join(home, 'bench.json');
  await writeFile(config, JSON.stringify({ mcp_servers: servers }));
  const args = [inRepository('dist/cli/main.js'), 'serve', '--config', config];
  return {
    serve: () => startClient(args, { ...process.env, CALLSLIP_HOME: home }),
    remove: () => rm(home, { recursive: true, force: true }),
  };
}
