import { ListToolsResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonSchema } from '../../base/json.ts';
import type { ExposedTool } from '../../disclosure/exposure.ts';
import { createRegistry } from '../../registry/registry.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import { fakeTool } from '../../testing/fake-tool.ts';
import { toolEntry } from './tool-entry.ts';

/** A server's tool as it is exposed, taken by the registry as any other. */
async function exposed(wire: JsonObject): Promise<ExposedTool> {
  const registry = createRegistry();
  const source = registry.open({ kind: 'mcp', label: 's' });
  source.replace([
    fakeTool({
      name: 'mcp__s__t',
      parameters: (wire.inputSchema ?? { type: 'object' }) as JsonSchema,
      ...(wire.outputSchema === undefined ? {} : { outputSchema: wire.outputSchema as JsonSchema }),
      ...(typeof wire.description === 'string' ? { description: wire.description } : {}),
      wire,
    }),
  ]);
  source.setState('ready');
  const { tools } = await registry.snapshot({ sessionId: 's', surface: 'mcp' });
  const definition = tools[0] as ToolDefinition;
  const { name, description, inputSchema, outputSchema, annotations } = definition;
  return {
    name,
    description,
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(annotations === undefined ? {} : { annotations }),
    definition,
  };
}

describe('a tool as an entry of tools/list', () => {
  it('keeps what its server said, under the published name', async () => {
    const wire = {
      name: 't',
      description: 'Does it.',
      inputSchema: { type: 'object', properties: { a: { type: 'string', 'x-future': 1 } }, 'x-root': [1] },
      outputSchema: { type: 'object', properties: { b: { type: 'number' } } },
      annotations: { title: 'T', readOnlyHint: true, futureHint: 'x' },
      icons: [{ src: 'https://example.org/i.png' }],
      future: { a: [null, 1] },
      _meta: { 'example.org/a': 1 },
    };
    const { readOnlyHint: _fromTheDefinition, ...annotations } = wire.annotations;
    expect(toolEntry(await exposed(wire))).toEqual({ ...wire, name: 'mcp__s__t', annotations });
  });

  it('marks the bridge, and no other tool, as always loaded, for clients that defer tools themselves', async () => {
    const bridge = { name: 'tool_search', description: 'Finds.', inputSchema: { type: 'object' } };
    expect(toolEntry(bridge)['_meta']).toEqual({ 'anthropic/alwaysLoad': true });
    expect(toolEntry(await exposed({ inputSchema: { type: 'object' } }))['_meta']).toBeUndefined();
  });

  it('keeps what stands at the root of a schema for a client of 2026, which others could not take', async () => {
    const inputSchema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: { id: { $anchor: 'id', type: 'string' } },
      properties: { a: { $ref: '#/$defs/id' }, b: { type: 'string' } },
      allOf: [{ anyOf: [{ required: ['a'] }, { required: ['b'] }] }],
      if: { required: ['a'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ['b'] },
    };
    const tool = await exposed({ inputSchema });
    expect(toolEntry(tool, 'mcp-2026').inputSchema).toEqual(inputSchema);
    const { allOf, if: _if, then: _then, ...plain } = inputSchema;
    expect(toolEntry(tool).inputSchema).toEqual(plain);
  });

  it('[SEC-02] shows no hidden characters in its texts', async () => {
    const hidden = 'a\u{e0041}b\u200bc';
    const entry = toolEntry(
      await exposed({
        description: hidden,
        annotations: { title: hidden },
        inputSchema: { type: 'object', properties: { a: { type: 'string', description: hidden } } },
      }),
    );
    expect(JSON.stringify(entry)).not.toMatch(/[\u{e0041}\u200b]/u);
    expect(entry).toMatchObject({ description: 'abc', annotations: { title: 'abc' } });
  });

  it.each<[string, JsonObject]>([
    ['nulls', { title: null, annotations: null, icons: null, outputSchema: null, _meta: null, execution: null }],
    ['null hints', { annotations: { readOnlyHint: null, title: null, destructiveHint: 'no' } }],
    ['odd icons', { icons: [{ url: 'x' }, 'x', null, { src: 'https://example.org/ok.png' }] }],
    ['an icon that is no list', { icons: {} }],
    ['a list for _meta', { _meta: [] }],
    [
      'an input schema without a type',
      { inputSchema: { properties: { a: true, b: { type: 'string' } }, required: 'a' } },
    ],
    [
      'a root of alternatives',
      { inputSchema: { oneOf: [{ type: 'object', properties: { a: {} } }, { type: 'object' }] } },
    ],
    ['an output schema of a list', { outputSchema: { type: 'array', items: { type: 'string' } } }],
    ['an output schema of alternatives', { outputSchema: { anyOf: [{ type: 'object' }, { type: 'null' }] } }],
    ['a task', { execution: { taskSupport: 'sometimes' } }],
  ])('[INV-6] fits a strict client in spite of %s', async (_, wire) => {
    const entry = toolEntry(await exposed(wire));
    expect(ListToolsResultSchema.safeParse({ tools: [entry] }).error).toBeUndefined();
  });

  it('[INV-6] can be written whatever its server put beside what is known', async () => {
    const deep = Array.from({ length: 100_000 }).reduce<object>((inside) => ({ inside }), {}) as JsonObject;
    const entry = toolEntry(
      await exposed({ future: deep, _meta: deep, annotations: { title: 'T', deep }, icons: [deep] }),
    );
    expect(() => JSON.stringify(entry)).not.toThrow();
    expect(entry).toMatchObject({ name: 'mcp__s__t' });
  });

  it.each<[string, JsonSchema]>([
    ['an unknown type', { type: 'object', properties: { a: { type: 'objekt' } } }],
    ['a pattern that is none', { type: 'object', properties: { a: { type: 'string', pattern: '[' } } }],
    ['a pattern property that is none', { type: 'object', patternProperties: { '(': { type: 'string' } } }],
    ['a reference to nothing', { type: 'object', properties: { a: { $ref: '#/$defs/none' } } }],
    ['a reference elsewhere', { type: 'object', properties: { a: { $ref: 'https://example.org/s.json' } } }],
    ['malformed keywords', { type: 'object', required: 'a', properties: { a: { enum: 'x', minimum: '1' } } }],
    ['an old draft', { $schema: 'http://json-schema.org/draft-04/schema#', id: 'x', type: 'object' }],
    ['no schema in a schema', { type: 'object', properties: { a: 'string' } }],
    ['a circle', { type: 'object', properties: { a: { $ref: '#' } } }],
  ])('[INV-6] has an output schema that clients can compile in spite of %s', async (_, outputSchema) => {
    const entry = toolEntry(await exposed({ outputSchema }));
    const validator = new AjvJsonSchemaValidator();
    expect(() => validator.getValidator((entry.outputSchema ?? {}) as never)).not.toThrow();
  });

  it('shows nothing but the tool itself for tools that are not from a server', () => {
    const definition = fakeTool({ name: 'add', annotations: { idempotent: true }, wire: { function: {}, secret: 1 } });
    const tool: ExposedTool = { name: 'add', description: 'Adds.', inputSchema: { type: 'object' }, definition };
    expect(toolEntry({ ...tool, annotations: { idempotent: true } })).toEqual({
      name: 'add',
      description: 'Adds.',
      inputSchema: { type: 'object', properties: {} },
      annotations: { idempotentHint: true },
    });
  });

  it('[INV-8] gives the same bytes for the same tool', async () => {
    const tool = await exposed({ future: 1, description: 'Does it.' });
    expect(JSON.stringify(toolEntry({ ...tool }))).toBe(JSON.stringify(toolEntry(tool)));
  });
});
