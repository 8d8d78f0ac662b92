import { firstCodePoints } from '../../base/text.ts';
import { removeHiddenCharacters } from '../../guard/hidden-characters.ts';

/** Code points of an error message that a model is shown. */
export const MAX_ERROR_CHARS = 2048;

/** Room for what cleaning takes out, so that a giant message is not cleaned whole. */
const MAX_CLEANED_CHARS = 4 * MAX_ERROR_CHARS;
const ROLES = 'tool_call|function_call|result|response|output|input|system|assistant|user';
const ROLE_TAG = new RegExp(`</?(?:${ROLES})(?:\\s[^<>]{0,100})?/?>`, 'giu');
const CDATA_MARK = /<!\[CDATA\[|\]\]>/gu;
const CODE_FENCE = /`{3,}/gu;

/**
 * The text of something that a tool threw, fit for a model: what reads like a chat role, a quoted block or hidden text
 * is taken out, and at most 2048 characters stay. Never throws.
 */
export function errorText(error: unknown): string {
  const start = firstCodePoints(textOf(error), MAX_CLEANED_CHARS);
  const clean = withoutMarks(removeHiddenCharacters(start.text).text);
  const { text, cut } = firstCodePoints(clean.trim(), MAX_ERROR_CHARS);
  return `${text || 'no reason was given'}${cut || start.cut ? '… [cut]' : ''}`;
}

/** Once more as long as anything goes: taking out one mark may join the halves of another around it. */
function withoutMarks(text: string): string {
  const clean = text.replace(ROLE_TAG, '').replace(CDATA_MARK, '').replace(CODE_FENCE, '');
  return clean === text ? text : withoutMarks(clean);
}

function textOf(error: unknown): string {
  try {
    if (!(error instanceof Error)) return String(error);
    return error.name === 'Error' ? String(error.message) : `${error.name}: ${error.message}`;
  } catch {
    return '';
  }
}
