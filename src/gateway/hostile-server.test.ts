import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { processorMs, slowness } from '../../test/processor-time.ts';
import { textResult } from '../base/call/tool-result.ts';
import type { JsonObject, JsonSchema } from '../base/json.ts';
import { createSession } from '../dispatch/create-session.ts';
import { createRegistry } from '../registry/registry.ts';
import { type FakeToolOptions, fakeTool } from '../testing/fake-tool.ts';
import { listTools } from './tools/list-tools.ts';

type Made = Partial<Pick<FakeToolOptions, 'parameters' | 'outputSchema' | 'wire'>>;

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const nested = (levels: number, wrap: (inside: object) => object): JsonSchema =>
  times(levels, () => wrap).reduce((inside, each) => each(inside), { type: 'string' } as object) as JsonSchema;
const properties = (inside: object) => ({ type: 'object', properties: { a: inside } });
const fan = (keyword: string): JsonSchema => ({
  type: 'object',
  properties: { a: { $ref: '#/$defs/d0' } },
  $defs: Object.fromEntries(
    times(60, (i) => [`d${i}`, { [keyword]: times(2, () => ({ $ref: `#/$defs/d${i + 1}` })) }]),
  ),
});
const circle = (): JsonSchema => {
  const schema: Record<string, unknown> = { type: 'object' };
  schema['properties'] = { a: schema };
  return schema as JsonSchema;
};
const patterns = (): JsonSchema => ({
  type: 'object',
  properties: { a: { type: 'string', pattern: '^(a+)+$' } },
  patternProperties: Object.fromEntries(times(2_500, (i) => [`^(a|b|${i})+$`, {}])),
});
const chain = (): JsonSchema => ({
  type: 'object',
  properties: { a: { $ref: '#/$defs/d0' } },
  $defs: Object.fromEntries(times(2_500, (i) => [`d${i}`, { $ref: `#/$defs/d${i + 1}` }])),
});
const ARGUMENTS = { a: `${'a'.repeat(60)}!` };

type Step = (name: string, run: () => unknown) => Promise<void>;

/** Everything that a gateway does with one server's tool, step by step: pinned first, then behind the bridge. */
async function live(made: Made, step: Step): Promise<readonly string[]> {
  const registry = createRegistry();
  const server = registry.open({ kind: 'mcp', label: 's' });
  server.setState('ready');
  const session = createSession({ registry, scope: { sessionId: 's', surface: 'mcp' } });
  const statuses: string[] = [];
  const dispatch = async (name: string, args: JsonObject) => {
    const [outcome] = await session.dispatch([{ id: name, name, arguments: args }]);
    statuses.push(outcome?.status ?? 'lost');
  };
  for (const alwaysLoad of [true, false]) {
    const tool = fakeTool({ name: 'mcp__s__t', alwaysLoad, execute: async () => textResult('ran'), ...made });
    const how = alwaysLoad ? 'pinned' : 'deferred';
    await step(`register ${how}`, () => server.replace([tool]));
    await step(`list ${how}`, async () => JSON.stringify(listTools(await session.expose()).result));
    await step(`search ${how}`, () => dispatch('tool_search', { queries: ['t'] }));
    await step(`describe ${how}`, () => dispatch('tool_describe', { names: ['mcp__s__t'] }));
    await step(`call ${how}`, () => dispatch('mcp__s__t', ARGUMENTS));
  }
  return statuses;
}

describe('a server whose definitions mean harm', () => {
  it.each<[string, () => Made]>([
    ['10,000 levels of properties', () => ({ parameters: nested(10_000, properties) })],
    ['10,000 levels of allOf', () => ({ parameters: nested(10_000, (inside) => ({ allOf: [inside] })) })],
    ['10,000 levels in its output', () => ({ outputSchema: nested(10_000, properties) })],
    ['a circle', () => ({ parameters: circle(), outputSchema: circle() })],
    ['thousands of slow patterns', () => ({ parameters: patterns() })],
    ['thousands of slow patterns in its output', () => ({ outputSchema: patterns() })],
    ['a fan of allOf', () => ({ parameters: fan('allOf') })],
    ['a fan of anyOf in its output', () => ({ outputSchema: fan('anyOf') })],
    ['a fan at the root', () => ({ parameters: { ...fan('oneOf'), oneOf: [{ $ref: '#/$defs/d0' }] } })],
    ['a long chain of references', () => ({ parameters: chain(), outputSchema: chain() })],
  ])('[INV-6] holds nobody up for 50 ms, from its list to a call: %s', async (_, make) => {
    const least = new Map<string, number>();
    const step: Step = async (name, run) => {
      least.set(name, Math.min(await processorMs(run), least.get(name) ?? Number.POSITIVE_INFINITY));
    };
    // Three goes, each with a schema never seen before: the machine may be busy otherwise.
    for (let go = 0; go < 3; go++) expect(await live(make(), step)).toEqual(Array(6).fill('ok'));
    const limitMs = 50 * (await slowness());
    expect([...least].filter(([, ms]) => ms >= limitMs)).toEqual([]);
    expect(least.size).toBe(10);
  });

  it('[INV-9] has nobody fetch what it refers to', async () => {
    const asked: string[] = [];
    const trap = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end('{"type":"integer"}');
    });
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void trap.close());
    const url = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`;
    const schema: JsonSchema = {
      $schema: `${url}/meta.json`,
      $id: `${url}/root.json`,
      type: 'object',
      properties: {
        a: { $ref: `${url}/a.json` },
        b: { $ref: 'relative.json#/$defs/x' },
        c: { $dynamicRef: `${url}/c` },
      },
      allOf: [{ $ref: `${url}/all.json` }],
    };
    const icons = [{ src: `${url}/icon.png` }];
    const made = { parameters: schema, outputSchema: schema, wire: { name: 't', icons } };
    const step: Step = async (_, run) => void (await run());
    expect(await live(made, step)).toEqual(Array(6).fill('ok'));
    expect(asked).toEqual([]);
    // The trap does work.
    await (await fetch(`${url}/check`)).text();
    expect(asked).toEqual(['/check']);
  });
});
