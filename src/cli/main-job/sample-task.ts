import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CallOutcome } from '../../base/call/tool-call.ts';
import { messageOf } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import type { Session } from '../../dispatch/session.ts';
import { listIn, objectIn, textIn } from '../report/json-view.ts';

const NOTE = '# Today\n\n- Water the beans, not the ferns.\n- The ladder went back to Ines.\n';

/** One exchange: what a model sends, and what became of it. */
export interface Exchange {
  /** Why the model does it, for the audience. */
  readonly purpose: string;
  readonly name: string;
  readonly arguments: JsonObject;
  readonly outcome: CallOutcome;
}

/** A played task. Without `fault`, everything came out as it should. */
export interface PlayedTask {
  readonly exchanges: readonly Exchange[];
  readonly fault?: string;
}

/**
 * Plays one task through the bridge as a model would: search, read the parameters, write a note, read it back, remember
 * something, fetch a picture. Names of tools are taken from the answers, never known beforehand.
 */
export async function playSampleTask(session: Session, notes: string, signal: AbortSignal): Promise<PlayedTask> {
  const exchanges: Exchange[] = [];
  const send = async (purpose: string, name: string, args: JsonObject): Promise<CallOutcome> => {
    const [outcome] = await session.dispatch([{ id: newId('call'), name, arguments: args }], { signal });
    if (outcome === undefined) throw new Error(`${name} has no outcome`);
    exchanges.push({ purpose, name, arguments: args, outcome });
    if (!outcome.result.ok) throw new Error(outcome.result.error.message);
    return outcome;
  };
  const call = (purpose: string, name: string, args: JsonObject) =>
    send(purpose, 'tool_call', { calls: [{ name, arguments: args }] });
  try {
    await play(send, call, notes);
    return { exchanges };
  } catch (error) {
    signal.throwIfAborted();
    return { exchanges, fault: messageOf(error) };
  }
}

type Send = (purpose: string, name: string, args: JsonObject) => Promise<CallOutcome>;

async function play(send: Send, call: Send, notes: string): Promise<void> {
  const queries = ['write file', 'read file text encodings', 'create entities knowledge graph', 'tiny image'];
  const found = answerOf(
    await send('It needs four things, and asks for all of them at once.', 'tool_search', { queries, limit: 1 }),
  );
  const [write = '', read = '', remember = '', picture = ''] = listIn(found['results']).map((group) =>
    firstMatch(group),
  );

  await send('It reads the parameters of the tools it will use.', 'tool_describe', { names: [write, remember] });

  const file = path.join(notes, 'today.md');
  await call('It writes a note.', write, { path: file, content: NOTE });
  check((await readFile(file, 'utf8')) === NOTE, 'the note on disk is not what was written');

  const back = await call('It reads the note back.', read, { path: file });
  check(
    back.result.content.some((block) => textIn(block['text']).includes('Water the beans')),
    'the note read back is another',
  );

  const entities = [{ name: 'ladder', entityType: 'thing', observations: ['is with Ines again'] }];
  await call('It remembers something for next time.', remember, { entities });

  const image = await call('It fetches a picture, which comes as a picture.', picture, {});
  check(
    image.result.content.some(({ type }) => type === 'image'),
    'the picture did not come as an image',
  );
}

function answerOf({ result }: CallOutcome): JsonObject {
  return objectIn(result.structured);
}

function firstMatch(group: Json): string {
  const { query, matches } = objectIn(group);
  const name = textIn(listIn(matches)[0]);
  check(name !== '', `nothing was found for ${JSON.stringify(query)}`);
  return name;
}

function check(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}
