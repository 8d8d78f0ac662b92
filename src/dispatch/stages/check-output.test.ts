import { describe, expect, it } from 'vitest';
import { leastProcessorMs, slowness } from '../../../test/processor-time.ts';
import { textResult } from '../../base/call/tool-result.ts';
import type { JsonSchema } from '../../base/json.ts';
import { type Logger, silentLogger } from '../../base/logger.ts';
import { fakeTool } from '../../testing/fake-tool.ts';
import { openSession } from '../../testing/open-session.ts';
import { checkOutput } from './check-output.ts';

const outputSchema: JsonSchema = {
  type: 'object',
  properties: { total: { type: 'number' } },
  required: ['total'],
};

function collect(): { readonly logger: Logger; readonly told: unknown[] } {
  const told: unknown[] = [];
  const warn = (_message: string, fields?: object) => told.push(fields);
  return { told, logger: { debug: () => {}, info: () => {}, warn, error: () => {} } };
}

describe('a result and the output schema of its tool', () => {
  it('[SCH-16] passes whether it keeps to the schema, breaks it or leaves it out, and the operator is told', async () => {
    const { logger, told } = collect();
    const results = {
      fits: { ...textResult('a'), structured: { total: 1 } },
      breaks: { ...textResult('b'), structured: { total: 'hunter2' } },
      lacks: textResult('c'),
    };
    const tools = Object.entries(results).map(([name, result]) =>
      fakeTool({ name, toolset: 'host', outputSchema, execute: async () => result }),
    );
    const { call } = openSession(tools, { logger });
    for (const [name, result] of Object.entries(results)) expect((await call(name)).result).toEqual(result);
    expect(told).toEqual([
      { tool: 'breaks', path: 'structuredContent.total', constraint: 'type' },
      { tool: 'lacks', path: 'structuredContent', constraint: 'required' },
    ]);
  });

  it('is told of once for each definition, and not when the tool says itself that it failed', () => {
    const { logger, told } = collect();
    const tool = fakeTool({ name: 'work', outputSchema });
    checkOutput(tool, { ok: false, error: { code: 'tool-error', message: 'no' }, content: [] }, logger);
    expect(told).toEqual([]);
    for (let time = 0; time < 3; time++) checkOutput(tool, textResult('x'), logger);
    expect(told).toHaveLength(1);
  });

  it('is checked in bounded time, whatever the schema', async () => {
    const hostile = () =>
      fakeTool({
        name: 'work',
        outputSchema: {
          $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }, { items: { $ref: '#/$defs/a' } }] } },
          allOf: Array.from({ length: 500 }, () => ({ $ref: '#/$defs/a' })),
          properties: { text: { pattern: '^(a+)+$' } },
        },
      });
    const structured = { text: `${'a'.repeat(5_000)}!`, list: Array.from({ length: 5_000 }, (_, index) => [index]) };
    const check = () => checkOutput(hostile(), { ...textResult('x'), structured }, silentLogger);
    expect(await leastProcessorMs(check)).toBeLessThan(100 * (await slowness()));
  });
});
