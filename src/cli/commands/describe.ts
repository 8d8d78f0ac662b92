import { describeResult } from '../../disclosure/bridge/describe-result.ts';
import type { CommandContext, SharedOptions } from '../program/command.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';
import { renderDescriptions } from '../render/descriptions.ts';
import { listIn, textIn } from '../report/json-view.ts';
import { connect, warnOfNoServer } from '../session/connect.ts';
import { didYouMean } from '../session/near-names.ts';
import { openSession, withRuntime } from '../session/open-runtime.ts';

/**
 * Shows tools by their names, also those that a model sees anyway. With `--json`, prints an answer of the same form as
 * `tool_describe` gives a model.
 */
export function describe(context: CommandContext, names: readonly string[], options: SharedOptions): Promise<ExitCode> {
  const { output } = context;
  return withRuntime(context, options, async (runtime) => {
    await connect(runtime, context);
    warnOfNoServer(runtime, context, options);
    const snapshot = await openSession(runtime).snapshot();
    const answer = describeResult({
      names: [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))],
      snapshot,
      isDeferred: () => true,
      remote: { found: new Map() },
    });
    if (options.json === true) output.json(JSON.stringify(answer));
    else {
      output.print(renderDescriptions(answer, output));
      const known = snapshot.tools.map(({ name }) => name);
      const meant = listIn(answer['not_found']).map((name) => [textIn(name), didYouMean(textIn(name), known)]);
      for (const [name, question] of meant) if (question !== undefined) output.note(`${name}: ${question}`);
    }
    return answer['not_found'] === undefined && answer['errors'] === undefined ? EXIT.ok : EXIT.notFound;
  });
}
