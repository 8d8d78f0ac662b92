import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { fakeTool } from '../../testing/fake-tool.ts';
import { createRegistry } from '../registry.ts';
import type { Scope } from '../scope.ts';
import type { Gate, GateVerdict } from './gate.ts';

const SCOPE: Scope = { sessionId: 's', surface: 'test' };

function setUp(gates: Readonly<Record<string, Gate['check'] | Gate>>) {
  const clock = createFakeClock();
  const registry = createRegistry({ clock });
  const tools = Object.entries(gates).map(([name, gate]) =>
    fakeTool({ name, gate: typeof gate === 'function' ? { kind: 'presence', name, check: gate } : gate }),
  );
  registry.register(tools);
  return { clock, registry, visible: async () => (await registry.snapshot(SCOPE)).tools.map(({ name }) => name) };
}

describe('gates', () => {
  it('[GAT-08] asks each gate once a snapshot, hides a no silently, and a throw with one warning', async () => {
    let asked = 0;
    const shared: Gate = { kind: 'permission', name: 'shared', check: () => ++asked > 0 };
    const { registry } = setUp({
      a: shared,
      b: shared,
      no: () => false,
      throws: () => {
        throw new Error('broken');
      },
    });
    const snapshot = await registry.snapshot(SCOPE);
    expect(snapshot.tools.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(asked).toBe(1);
    expect(snapshot.warnings).toEqual([expect.stringContaining('"throws" failed and counts as no: broken')]);
    expect(snapshot.hidden.map(({ tool }) => tool.name)).toEqual(['no', 'throws']);
  });

  it.each([
    ['presence', 2_000],
    ['permission', 5_000],
  ] as const)(
    '[GAT-08] bounds a silent %s gate to %i ms, tells it to stop, and takes silence for no',
    async (kind, limitMs) => {
      const signals: AbortSignal[] = [];
      const silent: Gate['check'] = ({ signal }) => new Promise<boolean>(() => void signals.push(signal));
      const { clock, registry } = setUp({ silent: { kind, name: 'silent', check: silent }, quick: () => true });
      const done = registry.snapshot(SCOPE);
      let settled = false;
      void done.then(() => {
        settled = true;
      });
      await clock.advance(limitMs - 1);
      expect([settled, signals.map(({ aborted }) => aborted)]).toEqual([false, [false]]);
      await clock.advance(1);
      const { tools, hidden, warnings } = await done;
      expect(tools.map(({ name }) => name)).toEqual(['quick']);
      expect(hidden.map(({ tool }) => tool.name)).toEqual(['silent']);
      expect(warnings).toEqual([expect.stringContaining('"silent" failed')]);
      expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    },
  );

  it('[GAT-08] costs one round of ten toolsets no more than its slowest gate, and one warning for each that fails', async () => {
    const asked = new Map<string, number>();
    const gate = (name: string, check: Gate['check']): Gate => ({
      kind: 'permission',
      name,
      check: (context) => {
        asked.set(name, (asked.get(name) ?? 0) + 1);
        expect(context).toEqual({ scope: SCOPE, signal: expect.any(AbortSignal) });
        return check(context);
      },
    });
    const throws = () => {
      throw new Error('broken');
    };
    const checks: Gate['check'][] = [...Array(5).fill(() => true), ...Array(3).fill(() => false), throws];
    const clock = createFakeClock();
    const registry = createRegistry({ clock });
    const slow: Gate['check'] = () => new Promise((resolve) => clock.schedule(4_999, () => resolve(true)));
    const gates = [...checks, slow].map((check, index) => gate(`g${index}`, check));
    registry.register(
      gates.flatMap((each, index) =>
        ['a', 'b'].map((name) => fakeTool({ name: `${name}${index}`, toolset: `set${index}`, gate: each })),
      ),
    );
    const done = registry.snapshot(SCOPE);
    await clock.advance(4_999);
    const snapshot = await done;
    expect([...asked.values()]).toEqual(Array(10).fill(1));
    expect(snapshot.tools).toHaveLength(12);
    expect(snapshot.hidden).toHaveLength(8);
    expect(snapshot.warnings).toEqual([expect.stringContaining('"g8" failed')]);
  });

  it('[INV-5] takes a throw, a rejection, and nonsense from a permission gate for no', async () => {
    const check = (answer: unknown) => ({ kind: 'permission' as const, name: 'p', check: () => answer as boolean });
    const { visible } = setUp({
      rejects: { kind: 'permission', name: 'r', check: () => Promise.reject(new Error('down')) },
      truthy: check('yes'),
      empty: check(undefined),
      odd: check({ ok: 'true' }),
      good: check({ ok: true }),
    });
    expect(await visible()).toEqual(['good']);
  });

  it('remembers a presence verdict for 30 s and a permission verdict not at all', async () => {
    const asked = { presence: 0, permission: 0, unremembered: 0 };
    const gate = (kind: keyof typeof asked, rest: Partial<Gate> = {}): Gate => ({
      kind: kind === 'permission' ? 'permission' : 'presence',
      name: kind,
      check: () => ++asked[kind] > 0,
      ...rest,
    });
    const { clock, visible } = setUp({
      a: gate('presence'),
      b: gate('permission'),
      c: gate('unremembered', { remember: false }),
    });
    await visible();
    await clock.advance(29_999);
    await visible();
    expect(asked).toEqual({ presence: 1, permission: 2, unremembered: 2 });
    await clock.advance(1);
    await visible();
    expect(asked.presence).toBe(2);
  });

  it('takes a presence failure within 60 s of a yes for a flake, asks again at once, and believes it after', async () => {
    let answer = true;
    let asked = 0;
    const { clock, registry, visible } = setUp({
      a: () => {
        asked++;
        return answer;
      },
    });
    expect(await visible()).toEqual(['a']);
    answer = false;
    await clock.advance(30_000);
    const flaky = await registry.snapshot(SCOPE);
    expect(flaky.tools).toHaveLength(1);
    expect(flaky.warnings[0]).toContain('flaky');
    await visible();
    expect(asked).toBe(3);
    await clock.advance(30_000);
    expect(await visible()).toEqual([]);
    await visible();
    expect(asked).toBe(4);
  });

  it('says reason and remedy of a gate’s verdict', async () => {
    const verdict: GateVerdict = { ok: false, reason: 'no key', remedy: 'set KEY' };
    const { registry } = setUp({ a: () => verdict });
    expect((await registry.snapshot(SCOPE)).hidden[0]).toMatchObject({
      by: 'gate',
      reason: 'no key',
      remedy: 'set KEY',
      tool: { name: 'a' },
    });
  });

  it('does not remember what a caller that went away cut short', async () => {
    const { registry, visible } = setUp({ a: () => true });
    await registry.snapshot(SCOPE, { signal: AbortSignal.abort() });
    expect(await visible()).toEqual(['a']);
  });

  it('reads an answer once, so that one which changes its mind stays a no', async () => {
    let reads = 0;
    const answer = {
      get ok() {
        return reads++ > 0;
      },
    };
    const registry = createRegistry();
    const gate = { kind: 'permission', name: 'flip', check: () => answer } as const;
    registry.register([fakeTool({ name: 'guarded', gate })]);
    const { tools } = await registry.snapshot({ sessionId: 's', surface: 'test' });
    expect(tools).toEqual([]);
  });
});
