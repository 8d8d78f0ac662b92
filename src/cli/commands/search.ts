import type { CallOutcome } from '../../base/call/tool-call.ts';
import { newId } from '../../base/ids.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Exposure } from '../../disclosure/exposure.ts';
import { renderResult } from '../../dispatch/render-result.ts';
import { resolveName } from '../../registry/resolve-name.ts';
import type { CommandContext, SharedOptions } from '../program/command.ts';
import { CommandError, EXIT, type ExitCode } from '../program/exit-code.ts';
import { renderMatches } from '../render/matches.ts';
import { connect, warnOfNoServer } from '../session/connect.ts';
import { openSession, withRuntime } from '../session/open-runtime.ts';

/** Options of `callslip search`. */
export interface SearchOptions extends SharedOptions {
  readonly limit?: number;
}

/** Finds tools by queries. With `--json`, prints what `tool_search` gives a model, byte for byte. */
export function search(context: CommandContext, queries: readonly string[], options: SearchOptions): Promise<ExitCode> {
  const { host, output } = context;
  return withRuntime(context, options, async (runtime) => {
    await connect(runtime, context);
    warnOfNoServer(runtime, context, options);
    const args = { queries, ...(options.limit === undefined ? {} : { limit: options.limit }) };
    const call = { id: newId('call'), name: 'tool_search', arguments: args };
    const session = openSession(runtime);
    const [outcome] = await session.dispatch([call], { signal: host.signal });
    host.signal.throwIfAborted();
    const found = answerOf(outcome);
    if (options.json === true) output.json(found.text);
    else {
      output.print(renderMatches(found.answer, output));
      for (const note of notesOn(queries, await session.expose())) output.note(note);
    }
    return EXIT.ok;
  });
}

/** What a person may have meant otherwise. */
function notesOn(queries: readonly string[], { tools }: Exposure): readonly string[] {
  const visible = tools.flatMap(({ name, definition }) => (definition === undefined ? [] : [name]));
  const listed = queries.filter((query) => resolveName(query, visible).kind === 'found');
  const areWords = queries.length > 1 && queries.every((query) => !/\s/u.test(query));
  return [
    ...listed.map((query) => `${query} is listed directly and needs no search`),
    ...(areWords ? [`${queries.length} queries were searched; put quotes around words that belong together`] : []),
  ];
}

function answerOf(outcome: CallOutcome | undefined): { readonly text: string; readonly answer: JsonObject } {
  if (outcome?.result.ok === true) {
    const text = renderResult(outcome.result);
    return { text, answer: JSON.parse(text) as JsonObject };
  }
  const error = outcome?.result.error;
  // Too many queries, or a configuration without a search: either way the user asked for what can't be had.
  throw new CommandError(
    EXIT.usage,
    [error?.message ?? 'the search gave no answer', error?.hint].filter(Boolean).join('. '),
  );
}
