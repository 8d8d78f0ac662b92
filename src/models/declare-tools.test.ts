import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../base/json.ts';
import { createSession } from '../dispatch/create-session.ts';
import { createRegistry } from '../registry/registry.ts';
import { defineTool } from '../registry/tool/define-tool.ts';
import { declareAnthropicTools } from './anthropic/declare-tools.ts';
import { declareGeminiTools } from './gemini/declare-tools.ts';
import { declareOpenAiTools } from './openai/declare-tools.ts';

const arms = [
  { type: 'object', properties: { kind: { const: 'path' }, from: { type: 'string' } }, required: ['kind', 'from'] },
  { type: 'object', properties: { kind: { const: 'point' }, at: { type: ['array', 'null'] } }, required: ['kind'] },
];

async function exposed() {
  const registry = createRegistry();
  registry.register([
    defineTool({
      name: 'draw',
      description: 'Draws.',
      inputSchema: { type: 'object', oneOf: arms },
      alwaysLoad: true,
      run: () => 'drawn',
    }),
    defineTool({ name: 'erase', description: 'Erases.', inputSchema: { type: 'object' }, run: () => 'erased' }),
  ]);
  const session = createSession({ registry, scope: { sessionId: 's', surface: 'test' } });
  return { session, tools: (await session.expose()).tools };
}

describe('an exposure declared to a provider', () => {
  it('[SCH-02] goes to OpenAI with a plain root, and a warning that names the tool', async () => {
    const { tools } = await exposed();
    const { tools: declared, warnings } = declareOpenAiTools(tools);
    expect(declared.map((tool) => (tool['function'] as JsonObject)['name'])).toEqual([
      'draw',
      'tool_search',
      'tool_describe',
      'tool_call',
    ]);
    const { parameters } = (declared[0]?.['function'] ?? {}) as { parameters: JsonObject };
    expect(parameters).toMatchObject({ type: 'object', properties: { kind: {}, from: {}, at: {} } });
    expect(parameters['oneOf']).toBeUndefined();
    expect(warnings).toEqual([expect.stringMatching(/^draw: .*oneOf/u)]);
    expect(declareOpenAiTools(tools, 'responses').tools[0]).toMatchObject({ type: 'function', name: 'draw' });
  });

  it('[SCH-04] is still checked by its own schema', async () => {
    const { session } = await exposed();
    const [outcome] = await session.dispatch([{ id: '1', name: 'draw', arguments: { kind: 'path' } }]);
    expect(outcome).toMatchObject({ status: 'refused', refusedBy: 'arguments' });
  });

  it('[BRG-22] leaves the arguments of tool_call open for each of them', async () => {
    const { tools } = await exposed();
    const call = (declared: readonly JsonObject[]) => JSON.stringify(declared.at(-1));
    expect(call(declareOpenAiTools(tools).tools)).toContain('"additionalProperties":true');
    expect(call(declareAnthropicTools(tools).tools)).toContain('"additionalProperties":true');
    expect(declareAnthropicTools(tools).tools[0]).toHaveProperty('input_schema.properties.kind');
    expect(declareGeminiTools(tools).functionDeclarations[0]).toHaveProperty('parameters.properties.kind');
  });

  it('[INV-8] gives the same bytes each time', async () => {
    const { tools } = await exposed();
    const once = JSON.stringify([declareOpenAiTools(tools), declareGeminiTools(tools)]);
    expect(JSON.stringify([declareOpenAiTools(tools), declareGeminiTools(tools)])).toBe(once);
  });
});
