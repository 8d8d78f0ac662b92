import { describe, expect, it } from 'vitest';
import { processorMs } from '../../test/processor-time.ts';
import type { ToolError } from '../base/call/tool-error.ts';
import type { Json, JsonObject, JsonSchema } from '../base/json.ts';
import { checkArguments } from './check-arguments.ts';

/** A plain `then` looks like a promise to the linter. */
const THEN = 'then';
const check = (inputSchema: JsonSchema, args: JsonObject) =>
  checkArguments({ name: 'mcp__notes__save', inputSchema }, args);

function refusal(inputSchema: JsonSchema, args: JsonObject): ToolError {
  const checked = check(inputSchema, args);
  if (checked.ok) throw new Error(`let pass: ${JSON.stringify(checked)}`);
  return checked.error;
}

const where = ({ data }: ToolError) => [data?.['path'], data?.['constraint']];
const object = (properties: JsonSchema, more: JsonSchema = {}): JsonSchema => ({ type: 'object', properties, ...more });

describe('checkArguments', () => {
  it('[TS-11.7.15] names what is missing, says the tool was not invoked, and gives the parameters', () => {
    const schema = object(
      { document_id: { type: 'string' }, title: { type: 'string' } },
      { required: ['document_id', 'title', 7] },
    );
    const error = refusal(schema, { body: 'x' });
    expect(error.code).toBe('invalid-arguments');
    expect(error.message).toMatch(/mcp__notes__save was not invoked.*missing required "document_id", "title"/);
    expect(error.data).toEqual({ path: 'arguments', constraint: 'required', parameters: schema });
    expect(error.hint).toContain('parameters');
    expect(JSON.stringify(error)).not.toContain('KeyError');
  });

  it.each<[string, JsonSchema, JsonObject]>([
    ['no required list', object({ a: {} }), {}],
    ['all present', object({ a: { type: 'string' } }, { required: ['a'] }), { a: 'x' }],
    ['an optional extra', object({ a: { type: 'string' } }, { required: ['a'] }), { a: 'x', b: 1 }],
    ['an empty schema', {}, { a: 1 }],
    ['required is no list', object({}, { required: true }), {}],
    ['null is present', object({ a: {} }, { required: ['a'] }), { a: null }],
  ])('[TS-11.7.16] lets pass: %s', (_name, schema, args) => {
    expect(check(schema, args)).toEqual({ ok: true, args, coerced: [] });
  });

  it('[TS-11.7.17] refuses what is not in an enum', () => {
    const error = refusal(object({ priority: { enum: ['low', 'high'] } }), { priority: 'urgent' });
    expect(where(error)).toEqual(['arguments.priority', 'enum']);
    expect(error.message).toContain('got "urgent", allowed: "low", "high"');
    expect(error.message).toContain('not invoked');
  });

  it.each<[string, Json, string, string]>([
    ['a text in a nested count', { count: 'three' }, 'arguments.options.count', 'type'],
    ['a missing nested count', {}, 'arguments.options', 'required'],
    ['an unknown nested key', { count: 3, extra: true }, 'arguments.options', 'additionalProperties'],
  ])('[TS-11.7.18] says where, for %s', (_name, options, path, constraint) => {
    const nested = object({ count: { type: 'integer' } }, { required: ['count'], additionalProperties: false });
    expect(where(refusal(object({ options: nested }), { options }))).toEqual([path, constraint]);
  });

  it('[TS-11.7.19] runs with 42 for "42" where an integer is asked for', () => {
    expect(check(object({ count: { type: 'integer' } }), { count: '42' })).toEqual({
      ok: true,
      args: { count: 42 },
      coerced: ['count'],
    });
  });

  it.each([[{}], [''], ['{}']])('[TS-11.7.20] runs with {} for the object %j', (parameters) => {
    expect(check(object({ parameters: { type: 'object' } }), { parameters })).toMatchObject({
      ok: true,
      args: { parameters: {} },
    });
  });

  it('[TS-11.7.21] refuses a blank for an object that requires something', () => {
    const schema = object({ parameters: { type: 'object', required: ['id'] } });
    expect(where(refusal(schema, { parameters: '' }))).toEqual(['arguments.parameters', 'type']);
  });

  it('[TS-11.7.22] runs with null where nullable allows it', () => {
    const schema = object({ note: { type: 'string', nullable: true } });
    expect(check(schema, { note: null })).toEqual({ ok: true, args: { note: null }, coerced: [] });
    expect(where(refusal(object({ note: { type: 'string' } }), { note: null }))).toEqual(['arguments.note', 'type']);
  });

  it('[TS-11.7.23] takes literals as they are written', () => {
    const literal = { nullable: true, $ref: 'literal://x' };
    const schema = object({ a: { enum: [literal] }, b: { const: literal, default: literal, example: literal } });
    expect(check(schema, { a: literal, b: literal })).toEqual({
      ok: true,
      args: { a: literal, b: literal },
      coerced: [],
    });
    expect(where(refusal(schema, { a: { $ref: 'literal://x' } }))).toEqual(['arguments.a', 'enum']);
  });

  it('[TS-11.7.24] lets pass where the type is unknown or a reference points outside', () => {
    expect(check(object({ a: { type: 'not-a-json-schema-type' } }), { a: 1 })).toMatchObject({ ok: true });
    const outside = object({ a: { $ref: 'https://example.test/a.json' }, n: { type: 'integer' } });
    expect(check(outside, { a: 1, n: '42' })).toMatchObject({
      ok: true,
      args: { a: 1, n: 42 },
      unchecked: expect.any(String),
    });
    // What is required is still asked for.
    expect(where(refusal({ ...outside, required: ['n'] }, {}))).toEqual(['arguments', 'required']);
  });

  it('[SCH-04] refuses what a condition at the root asks for and is missing', () => {
    const schema = object(
      { kind: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' } },
      { allOf: [{ if: { properties: { kind: { const: 'path' } } }, [THEN]: { required: ['from', 'to'] } }] },
    );
    const error = refusal(schema, { kind: 'path', from: 'a' });
    expect(where(error)).toEqual(['arguments', 'required']);
    expect(error.message).toContain('missing "to"');
    expect(check(schema, { kind: 'node' })).toMatchObject({ ok: true });
  });

  it('[SCH-10] accepts null for a list that may be null', () => {
    const schema = object({ tags: { type: ['array', 'null'], items: { type: 'string' } } });
    expect(check(schema, { tags: null })).toMatchObject({ ok: true, args: { tags: null } });
  });

  it.each([[{ type: 'object' }], [{}], [{ type: 'object', additionalProperties: {} }]])(
    '[SCH-12] can be called with {} when the schema is %j',
    (schema) => {
      expect(check(schema, {})).toEqual({ ok: true, args: {}, coerced: [] });
    },
  );

  it('[SCH-26] takes required from the required list alone', () => {
    const fields = { anyOf: [{ type: 'array' }, { type: 'null' }], default: null };
    expect(check(object({ fields, q: { type: 'string' } }, { required: ['q'] }), { q: 'x' })).toMatchObject({
      ok: true,
    });
  });

  it('[SCH-28] lets calls pass whose pattern can not be compiled, and enforces the others', () => {
    const schema = object({
      url: { type: 'string', pattern: '^https\\:\\/\\/' },
      id: { type: 'string', pattern: '^\\d+$' },
    });
    expect(check(schema, { url: 'anything', id: '1' })).toMatchObject({ ok: true });
    expect(where(refusal(schema, { id: 'x' }))).toEqual(['arguments.id', 'pattern']);
  });

  it('does not count an undefined argument as given', () => {
    expect(check(object({ a: { type: 'string' } }), { a: undefined, b: 1 })).toMatchObject({
      ok: true,
      args: { b: 1 },
    });
    expect(where(refusal(object({}, { required: ['a'] }), { a: undefined }))).toEqual(['arguments', 'required']);
  });

  it('reports what is wrong after the form was put right', () => {
    const error = refusal(object({ n: { type: 'integer', maximum: 10 } }), { n: '42' });
    expect(where(error)).toEqual(['arguments.n', 'maximum']);
  });

  it('leaves the arguments it was given alone', () => {
    const given = Object.freeze({ o: '{"a":"[1]"}', n: '1' });
    const schema = object({ n: { type: 'integer' }, o: object({ a: { type: 'array' } }) });
    expect(check(schema, given)).toEqual({ ok: true, args: { o: { a: [1] }, n: 1 }, coerced: ['o', 'n'] });
    expect(given).toEqual({ o: '{"a":"[1]"}', n: '1' });
  });

  it('validates a thousand schemas for the first time within a fraction of a second', async () => {
    const schemas = Array.from({ length: 1_000 }, (_, i) =>
      object(
        {
          query: { type: 'string', pattern: '^[a-z]+$', description: `number ${i}` },
          limit: { type: ['integer', 'null'], minimum: 1, maximum: 100 },
          filters: {
            type: 'array',
            items: object({ field: { enum: ['a', 'b', `c${i}`] }, value: { type: 'string' } }),
          },
        },
        { required: ['query'] },
      ),
    );
    const checkAll = () => {
      for (const schema of schemas)
        expect(check(schema, { query: 'a', limit: 3, filters: [{ field: 'a' }] }).ok).toBe(true);
    };
    expect(await processorMs(checkAll)).toBeLessThan(600);
  });
});
