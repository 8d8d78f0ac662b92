import type { CommandContext, SharedOptions } from '../program/command.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';
import { renderBill } from '../render/bill.ts';
import { renderTools } from '../render/tools.ts';
import { tokenBill } from '../report/token-bill.ts';
import { type ToolsReport, toolsReport } from '../report/tools-report.ts';
import { connect, warnOfNoServer } from '../session/connect.ts';
import { openSession, withRuntime } from '../session/open-runtime.ts';

/** Options of `callslip tools`. */
export interface ToolsOptions extends SharedOptions {
  readonly count?: boolean;
}

/** Shows what a model sees now, what waits behind the bridge, what is hidden and why, and the bill. */
export function tools(context: CommandContext, _args: readonly string[], options: ToolsOptions): Promise<ExitCode> {
  const { output } = context;
  return withRuntime(context, options, async (runtime) => {
    await connect(runtime, context);
    warnOfNoServer(runtime, context, options);
    const session = openSession(runtime);
    const exposure = await session.expose();
    const report = toolsReport(await session.snapshot(), exposure, runtime.servers());
    for (const warning of report.warnings) output.warn(warning);
    if (options.count === true) {
      const counts = countsOf(report);
      const lines = Object.entries(counts).map(([what, number]) => `${what} ${number}`);
      if (options.json === true) output.json(JSON.stringify(counts));
      else output.print(lines.join('\n'));
      return EXIT.ok;
    }
    const bill = tokenBill(exposure);
    if (options.json === true) output.json(JSON.stringify({ ...report, bill }));
    else output.print(`${renderTools(report, output)}\n\n${renderBill(bill, output)}`);
    return EXIT.ok;
  });
}

function countsOf({ visible, bridge, deferred, hidden }: ToolsReport): Readonly<Record<string, number>> {
  return {
    visible: visible.length,
    bridge: bridge.length,
    deferred: deferred.reduce((sum, source) => sum + source.tools.length, 0),
    hidden: hidden.length,
  };
}
