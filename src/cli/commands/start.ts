import { once } from 'node:events';
import type { Logger } from '../../base/logger.ts';
import type { GatewayConfig } from '../../gateway/config.ts';
import type { Gateway } from '../../gateway/create-gateway.ts';
import type { Runtime } from '../../runtime/create-runtime.ts';
import { loadConfig } from '../../runtime/load-config.ts';
import { lookIn } from '../main-job/look-in.ts';
import { prepareSampleServers, type SampleServers } from '../main-job/sample-servers.ts';
import { playSampleTask } from '../main-job/sample-task.ts';
import { serveAnywhere, type WantedPort } from '../main-job/serve-anywhere.ts';
import type { CommandContext, SharedOptions } from '../program/command.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';
import { renderAddress } from '../render/address.ts';
import { renderBill } from '../render/bill.ts';
import { renderServers } from '../render/servers.ts';
import { renderTask } from '../render/task.ts';
import { objectIn } from '../report/json-view.ts';
import { tokenBill } from '../report/token-bill.ts';
import { settled } from '../session/connect.ts';
import { tellReloads } from '../session/follow-config.ts';
import { createLogger } from '../session/logger.ts';
import { loadGateway, openGateway } from '../session/open-gateway.ts';
import { openRuntime, openSession } from '../session/open-runtime.ts';
import { tellProblems } from '../session/tell-problems.ts';

/** Options of `callslip start`. */
export interface StartOptions extends SharedOptions {
  readonly once?: boolean;
  readonly port?: number;
}

/**
 * The main job: connects the servers, shows the bill and serves over HTTP. Without any configuration it does so with
 * sample servers, and plays a task on them. It serves on as `serve --http` does; with `--once` it ends instead, with 1 when
 * anything of it failed.
 */
export async function start(
  context: CommandContext,
  _args: readonly string[],
  options: StartOptions,
): Promise<ExitCode> {
  const samples = (await isConfigured(context, options)) ? undefined : await prepareSampleServers();
  try {
    const logger = createLogger(context, options.json === true);
    const runtime = await openRuntime(context, options, {
      logger,
      watch: options.once !== true,
      ...(samples === undefined ? {} : { values: samples.values }),
    });
    try {
      return await run(runtime, samples, logger, context, options);
    } finally {
      await runtime.close();
    }
  } finally {
    await samples?.remove();
  }
}

async function isConfigured({ host }: CommandContext, options: StartOptions): Promise<boolean> {
  if (options.config !== undefined || options.mcpJson !== undefined || options.tools !== undefined) return true;
  return (await loadConfig({ cwd: host.cwd, environment: host.environment })).files.length > 0;
}

async function run(
  runtime: Runtime,
  samples: SampleServers | undefined,
  logger: Logger,
  context: CommandContext,
  options: StartOptions,
): Promise<ExitCode> {
  const { host, output } = context;
  const tell = (text: string) => {
    if (options.json !== true) output.print(`${text}\n\n`);
  };
  const { gateway: config, problems } = loadGateway(runtime.loaded);
  // A token that can't be used shuts the door, which says so itself.
  tellProblems(
    problems.filter(({ message }) => message !== config.tokenFault),
    output,
  );
  const gateway = openGateway(runtime, config, logger);
  tellReloads(runtime, config, logger);
  try {
    // Open before anything is connected: a client that is there already need not wait.
    const door = await serveAnywhere(gateway, portFor(runtime, options, config), output);
    await settled(runtime, context);
    const session = openSession(runtime);
    const servers = runtime.servers();
    const exposure = await session.expose();
    const bill = tokenBill(exposure);
    tell(`${renderServers(servers, output)}\n\n${renderBill(bill, output)}`);
    const task = samples && (await playSampleTask(session, samples.notes, host.signal));
    if (task !== undefined) tell(renderTask(task, output));
    const [token] = config.tokens;
    const shown = await lookIn(door.url, token, host.signal);
    tell(renderAddress({ url: door.url, shown, needsToken: token !== undefined, once: options.once === true }, output));
    if (options.json === true) output.json(JSON.stringify({ servers, bill, task, url: door.url, shown }));
    if (options.once !== true) await serveOn(gateway, config, context);
    return task?.fault === undefined && servers.every(({ state }) => state !== 'failed') ? EXIT.ok : EXIT.failed;
  } finally {
    await gateway.close();
  }
}

/** A port that somebody asked for is that port or none. */
function portFor({ loaded }: Runtime, { port }: StartOptions, config: GatewayConfig): WantedPort {
  const written = objectIn(loaded.values['gateway'])['port'];
  return { port: port ?? config.port, insisted: port !== undefined || (written !== undefined && written !== null) };
}

/** As `serve` does: from now on the regular end is to be stopped, and what runs is answered before. */
async function serveOn(gateway: Gateway, config: GatewayConfig, { host, output }: CommandContext): Promise<void> {
  host.endsWhenStopped(config.drainTimeoutMs);
  output.note('serving; stop with Ctrl-C');
  if (!host.signal.aborted) await once(host.signal, 'abort');
  await gateway.drain();
}
