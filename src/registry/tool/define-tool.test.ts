import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CallslipError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { fakeCallContext } from '../../testing/fake-call-context.ts';
import { createRegistry } from '../registry.ts';
import { defineTool } from './define-tool.ts';
import type { InputSchema } from './standard-schema.ts';

const plain = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };

/** A schema library of our own, as little as the two standards ask for. */
const homemade: InputSchema<{ readonly city: string }> = {
  '~standard': {
    version: 1,
    vendor: 'homemade',
    validate: (value) => {
      const city = (value as JsonObject)['city'];
      return typeof city === 'string'
        ? { value: { city: city.toUpperCase() } }
        : { issues: [{ message: 'no city', path: [{ key: 'city' }] }] };
    },
    jsonSchema: { input: () => ({ $schema: 'x', ...plain }), output: () => plain },
  },
};

describe('defineTool', () => {
  it('takes a schema of zod, tells it as JSON Schema, and runs with what it parses', async () => {
    const input = z.object({ city: z.string(), days: z.number().int().default(3) });
    const tool = defineTool({ name: 'weather', description: 'W', input, run: ({ city, days }) => `${city} ${days}` });
    expect(tool.inputSchema).toMatchObject({
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'integer' } },
      required: ['city'],
    });
    expect(await tool.execute({ city: 'Oslo' }, fakeCallContext())).toEqual({
      ok: true,
      content: [{ type: 'text', text: 'Oslo 3' }],
    });
  });

  it('takes any schema that speaks both standards, and says what it finds wrong without running', async () => {
    let runs = 0;
    const tool = defineTool({
      name: 'weather',
      description: 'W',
      input: homemade,
      run: ({ city }) => {
        runs++;
        return { city };
      },
    });
    expect(tool.inputSchema).toEqual(plain);
    expect(await tool.execute({ city: 'Oslo' }, fakeCallContext())).toMatchObject({ structured: { city: 'OSLO' } });
    expect(await tool.execute({ city: 7 }, fakeCallContext())).toMatchObject({
      ok: false,
      error: {
        code: 'invalid-arguments',
        message: expect.stringContaining('no city'),
        data: { path: 'arguments.city' },
      },
    });
    expect(runs).toBe(1);
  });

  it('takes plain JSON Schema, and is registered as it is', async () => {
    const gate = { kind: 'presence', name: 'here', check: () => true } as const;
    const tool = defineTool({
      name: 'weather',
      description: 'W',
      inputSchema: plain,
      toolset: 'mine',
      gate,
      run: ({ city }) => `${city}`,
    });
    const registry = createRegistry();
    expect(registry.register([tool])).toEqual({ registered: ['weather'], dropped: [] });
    const { tools } = await registry.snapshot({ sessionId: 's', surface: 'test', enabled: ['mine'] });
    expect(tools).toMatchObject([{ name: 'weather', toolset: 'mine', inputSchema: plain, gate }]);
  });

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'name'],
    ['no run', { name: 'x', inputSchema: plain }, 'run'],
    ['a name that can not be published', { name: 'two words', inputSchema: plain, run: () => '' }, 'two words'],
    ['a name of the bridge', { name: 'tool_search', inputSchema: plain, run: () => '' }, 'reserved'],
    ['a part of the bridge', { name: 'tool_call_read', inputSchema: plain, run: () => '' }, 'reserved'],
    ['a schema that is none', { name: 'x', inputSchema: 'text', run: () => '' }, 'not an object'],
    [
      'a library that can not tell its schema',
      { name: 'x', input: { '~standard': {} }, run: () => '' },
      'plain inputSchema',
    ],
    ['a type without JSON', { name: 'x', input: z.object({ when: z.date() }), run: () => '' }, 'plain inputSchema'],
  ])('throws a CallslipError for %s', (_, template, reason) => {
    const define = () => defineTool(template as never);
    expect(define).toThrow(CallslipError);
    expect(define).toThrow(expect.objectContaining({ code: 'invalid-tool', message: expect.stringContaining(reason) }));
  });
});
