import { estimateTokenCount } from 'tokenx';
import { describe, expect, it } from 'vitest';
import { createSession } from '../../dispatch/create-session.ts';
import { createRegistry } from '../../registry/registry.ts';
import { fakeTool } from '../../testing/fake-tool.ts';
import { tokenBill } from './token-bill.ts';

async function billOf(count: number) {
  const registry = createRegistry();
  const handle = registry.open({ kind: 'mcp', label: 'many' });
  const tools = Array.from({ length: count }, (_, index) =>
    fakeTool({
      name: `mcp__many__tool_${index}`,
      toolset: 'mcp-many',
      description: 'Does something of note. '.repeat(10),
    }),
  );
  handle.replace(tools);
  handle.setState('ready');
  const session = createSession({ registry, scope: { sessionId: 's', surface: 'test' } });
  return { tools, exposure: await session.expose() };
}

describe('tokenBill', () => {
  it('counts name, description and schema as compact JSON, before and after', async () => {
    const { exposure } = await billOf(200);
    const { before, after, isOffCheaper } = tokenBill(exposure);
    const eager = exposure.deferred.map(({ name, description, inputSchema }) =>
      estimateTokenCount(JSON.stringify({ name, description, inputSchema })),
    );
    expect(before).toEqual({ tools: 200, tokens: eager.reduce((sum, tokens) => sum + tokens, 0) });
    expect(after.tools).toBe(3);
    expect(after.tokens).toBeLessThan(before.tokens / 2);
    expect(isOffCheaper).toBe(false);
    expect(tokenBill(exposure)).toEqual({ before, after, isOffCheaper });
  });

  it('says so when the bridge costs more than it saves', async () => {
    const { exposure } = await billOf(1);
    expect(tokenBill(exposure).isOffCheaper).toBe(true);
    expect(tokenBill({ ...exposure, activated: false }).isOffCheaper).toBe(false);
  });
});
