import path from 'node:path';
import { addAbortSignal } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import type { Progress } from '../../base/call/call-context.ts';
import type { Content } from '../../base/call/content.ts';
import type { CallOutcome } from '../../base/call/tool-call.ts';
import { newId } from '../../base/ids.ts';
import type { Session } from '../../dispatch/session.ts';
import { toMcpResult } from '../../gateway/tools/to-mcp-result.ts';
import { isBridgeName } from '../../registry/tool/bridge-names.ts';
import type { CommandContext, SharedOptions } from '../program/command.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';
import { objectIn, textIn } from '../report/json-view.ts';
import { parseCallArguments } from '../session/call-arguments.ts';
import { connect } from '../session/connect.ts';
import { didYouMean } from '../session/near-names.ts';
import { openSession, withRuntime } from '../session/open-runtime.ts';
import { assertCanSave, attachmentIn, saveAttachment } from '../session/save-blocks.ts';
import type { Output } from '../terminal/output.ts';

/** Options of `callslip call`. */
export interface CallOptions extends SharedOptions {
  readonly out?: string;
}

/** Calls one tool through every check. With `--json`, prints the result as an MCP client gets it. */
export async function call(
  context: CommandContext,
  [name = '', ...given]: readonly string[],
  options: CallOptions,
): Promise<ExitCode> {
  const { host, output } = context;
  const folder = options.out === undefined ? undefined : path.resolve(host.cwd, options.out);
  if (folder !== undefined) await assertCanSave(folder);
  const readStdin = () => readAll(addAbortSignal(host.signal, host.stdin));
  const args = await parseCallArguments(given, readStdin, isBridgeName(name));
  return withRuntime(context, options, async (runtime) => {
    const session = openSession(runtime);
    await connect(runtime, context, () => runtime.registry.granted(session.scope, name) !== undefined);
    const [outcome] = await session.dispatch([{ id: newId('call'), name, arguments: args }], {
      signal: host.signal,
      onProgress: (_callId, progress) => output.progress.show(`${name}: ${describeProgress(progress)}`),
    });
    output.progress.clear();
    host.signal.throwIfAborted();
    if (outcome === undefined) return EXIT.failed;
    await saveAttachments(outcome, folder, output);
    if (options.json === true) output.json(JSON.stringify(toMcpResult(outcome.result)));
    else show(outcome, output, await adviceOn(outcome, session));
    return exitCodeOf(outcome);
  });
}

async function saveAttachments({ result, name }: CallOutcome, folder: string | undefined, output: Output) {
  for (const block of result.content) {
    const attachment = attachmentIn(block);
    if (attachment === undefined) continue;
    const { kind, mimeType, bytes } = attachment;
    const what = `${kind} (${mimeType}, ${bytes.length} bytes)`;
    if (folder === undefined) output.note(`${what}: give --out FOLDER to save it`);
    else output.note(`${what}: saved as ${await saveAttachment(attachment, folder, name)}`);
  }
}

/** Hints are written for models; where a person does something else, this stands in their place. */
const ADVICE: Readonly<Record<string, string | undefined>> = {
  'invalid-arguments': 'callslip describe shows what it takes',
  'unknown-tool': 'callslip tools lists every name; callslip search finds one',
  'denied-by-policy': undefined,
  'not-approved': undefined,
};

/** What a person may do about a failure. */
async function adviceOn({ name, result }: CallOutcome, session: Session): Promise<string | undefined> {
  if (result.ok) return undefined;
  const { code, hint } = result.error;
  if (code !== 'unknown-tool') return code in ADVICE ? ADVICE[code] : hint;
  const { tools } = await session.snapshot();
  const meant = didYouMean(
    name,
    tools.map((tool) => tool.name),
  );
  return [meant, ADVICE[code]].filter((part) => part !== undefined).join('\n');
}

function show({ result }: CallOutcome, output: Output, advice: string | undefined): void {
  if (!result.ok) {
    const { message } = result.error;
    output.error(advice === undefined ? message : `${message}\n${advice}`);
    return;
  }
  for (const block of result.content) showBlock(block, output);
  const hasText = result.content.some(({ type }) => type === 'text');
  if (!hasText && result.structured !== undefined) output.raw(JSON.stringify(result.structured, undefined, 2));
}

function showBlock(block: Content, output: Output): void {
  const resource = objectIn(block['resource']);
  if (block.type === 'text') output.raw(textIn(block['text']));
  else if (block.type === 'resource_link') output.raw(`${textIn(block['name'])} ${textIn(block['uri'])}`.trim());
  else if (typeof resource['text'] === 'string') output.raw(resource['text']);
  else if (attachmentIn(block) === undefined) output.raw(JSON.stringify(block));
}

function exitCodeOf({ status, refusedBy, result }: CallOutcome): ExitCode {
  if (status === 'ok') return EXIT.ok;
  if (refusedBy === 'scope') return EXIT.notFound;
  if (refusedBy === 'arguments' || refusedBy === 'bridge') return EXIT.usage;
  return !result.ok && result.error.code === 'cancelled' ? EXIT.interrupted : EXIT.failed;
}

function describeProgress({ progress, total, message }: Progress): string {
  const how = total === undefined ? `${progress}` : `${progress} of ${total}`;
  return message === undefined ? how : `${how}, ${message}`;
}
