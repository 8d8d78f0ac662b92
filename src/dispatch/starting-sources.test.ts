import { describe, expect, it } from 'vitest';
import { createRegistry } from '../registry/registry.ts';
import type { Scope } from '../registry/scope.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { fakeTool } from '../testing/fake-tool.ts';
import { createSession } from './create-session.ts';

const SCOPE: Scope = { sessionId: 's', surface: 'test' };

function setUp(scope: Partial<Scope> = {}) {
  const clock = createFakeClock();
  const registry = createRegistry({ clock });
  const source = registry.open({ kind: 'mcp', label: 'late' });
  const session = createSession({ registry, clock, scope: { ...SCOPE, ...scope } });
  const call = (name: string) => session.dispatch([{ id: '1', name, arguments: {} }]).then(([outcome]) => outcome);
  const start = () => {
    source.replace([fakeTool({ name: 'mcp__late__echo' })]);
    source.setState('ready');
  };
  return { clock, call, start, session };
}

describe('a call while sources are starting', () => {
  it.each(['mcp__late__echo', 'echo'])('waits for the source that brings %s', async (name) => {
    const { clock, call, start } = setUp();
    const outcome = call(name);
    await clock.advance(1_500);
    start();
    expect(await outcome).toMatchObject({ status: 'ok', name: 'mcp__late__echo' });
  });

  it('gives up after two seconds, and says what has not started', async () => {
    const { clock, call } = setUp();
    const outcome = call('mcp__late__echo');
    await clock.advance(2_000);
    expect(await outcome).toMatchObject({
      status: 'refused',
      refusedBy: 'scope',
      result: { error: { code: 'unknown-tool', message: expect.stringContaining('late'), retryable: true } },
    });
  });

  it('does not wait for a source that the session was not granted, nor tell of it', async () => {
    const { call } = setUp({ disabled: ['late'] });
    const outcome = await call('mcp__late__echo');
    expect(outcome).toMatchObject({ status: 'refused', refusedBy: 'scope' });
    expect(JSON.stringify(outcome?.result)).not.toContain('not every source');
  });

  it('waits in tool_describe too, when a name is not known yet', async () => {
    const { clock, session, start } = setUp();
    const described = session.dispatch([{ id: '1', name: 'tool_describe', arguments: { names: ['mcp__late__echo'] } }]);
    await clock.advance(1_000);
    start();
    expect((await described)[0]?.result).toMatchObject({ structured: { tools: { mcp__late__echo: {} } } });
  });
});

describe('an approval that takes long', () => {
  it('[INV-5] does not run a tool whose permission was withdrawn meanwhile', async () => {
    const registry = createRegistry();
    let mayRun = true;
    const gate = { kind: 'permission' as const, name: 'may', check: () => mayRun };
    registry.register([fakeTool({ name: 'one', gate })]);
    const ask = async () => {
      mayRun = false;
      return { allowed: true };
    };
    const session = createSession({ registry, approvals: { ask }, scope: SCOPE });
    const [outcome] = await session.dispatch([{ id: '1', name: 'one', arguments: {} }]);
    expect(outcome).toMatchObject({ status: 'refused', refusedBy: 'scope' });
  });
});
