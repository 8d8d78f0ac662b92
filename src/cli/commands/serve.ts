import { once } from 'node:events';
import type { GatewayConfig } from '../../gateway/config.ts';
import type { Gateway } from '../../gateway/create-gateway.ts';
import { readGatewayConfig } from '../../gateway/read-config.ts';
import type { CommandContext, SharedOptions } from '../program/command.ts';
import { CommandError, EXIT, type ExitCode } from '../program/exit-code.ts';
import { tellReloads } from '../session/follow-config.ts';
import { createLogger } from '../session/logger.ts';
import { loadGateway, openGateway } from '../session/open-gateway.ts';
import { openRuntime } from '../session/open-runtime.ts';
import { logged, tellProblems } from '../session/tell-problems.ts';

/** Options of `callslip serve`. */
export interface ServeOptions extends SharedOptions {
  readonly http?: boolean;
  readonly host?: string;
  readonly port?: number;
  readonly path?: string;
}

/** A client asks for the list at once, and an answer should not wait for twenty programs to load. */
const SPAWN_DELAY_MS = 150;

/**
 * Serves MCP clients until the user stops it or, over stdio, the client has gone; once stopped, it answers what runs,
 * within `gateway.drain_timeout`. Standard output belongs to the protocol; over HTTP it gets the address, and a second
 * line with the public one where that is configured. With `--json`, what is said on standard error is JSON lines.
 */
export async function serve(
  context: CommandContext,
  _args: readonly string[],
  options: ServeOptions,
): Promise<ExitCode> {
  const { output } = context;
  const address = addressOf(options);
  // A desktop client shows its user what a program says, or takes it for errors: not a line for every call.
  const logger = createLogger(context, options.json === true, options.http === true ? 'info' : 'warn');
  const runtime = await openRuntime(context, options, {
    logger,
    spawnDelayMs: SPAWN_DELAY_MS,
    watch: true,
    ...(options.json === true ? { tell: logged(logger) } : {}),
  });
  const { gateway: config, problems } = loadGateway(runtime.loaded);
  // Over HTTP, a token that can't be used shuts the door, which says so itself.
  const told = options.http === true ? problems.filter(({ message }) => message !== config.tokenFault) : problems;
  tellProblems(told, options.json === true ? logged(logger) : output);
  const gateway = openGateway(runtime, config, logger);
  tellReloads(runtime, config, logger);
  context.host.endsWhenStopped(config.drainTimeoutMs);
  try {
    if (options.http === true) await serveHttp(gateway, address, context, options.json === true);
    else await serveStdio(gateway, context);
    return EXIT.ok;
  } finally {
    await gateway.close();
    await runtime.close();
  }
}

async function serveHttp(
  gateway: Gateway,
  address: Partial<GatewayConfig>,
  { host, output }: CommandContext,
  asJson: boolean,
): Promise<void> {
  const { url, publicUrl } = await gateway.serveHttp(address);
  if (asJson) output.json(JSON.stringify({ url, public_url: publicUrl }));
  else output.print(publicUrl === undefined ? url : `${url}\n${publicUrl}`);
  await stopped(host.signal);
  await gateway.drain();
}

async function serveStdio(gateway: Gateway, { host, output }: CommandContext): Promise<void> {
  if (host.stdin.isTTY === true) output.note('waiting for an MCP client on standard input; stop with Ctrl-C');
  const { closed } = gateway.serveStdio({ stdin: host.stdin, stdout: host.stdout });
  await Promise.race([closed, stopped(host.signal).then(() => gateway.drain())]);
}

/** What the command line says about the address; it wins over the configuration, and a mistake in it ends the command. */
function addressOf({ http, host, port, path }: ServeOptions): Partial<GatewayConfig> {
  const given = Object.fromEntries(Object.entries({ host, port, path }).filter(([, value]) => value !== undefined));
  const keys = Object.keys(given) as (keyof GatewayConfig)[];
  if (http !== true && keys.length > 0) {
    throw new CommandError(EXIT.usage, `--${keys[0]} is for HTTP; add --http`);
  }
  const { config, warnings } = readGatewayConfig(given);
  if (warnings.length > 0) {
    // Nothing is used in its place: what was asked for on the command line is had, or nothing.
    const faults = warnings.map((warning) => warning.replaceAll('gateway.', '--').replace(/; [^;]* is used$/u, ''));
    throw new CommandError(EXIT.usage, faults.join('\n'));
  }
  return Object.fromEntries(keys.map((key) => [key, config[key]]));
}

async function stopped(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
