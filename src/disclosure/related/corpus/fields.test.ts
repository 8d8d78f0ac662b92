import { describe, expect, it } from 'vitest';
import { leastProcessorMs, slowness } from '../../../../test/processor-time.ts';
import type { JsonObject } from '../../../base/json.ts';
import { fakeTool } from '../../../testing/fake-tool.ts';
import { fieldTerms } from './fields.ts';

const withSchema = (inputSchema: JsonObject) =>
  fieldTerms(fakeTool({ name: 'a_tool', parameters: inputSchema })).parameters;

describe('the fields of a tool', () => {
  it('are its name, source, first sentence, what follows, and its parameters', () => {
    const tool = fakeTool({
      name: 'createPullRequest',
      description: 'Opens a pull request. Needs a branch!',
      parameters: {
        type: 'object',
        properties: { headBranch: { type: 'string', description: 'Where it comes from' } },
      },
    });
    const { name, opening, rest, parameters } = fieldTerms({ ...tool, title: 'New merge request' });
    expect(name).toEqual(['creat', 'pull', 'request', 'new', 'merg', 'request']);
    expect(opening).toEqual(['open', 'pull', 'request']);
    expect(rest).toEqual(['branch']);
    expect(parameters).toEqual(expect.arrayContaining(['head', 'branch', 'come']));
  });

  it('go on into nested schemas and local references, once each', () => {
    const terms = withSchema({
      type: 'object',
      properties: { order: { $ref: '#/$defs/Order' }, list: { type: 'array', items: { $ref: '#/$defs/Order' } } },
      $defs: { Order: { type: 'object', properties: { quantity: { description: 'How many pieces' } } } },
    });
    expect(terms.filter((term) => term === 'quantiti')).toHaveLength(1);
    expect(terms).toContain('piec');
  });

  it.each(['items', 'anyOf', 'oneOf', 'allOf'])('go on into %s', (keyword) => {
    const part = { type: 'object', properties: { quantity: {} } };
    const list = { [keyword]: keyword === 'items' ? part : [{ type: 'null' }, part] };
    expect(withSchema({ type: 'object', properties: { list } })).toContain('quantiti');
  });

  it('have the words of a compound, also where a number is in it', () => {
    expect(fieldTerms(fakeTool({ name: 'base64Encode' })).name).toEqual(['base64', 'encod']);
  });

  it('have the own name of a tool of a service apart from the service, and no source where there is none', () => {
    const source = { kind: 'connectors', label: 'calendar', toolName: 'find_events' } as const;
    const { name, source: label } = fieldTerms(fakeTool({ name: 'calendar_find_events', source }));
    expect([name, label]).toEqual([['find', 'event'], ['calendar']]);
    expect(fieldTerms(fakeTool({ name: 'find_events' })).source).toEqual([]);
  });

  it.each<readonly [string, JsonObject]>([
    ['a reference to itself', { $ref: '#' }],
    ['a reference round a circle', { $ref: '#/a', a: { $ref: '#/b' }, b: { $ref: '#/a' } }],
    ['a reference to nothing', { $ref: '#/nowhere/at/all' }],
    ['a reference to elsewhere', { $ref: 'https://example.com/schema.json' }],
    ['a reference through a prototype', { $ref: '#/__proto__/constructor' }],
    ['more alternatives than a call takes arguments', { anyOf: Array.from({ length: 300_000 }, () => ({})) }],
    ['properties that are none', { properties: ['a', 'b'] }],
    ['a description that is none', { properties: { one: { description: { text: 'x' } } } }],
  ])('survive %s', (_, schema) => {
    expect(() => withSchema(schema)).not.toThrow();
  });

  it('are bounded for a schema of 20,000 parameters and a description of a megabyte', async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, i) => [`field${i}`, { description: 'x'.repeat(50) }]),
    );
    expect(withSchema({ type: 'object', properties }).length).toBeLessThan(2_000);
    const long = { type: 'object', properties: { one: { description: 'word '.repeat(200_000) } } };
    expect(withSchema(long).length).toBeLessThan(5_000);
    const tool = fakeTool({ name: 'a_tool', description: 'word '.repeat(200_000), parameters: { properties } });
    expect(await leastProcessorMs(() => fieldTerms(tool))).toBeLessThan(1_000 * (await slowness()));
  });
});
