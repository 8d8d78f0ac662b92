import { expect } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import type { ModelAnswer, ModelRequest, ModelStep } from '../fixtures/model-server/model-api.ts';
import type { ModelServer } from '../fixtures/model-server/model-server.ts';
import type { AgentHome } from './agent-home.ts';

/** What a model says at the end. */
export const LAST_WORDS = 'It is remembered.';

const QUERIES = ['create entities in the knowledge graph', 'echo a message'];
const ENTITY = { name: 'Ada', entityType: 'person', observations: ['likes looms'] };

/** Has a bridge tool called, in the way of an agent. */
type Caller = (tool: string, args: JsonObject) => ModelAnswer;

/**
 * A task for a model: to find two tools, read what they take and call both, each step with what the one before brought.
 */
export function rememberSteps(call: Caller): readonly ModelStep[] {
  const callTool = (name = '', args: JsonObject) => call('tool_call', { calls: [{ name, arguments: args }] });
  return [
    () => call('tool_search', { queries: QUERIES }),
    ({ results }) => call('tool_describe', { names: matchesIn(results[0]) }),
    ({ results }) => callTool(matchesIn(results[0])[0], { entities: [ENTITY] }),
    ({ results }) => callTool(matchesIn(results[0])[1], { message: 'done' }),
    () => ({ text: LAST_WORDS }),
  ];
}

/** That the model got what it asked for at each step, and the real servers did what they were asked. */
export async function expectRemembered({ requests, strays }: ModelServer, home: AgentHome): Promise<void> {
  expect(requests).toHaveLength(5);
  const [found, described, remembered, echoed] = (requests[4] as ModelRequest).results;
  expect(matchesIn(found)).toEqual(['mcp__memory__create_entities', 'mcp__everything__echo']);
  expect(jsonIn(described)).toMatchObject({
    tools: {
      mcp__memory__create_entities: {
        parameters: {
          required: ['entities'],
          properties: { entities: { items: { required: ['name', 'entityType', 'observations'] } } },
        },
      },
      mcp__everything__echo: { parameters: { properties: { message: { type: 'string' } } } },
    },
  });
  expect(remembered).toContain('likes looms');
  expect(echoed).toMatch(/^Echo: done$/m);
  expect(JSON.parse(await home.read('memory.jsonl'))).toMatchObject(ENTITY);
  expect(strays).toEqual([]);
}

/** The best match of each query. */
function matchesIn(searched: string | undefined): string[] {
  const { results } = jsonIn(searched) as unknown as { results: readonly { matches: readonly string[] }[] };
  return results.map(({ matches }) => matches[0] ?? '');
}

/** The JSON in a result, around which agents write lines of their own. */
function jsonIn(text = ''): JsonObject {
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
}
