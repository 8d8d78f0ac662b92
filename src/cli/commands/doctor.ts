import { placesOf } from '../../runtime/places-of.ts';
import { findClients } from '../../setup/clients/find-clients.ts';
import type { CommandContext, SharedOptions } from '../program/command.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';
import { renderDoctor } from '../render/doctor.ts';
import { viewOf } from '../report/client-view.ts';
import { doctorReport } from '../report/doctor-report.ts';
import { connect } from '../session/connect.ts';
import { loadGateway } from '../session/open-gateway.ts';
import { openSession, withRuntime } from '../session/open-runtime.ts';
import { tellProblems } from '../session/tell-problems.ts';

/** Looks every server and every tool over. Exits with 1 when a server that should be there is not. */
export function doctor(context: CommandContext, _args: readonly string[], options: SharedOptions): Promise<ExitCode> {
  const { output } = context;
  return withRuntime(context, options, async (runtime) => {
    await connect(runtime, context);
    const session = openSession(runtime);
    const { problems } = loadGateway(runtime.loaded);
    tellProblems(problems, output);
    const all = [...runtime.config.problems, ...problems];
    const clients = (await findClients(placesOf(context.host))).map(viewOf);
    const report = doctorReport(runtime, all, clients, {
      snapshot: await session.snapshot(),
      exposure: await session.expose(),
    });
    if (options.json === true) output.json(JSON.stringify(report));
    else output.print(renderDoctor(report, output));
    return report.servers.some(({ state }) => state === 'failed') ? EXIT.failed : EXIT.ok;
  });
}
