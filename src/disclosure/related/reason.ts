import type { Evidence } from './features.ts';
import type { RequestWord } from './request.ts';

const MOST_WORDS = 6;

/** Why a tool is offered: the words of the request that it has in one form or another, or that it is near in meaning. */
export function reasonFor({ matches }: Evidence, words: readonly RequestWord[]): string {
  const has = words.filter((_, word) => matches[word] === 1);
  const texts = [...new Set(has.map(({ text }) => text))].slice(0, MOST_WORDS);
  return texts.length === 0 ? 'near in meaning' : `matches ${texts.join(', ')}`;
}
