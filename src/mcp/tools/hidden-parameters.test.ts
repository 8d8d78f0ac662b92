import { fc, it as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { secretsHeld, sentArguments, undeclared, withoutParameters, withoutSecrets } from './hidden-parameters.ts';

const schema = {
  type: 'object',
  properties: { owner: { type: 'string' }, repo: { type: 'string' }, page: { type: 'number' } },
  required: ['owner', 'repo'],
  dependentRequired: { page: ['owner', 'repo'], owner: ['repo'], odd: 7 },
  additionalProperties: false,
};

describe('withoutParameters', () => {
  it('takes hidden parameters out of the root, and leaves the schema it was given alone', () => {
    const before = structuredClone(schema);
    expect(withoutParameters(schema, { owner: 'acme' })).toEqual({
      type: 'object',
      properties: { repo: { type: 'string' }, page: { type: 'number' } },
      required: ['repo'],
      dependentRequired: { page: ['repo'], odd: 7 },
      additionalProperties: false,
    });
    expect(schema).toEqual(before);
  });

  it.each<JsonObject>([{}, { properties: null, required: 'owner' }, { properties: ['owner'], dependentRequired: [] }])(
    'makes do with %j',
    (odd) => expect(withoutParameters(odd, { owner: undefined })).toEqual(odd),
  );

  it('knows parameters by their own names only', () => {
    const odd = JSON.parse('{"properties":{"__proto__":{},"constructor":{}},"required":["constructor",7,null]}');
    const shown = withoutParameters(odd, { toString: undefined });
    expect(JSON.stringify(shown)).toBe(JSON.stringify(odd));
    expect(undeclared(odd, { toString: undefined, constructor: undefined })).toEqual(['toString']);
  });
});

describe('sentArguments', () => {
  it('sends what the owner says, or nothing, whatever the model sent', () => {
    const hidden = { owner: 'acme', debug: undefined, off: false };
    expect(sentArguments({ owner: 'evil', debug: true, repo: 'r' }, hidden)).toEqual({
      repo: 'r',
      owner: 'acme',
      off: false,
    });
  });

  const names = fc.constantFrom('a', 'b', '__proto__', 'constructor');
  const objects = fc.array(fc.tuple(names, fc.jsonValue())).map((entries) => Object.fromEntries(entries) as JsonObject);

  property.prop([objects, objects])(
    'lets nothing of a model through under a hidden name, and all else',
    (args, hidden) => {
      const sent = sentArguments(args, hidden);
      for (const name of Object.keys(hidden)) expect(sent[name]).toEqual(hidden[name]);
      const open = Object.keys(args).filter((name) => !Object.hasOwn(hidden, name));
      for (const name of open) expect(sent[name]).toEqual(args[name]);
      expect(Object.keys(sent)).toHaveLength(open.length + Object.keys(hidden).length);
    },
  );
});

describe('secrets in hidden parameters', () => {
  it('are those that stand in a value, at any depth', () => {
    const hidden = { auth: { header: ['Bearer s3cret-one'] }, owner: 'acme', off: undefined, limit: 3 };
    expect(secretsHeld(hidden, ['s3cret-one', 's3cret-two'])).toEqual(['s3cret-one']);
  });

  it('are masked wherever they stand in what comes back', () => {
    const result = {
      ok: true,
      content: [{ type: 'text', text: 'for s3cret-one: 1' }],
      structured: { a: [1, 's3cret-one'] },
    };
    expect(withoutSecrets(result, ['s3cret-one'])).toEqual({
      ok: true,
      content: [{ type: 'text', text: 'for ***: 1' }],
      structured: { a: [1, '***'] },
    });
  });
});
