import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { undeclared } from './undeclared.ts';

const FORM = { message: 'x', requestedSchema: { type: 'object' } };
const URL_MODE = { mode: 'url', url: 'https://x.test' };

describe('what a client may be asked', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['elicitation/create', FORM, { elicitation: {} }],
    ['elicitation/create', { ...FORM, mode: 'form' }, { elicitation: { form: {} } }],
    ['elicitation/create', FORM, { elicitation: { form: {}, url: {} } }],
    ['elicitation/create', URL_MODE, { elicitation: { url: {} } }],
    ['sampling/createMessage', { messages: [] }, { sampling: {} }],
    ['sampling/createMessage', { messages: [], includeContext: 'thisServer' }, { sampling: {} }],
    ['sampling/createMessage', { messages: [], tools: [] }, { sampling: { tools: {} } }],
    ['roots/list', {}, { roots: { listChanged: true } }],
  ])('is what it declared: %s %j under %j', (method, params, capabilities) => {
    expect(undeclared(method, params, capabilities)).toBeUndefined();
  });

  it.each<[string, JsonObject, JsonObject, number, string]>([
    ['elicitation/create', FORM, {}, -32601, 'elicitation'],
    ['elicitation/create', FORM, { elicitation: null }, -32601, 'elicitation'],
    ['elicitation/create', URL_MODE, { elicitation: {} }, -32602, 'elicitation.url'],
    ['elicitation/create', FORM, { elicitation: { url: {} } }, -32602, 'elicitation.form'],
    ['sampling/createMessage', {}, { elicitation: {} }, -32601, 'sampling'],
    ['sampling/createMessage', { tools: [] }, { sampling: {} }, -32602, 'sampling.tools'],
    ['sampling/createMessage', { toolChoice: {} }, { sampling: {} }, -32602, 'sampling.tools'],
    ['roots/list', {}, {}, -32601, 'roots'],
    ['tasks/get', {}, { roots: {}, tasks: {} }, -32601, 'not known'],
    ['constructor', {}, {}, -32601, 'not known'],
  ])('is nothing else: %s %j under %j', (method, params, capabilities, code, named) => {
    expect(undeclared(method, params, capabilities)).toMatchObject({
      code,
      message: expect.stringMatching(new RegExp(`can't be answered: .*${named.replace('.', '\\.')}`)),
    });
  });
});
