import { type ParseError, parse } from 'jsonc-parser';
import { messageOf } from '../../base/errors.ts';
import { isJsonObject } from '../../base/json.ts';
import { jsonFaultWords } from '../../documents/json/json-fault-words.ts';
import { CommandError, EXIT } from '../program/exit-code.ts';
import { readPackedText } from '../session/tools-file.ts';

/** A query as its file has it. */
export interface WrittenQuery {
  readonly query: string;
  /** Names of tools as they are written, each once; none where the file has no labels. */
  readonly gold: readonly string[];
  /** `queries.jsonl:3`, or `queries.json: entry 3` of a list. */
  readonly place: string;
}

/** What is read of a file with queries. */
interface Form {
  /** Whether a line may be the query itself. */
  readonly plain: boolean;
  readonly example: string;
}

const LABELLED: Form = {
  plain: false,
  example: 'write one JSON object a line, such as {"query": "create an issue", "gold": ["create_issue"]}',
};
const UNANSWERABLE: Form = {
  plain: true,
  example: 'write one query a line, as it is or as {"query": "order a pizza"}',
};

/** Faults that are told; of the others, only how many there are. */
const MOST_FAULTS = 3;

/**
 * Reads queries with the tools that are right for them: JSONL or a JSON array of `{query, gold}`, packed or not.
 *
 * @throws CommandError naming the file, the lines and what to write, when anything in it can't be used.
 */
export function readLabelledQueries(file: string): Promise<readonly WrittenQuery[]> {
  return readQueries(file, LABELLED, (value) => {
    const gold = isJsonObject(value) ? value['gold'] : undefined;
    const names = typeof gold === 'string' ? [gold] : gold;
    if (names === undefined || names === null) return '"gold" is missing';
    if (!Array.isArray(names) || !names.every((name) => typeof name === 'string' && name.trim() !== '')) {
      return '"gold" is no list of names of tools';
    }
    if (names.length === 0)
      return '"gold" is empty; a query that no tool can answer belongs into a file for --unanswerable';
    return [...new Set(names as string[])];
  });
}

/**
 * Reads queries that no tool can answer: JSONL or a JSON array of `{query}` or texts, or one query a line.
 *
 * @throws CommandError as {@link readLabelledQueries} does.
 */
export function readUnanswerableQueries(file: string): Promise<readonly WrittenQuery[]> {
  return readQueries(file, UNANSWERABLE, () => []);
}

interface Entry {
  readonly value: unknown;
  readonly place: string;
}

/** @param goldOf the gold names of an entry, or what is wrong with them. */
async function readQueries(
  file: string,
  form: Form,
  goldOf: (value: unknown) => readonly string[] | string,
): Promise<readonly WrittenQuery[]> {
  const entries = entriesOf(await readText(file, form), file, form);
  const faults: string[] = [];
  const queries = entries.flatMap(({ value, place }) => {
    const query = queryIn(value, form);
    const gold = query.fault ?? goldOf(value);
    if (typeof gold !== 'string') return [{ query: query.text, gold, place }];
    faults.push(`${place}: ${gold}`);
    return [];
  });
  if (entries.length === 0) faults.push(`${file}: it holds no query`);
  if (faults.length > 0) throw fault(faults, form);
  return queries;
}

function queryIn(value: unknown, { plain }: Form): { readonly text: string; readonly fault?: string } {
  if (!isJsonObject(value) && !(plain && typeof value === 'string')) {
    return { text: '', fault: value === undefined ? 'the line is no JSON value' : 'it is no object with a query' };
  }
  const query = isJsonObject(value) ? value['query'] : value;
  if (query === undefined || query === null) return { text: '', fault: '"query" is missing' };
  if (typeof query !== 'string') return { text: '', fault: '"query" is no text' };
  return query.trim() === '' ? { text: '', fault: 'the query is blank' } : { text: query.trim() };
}

async function readText(file: string, form: Form): Promise<string> {
  try {
    return await readPackedText(file);
  } catch (error) {
    throw fault([`${file}: it can't be read: ${messageOf(error)}`], form);
  }
}

/** A list, when the whole is one; else the lines. */
function entriesOf(text: string, file: string, { plain }: Form): readonly Entry[] {
  if (text.trimStart().startsWith('[')) {
    const list = parsed(text);
    if (Array.isArray(list)) return list.map((value, index) => ({ value, place: `${file}: entry ${index + 1}` }));
    if (!plain || file.endsWith('.json')) throw new CommandError(EXIT.usage, `${file}${jsonFault(text)}`);
  }
  return text.split('\n').flatMap((line, index) => {
    const written = line.trim();
    if (written === '') return [];
    const isPlain = plain && !written.startsWith('{');
    return [{ value: isPlain ? written : parsed(written), place: `${file}:${index + 1}` }];
  });
}

function jsonFault(text: string): string {
  const errors: ParseError[] = [];
  try {
    parse(text, errors);
  } catch (error) {
    // Nested so deeply that the parser runs out of stack.
    return `: ${messageOf(error)}`;
  }
  const [first] = errors;
  return first === undefined ? ' is not JSON' : jsonFaultWords(text, first);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fault(faults: readonly string[], { example }: Form): CommandError {
  const rest = faults.length > MOST_FAULTS ? [`and ${faults.length - MOST_FAULTS} more`] : [];
  return new CommandError(EXIT.usage, [...faults.slice(0, MOST_FAULTS), ...rest, example].join('\n'));
}
