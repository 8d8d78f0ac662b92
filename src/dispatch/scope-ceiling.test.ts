import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolCall } from '../base/call/tool-call.ts';
import { textResult } from '../base/call/tool-result.ts';
import type { Json, JsonObject } from '../base/json.ts';
import type { Scope } from '../registry/scope.ts';
import type { Tool } from '../registry/tool/tool.ts';
import { fakeTool } from '../testing/fake-tool.ts';
import { openSession } from '../testing/open-session.ts';

/** Which names each kind of source has. `kb` is granted, the others are not. */
const TOOLS = {
  kb: ['mcp__kb__get', 'mcp__kb__list-all', 'mcp__kb__write_note'],
  vault: ['mcp__vault__get', 'mcp__vault__read_secret', 'mcp__vault__list-all'],
  host: ['terminal', 'read_secret', 'write_note'],
  late: ['mcp__late__get', 'mcp__late__fetch'],
} as const;
const ALL = Object.values(TOOLS).flat();
type Source = keyof typeof TOOLS;

/** Ways in which models misspell a name. */
const VARIANTS: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => name.replaceAll('_', '-'),
  (name) => name.replaceAll('-', '_'),
  (name) => name.replace(/^mcp__[a-z]+__/u, ''),
  (name) => name.replace(/^mcp__/u, ''),
  (name) => `mcp__${name}`,
  (name) => `m${name}`,
  (name) => name.replace(/__/gu, '_'),
  (name) => ` ${name}\n`,
  (name) =>
    `${name.replace(/^mcp__[a-z]+__/u, '').replace(/(?:^|[_-])([a-z])/gu, (_, letter: string) => letter.toUpperCase())}Tool`,
  (name) => `${name.slice(0, 5)}\u200b${name.slice(5)}`,
  (name) => name.replace('e', '\u0435'),
];

type Step =
  | {
      readonly do: 'call' | 'bridged' | 'legacy' | 'twice' | 'nested';
      readonly name: string;
      readonly args: JsonObject;
    }
  | { readonly do: 'search' | 'describe'; readonly texts: readonly string[] }
  | { readonly do: 'register' | 'cache' | 'close'; readonly source: Source }
  | { readonly do: 'gate'; readonly isOpen: boolean };

const name = fc.tuple(fc.constantFrom(...ALL), fc.constantFrom(...VARIANTS)).map(([own, vary]) => vary(own));
/** Arguments that carry names and envelopes of their own. */
const args: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.constant({}),
  name.map((inner) => ({ name: inner, arguments: {} })),
  name.map((inner) => ({ arguments: { name: inner, arguments: {} } })),
  name.map((inner) => ({ calls: [{ name: inner, arguments: {} }] })),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constantFrom('call', 'bridged', 'legacy', 'twice', 'nested'), name, args }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('search', 'describe'),
      texts: fc.array(name, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('register', 'cache', 'close'),
      source: fc.constantFrom('kb', 'vault', 'host', 'late'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('gate'), isOpen: fc.boolean() }) },
) as fc.Arbitrary<Step>;

function callOf(id: string, it: Extract<Step, { readonly name: string }>): ToolCall {
  const entry = { name: it.name, arguments: it.args };
  if (it.do === 'call') return { id, ...entry };
  if (it.do === 'nested') return { id, name: 'mcp__kb__get', arguments: { via: it.name, with: it.args } };
  if (it.do === 'legacy') return { id, name: 'Tool-Call', arguments: entry };
  return { id, name: 'tool_call', arguments: { calls: it.do === 'twice' ? [entry, entry] : [entry] } };
}

/** A world of granted and forbidden tools that writes down what was run against the rules. */
function world(scope: Scope, hook: JsonObject | undefined) {
  const ran: string[] = [];
  let isOpen = true;
  const gate = { kind: 'permission', name: 'door', check: () => isOpen } as const;
  const make = (own: string): Tool =>
    fakeTool({
      name: own,
      ...(own.startsWith('mcp__') ? {} : { toolset: 'host' }),
      ...(own === 'mcp__kb__write_note' ? { gate } : {}),
      execute: async ({ via, with: inner }, call) => {
        ran.push(own === 'mcp__kb__write_note' && !isOpen ? `${own} behind its gate` : own);
        if (typeof via === 'string') await call.dispatch({ name: via, arguments: inner });
        return textResult(own);
      },
    });
  const toolsOf = (source: Source) => TOOLS[source].map(make);
  const pre =
    hook === undefined ? [] : [{ name: 'rewrite', run: () => ({ action: 'modify', arguments: hook }) as const }];
  const opened = openSession([...toolsOf('kb'), ...toolsOf('vault'), ...toolsOf('host')], { scope, hooks: { pre } });
  const sourceOf = (source: Source) => opened.sources.get(source);

  const change = (it: Extract<Step, { readonly source: Source }>) => {
    const cached = toolsOf(it.source).map((tool) => ({
      ...tool,
      source: { ...tool.source, provenance: 'cached' as const },
    }));
    if (it.do === 'close') return sourceOf(it.source)?.replace([]);
    if (it.source === 'host') return opened.registry.register(toolsOf('host'));
    const handle = sourceOf(it.source) ?? opened.registry.open({ kind: 'mcp', label: it.source });
    return handle.replace(it.do === 'cache' ? cached : toolsOf(it.source));
  };
  const play = async (it: Step, id: string): Promise<unknown> => {
    if (it.do === 'gate') isOpen = it.isOpen;
    else if ('source' in it) change(it);
    else if (it.do === 'search')
      return opened.session.dispatch([{ id, name: 'tool_search', arguments: { queries: it.texts } }]);
    else if (it.do === 'describe')
      return opened.session.dispatch([{ id, name: 'tool_describe', arguments: { names: it.texts } }]);
    else if ('name' in it) return opened.session.dispatch([callOf(id, it)]);
    return undefined;
  };
  return { play, ran };
}

/** Every tool that the answer of a search or describe lets the model have. */
function offered(answer: unknown): readonly string[] {
  const [outcome] = Array.isArray(answer) ? answer : [];
  const structured = outcome?.result.structured as { readonly tools?: Json } | undefined;
  return Object.keys((structured?.tools as JsonObject | undefined) ?? {});
}

describe('a session\u2019s scope', () => {
  const hook = fc.option(args, { nil: undefined });
  const scopes = fc.constantFrom<Partial<Scope>>(
    { enabled: ['mcp-kb'] },
    { enabled: ['kb'], disabled: ['host'] },
    { disabled: ['mcp-vault', 'host', 'late'] },
    { enabled: ['*'], parent: { sessionId: 'parent', surface: 'test', enabled: ['mcp-kb'] } },
  );

  it('[INV-4] is never left by any sequence of calls, whatever names, hooks and changes come between', async () => {
    const granted: readonly string[] = TOOLS.kb;
    await fc.assert(
      fc.asyncProperty(scopes, hook, fc.array(step, { minLength: 1, maxLength: 15 }), async (part, rewrite, steps) => {
        const { play, ran } = world({ sessionId: 'session', surface: 'test', ...part }, rewrite);
        for (const [index, it] of steps.entries()) {
          expect(granted).toEqual(expect.arrayContaining([...offered(await play(it, `c${index}`))]));
        }
        expect(granted).toEqual(expect.arrayContaining(ran));
      }),
      { numRuns: 150 },
    );
  });

  it('[INV-4] does reach what was granted', async () => {
    const { play, ran } = world({ sessionId: 'session', surface: 'test', enabled: ['mcp-kb'] }, undefined);
    await play({ do: 'bridged', name: 'LIST-ALL', args: {} }, 'a');
    await play({ do: 'nested', name: 'write_note', args: {} }, 'b');
    expect(ran).toEqual(['mcp__kb__list-all', 'mcp__kb__get', 'mcp__kb__write_note']);
  });

  it('[INV-4] holds for a tool that is withdrawn between search and call', async () => {
    const { play, ran } = world({ sessionId: 'session', surface: 'test', enabled: ['mcp-kb'] }, undefined);
    expect(offered(await play({ do: 'search', texts: ['write note'] }, 'a'))).toContain('mcp__kb__write_note');
    await play({ do: 'gate', isOpen: false }, 'b');
    await play({ do: 'bridged', name: 'mcp__kb__write_note', args: {} }, 'c');
    expect(ran).toEqual([]);
  });
});
