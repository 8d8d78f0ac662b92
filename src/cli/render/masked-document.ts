import { CallslipError } from '../../base/errors.ts';
import { isJsonObject, type Json } from '../../base/json.ts';
import { isSecretName } from '../../base/secret-name.ts';
import type { FormatName } from '../../documents/document-format.ts';
import { editDocument, readDocument } from '../../documents/edit-document.ts';
import { maskText } from '../../guard/mask-secrets.ts';
import { maskArguments, secretSpansInArguments } from '../../guard/secret-shapes.ts';

const MASK = '***';

/**
 * The text of a document with every secret that it says as `***`, however it is written: over several lines, with escapes.
 * The rest stays, comments too. Absent when that can't be done, as where a value stands in several places at once.
 *
 * @param known values that are secret, besides those that tell by their name or shape.
 */
export function maskedDocument(format: FormatName, text: string, known: readonly string[]): string | undefined {
  try {
    const said = Object.entries(readDocument(format, text, ''));
    const changes = said.map(([key, value]) => ({ path: [key], value: maskedMember(key, value ?? null, known) }));
    return editDocument(format, text, changes, '');
  } catch (error) {
    if (CallslipError.isInstance(error)) return undefined;
    throw error;
  }
}

/** `${NAME}`, also behind `Bearer`, in the forms of all clients: it names a secret and is none. */
export function isVariable(value: string): boolean {
  return /^["']?(?:[A-Za-z]+ +)?\$?\{[^{}]*\}["',]*$/.test(value);
}

function maskedMember(key: string, value: Json, known: readonly string[]): Json {
  return isSecretName(key) ? hidden(value) : masked(value, known);
}

function masked(value: Json, known: readonly string[]): Json {
  if (Array.isArray(value)) return maskedWords(value, known);
  if (!isJsonObject(value)) return maskedWords([value], known)[0] ?? null;
  const members = Object.entries(value).map(([key, member]) => [key, maskedMember(key, member ?? null, known)]);
  return Object.fromEntries(members);
}

/** Words of one command tell of each other. */
function maskedWords(list: readonly Json[], known: readonly string[]): readonly Json[] {
  const words = list.map((item) => (typeof item === 'object' ? '' : String(item)));
  const [spans, shown] = [secretSpansInArguments(words), maskArguments(words)];
  return list.map((item, index) => {
    if (typeof item === 'object' && item !== null) return masked(item, known);
    const word = words[index] ?? '';
    const isSecret = spans[index]?.some(({ start, end }) => !isVariable(word.slice(start, end)));
    const text = maskText((isSecret && shown[index]) || word, known);
    return text === word ? item : text;
  });
}

/** Every text and number below a name that tells of a secret. */
function hidden(value: Json): Json {
  if (typeof value === 'string') return value === '' || isVariable(value) ? value : MASK;
  if (typeof value === 'number') return MASK;
  if (Array.isArray(value)) return value.map(hidden);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, hidden(member ?? null)]));
}
