import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CallslipError } from '../base/errors.ts';
import { createRegistry } from '../registry/registry.ts';
import type { Tool } from '../registry/tool/tool.ts';
import { fakeCallContext } from '../testing/fake-call-context.ts';
import { wrapAiSdkTools } from './ai-sdk/wrap-tools.ts';
import { wrapMcpTools } from './mcp-tools/wrap-tools.ts';
import { wrapOpenAiTools } from './openai/wrap-tools.ts';

const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };

async function runFirst(tools: readonly Tool[]) {
  const registry = createRegistry();
  expect(registry.register(tools).dropped).toEqual([]);
  const { tools: found } = await registry.snapshot({ sessionId: 's', surface: 'test' });
  const [tool] = found;
  return { tool, result: await tool?.execute({ city: 'Oslo' }, fakeCallContext()) };
}

describe('arrays of tools that a program has already', () => {
  it.each([
    ['nested', { type: 'function', function: { name: 'weather', description: 'Says the weather.', parameters } }],
    ['flat', { type: 'function', name: 'weather', description: 'Says the weather.', parameters }],
  ])('wraps OpenAI’s %s form in one call', async (_form, entry) => {
    const { tool, result } = await runFirst(wrapOpenAiTools([entry], (name, args) => `${name} in ${args['city']}`));
    expect(tool).toMatchObject({ name: 'weather', description: 'Says the weather.', inputSchema: parameters });
    expect(result).toEqual({ ok: true, content: [{ type: 'text', text: 'weather in Oslo' }] });
  });

  it('wraps the AI SDK’s tool set, with a library’s schema or a plain one', async () => {
    const execute = async ({ city }: { city: string }, { toolCallId }: { toolCallId: string }) => ({
      city,
      toolCallId,
    });
    for (const inputSchema of [z.object({ city: z.string() }), { jsonSchema: parameters }]) {
      const { tool, result } = await runFirst(wrapAiSdkTools({ weather: { description: 'W', inputSchema, execute } }));
      expect(tool?.inputSchema).toMatchObject(parameters);
      expect(result).toMatchObject({ ok: true, structured: { city: 'Oslo', toolCallId: 'call' } });
    }
  });

  it('wraps MCP’s tools and keeps every block and field of a result', async () => {
    const answer = {
      content: [
        { type: 'image', data: 'aa', mimeType: 'image/png' },
        { type: 'new', x: 1 },
      ],
      odd: true,
    };
    const entry = { name: 'weather', inputSchema: parameters, annotations: { readOnlyHint: true, title: null } };
    const { tool, result } = await runFirst(wrapMcpTools([entry], async () => answer));
    expect(tool?.annotations).toEqual({ readOnly: true });
    expect(result).toEqual({ ok: true, content: answer.content, extra: { odd: true } });
  });

  it('says which entry can not be read', () => {
    const wrap = () => wrapOpenAiTools([{ function: { name: 'a' } }, { function: {} }], () => '');
    expect(wrap).toThrow(CallslipError);
    expect(wrap).toThrow(/entry 1 .*no name/u);
    expect(() => wrapAiSdkTools({ a: { inputSchema: z.object({}) } })).toThrow(/"a" has no execute/u);
  });

  it('takes the last of the results that a tool of the AI SDK gives one after the other', async () => {
    async function* execute() {
      yield { status: 'loading' };
      yield { city: 'Oslo' };
    }
    const tool = { inputSchema: { jsonSchema: parameters }, execute };
    const { result } = await runFirst(wrapAiSdkTools({ weather: tool }));
    expect(result).toMatchObject({ ok: true, structured: { city: 'Oslo' } });
  });
});
