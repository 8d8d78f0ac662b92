import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { fakeTool } from '../../testing/fake-tool.ts';
import { openSession } from '../../testing/open-session.ts';
import { listTools } from './list-tools.ts';

const LONG = 'Says a lot about itself. '.repeat(100);
const LIMIT = 1000;
const pinned = fakeTool({ name: 'mcp__a__pinned', description: LONG, alwaysLoad: true });
const deferred = fakeTool({ name: 'mcp__a__deferred', description: LONG });
const view = () => ({ descriptionLimit: LIMIT, callTools: 'split' }) as const;

describe('the list of a client that cuts descriptions', () => {
  it('has the description of a pinned tool as far as it is shown, and tool_describe has the rest', async () => {
    const { session, call } = openSession([pinned, deferred], { view });
    const { result } = listTools(await session.expose(), view());
    const { description } = result.tools[0] as { readonly description: string } & JsonObject;
    expect(description.length).toBeLessThanOrEqual(LIMIT);
    expect(description).toMatch(/itself\. … \(tool_describe has the rest\)$/);
    const described = await call('tool_describe', { names: ['mcp__a__pinned'] });
    expect(described.result.structured).toMatchObject({
      tools: { mcp__a__pinned: { description: LONG, call_with: 'mcp__a__pinned' } },
    });
  });

  it('names no tool_describe where there is none', async () => {
    const { session } = openSession([pinned], { view });
    const { result } = listTools(await session.expose(), view());
    expect(result.tools[0]?.description).toMatch(/itself\. …$/);
  });

  it('[INV-8] has the same bytes each time, and others than without a limit', async () => {
    const { session } = openSession([pinned, deferred], { view });
    const cut = listTools(await session.expose(), view());
    expect(listTools(await session.expose(), view())).toEqual(cut);
    expect(listTools(await session.expose()).fingerprint).not.toBe(cut.fingerprint);
    expect(listTools(await session.expose()).result.tools[0]?.description).toBe(LONG);
  });
});
