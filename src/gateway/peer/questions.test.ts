import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { createQuestions } from './questions.ts';

const never = new AbortController().signal;
const set = (given?: unknown) => {
  const questions = createQuestions(() => {}, given);
  const ask = (method: string, key?: string) => questions.ask(method, { key: key ?? null }, never, key);
  return { questions, ask };
};
const answer = (value: string): JsonObject => ({ action: 'accept', content: { value } });

describe('questions to a client of 2026', () => {
  it('have the keys that their server gives them, and others where it gives none or another has it', async () => {
    const { questions, ask } = set();
    const all = [ask('a', 'name'), ask('b'), ask('c', 'name'), ask('d', 'question_3')];
    expect(Object.keys(questions.pending())).toEqual(['name', 'question_1', 'question_2', 'question_3']);
    const e = ask('e');
    expect(Object.keys(questions.pending()).at(-1)).toBe('question_4');
    questions.answer({ name: answer('1'), question_2: answer('2'), question_4: answer('4') });
    expect(await Promise.all([all[0], all[2], e])).toEqual([answer('1'), answer('2'), answer('4')]);
    expect(Object.keys(questions.pending())).toEqual(['question_1', 'question_3']);
  });

  it('are answered by what came with the first request under their very key, once', async () => {
    const { questions, ask } = set({ name: answer('known'), question_1: answer('meant for nobody'), odd: 12345 });
    expect(await ask('a', 'name')).toEqual(answer('known'));
    void ask('a', 'name');
    void ask('b');
    void ask('c', 'odd');
    expect(Object.keys(questions.pending())).toEqual(['name', 'question_1', 'odd']);
  });

  it.each([[null], ['text'], [[answer('x')]]])('are asked when what came is no answers: %j', (given) => {
    const { questions, ask } = set(given);
    void ask('a', '0');
    expect(questions.size).toBe(1);
  });
});
