import { describe, expect, it } from 'vitest';
import type { CallContext } from '../base/call/call-context.ts';
import type { ToolResult } from '../base/call/tool-result.ts';
import { textResult } from '../base/call/tool-result.ts';
import { noteWait } from '../base/wait-note.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { type FakeToolOptions, fakeTool } from '../testing/fake-tool.ts';
import { openSession } from '../testing/open-session.ts';

const untilIdle = () => new Promise((resolve) => setImmediate(resolve));
const never = () => new Promise<never>(() => {});

/** A call that runs on a fake clock, with what its tool may do to the world. */
async function running(
  run: (call: CallContext) => Promise<ToolResult> | Promise<never>,
  limits: Partial<FakeToolOptions> = {},
  config: { readonly callTimeoutMs?: number; readonly maxCallTimeoutMs?: number } = {},
) {
  const clock = createFakeClock();
  let context: CallContext | undefined;
  const execute = (_args: object, call: CallContext) => {
    context = call;
    return run(call);
  };
  const { call } = openSession([fakeTool({ name: 'work', toolset: 'host', execute, ...limits })], { clock, config });
  const outcome = call('work');
  await untilIdle();
  return { clock, outcome, progress: () => context?.progress({ progress: 1 }) };
}

describe('the time a call may take', () => {
  it('is started anew by each progress of the call', async () => {
    let finish = () => {};
    const work = new Promise<ToolResult>((resolve) => {
      finish = () => resolve(textResult('done'));
    });
    const { clock, outcome, progress } = await running(() => work, { timeoutMs: 3_000 });
    for (let second = 2; second <= 8; second += 2) {
      await clock.advance(2_000);
      progress();
    }
    finish();
    expect(await outcome).toMatchObject({ status: 'ok', durationMs: 8_000 });
  });

  it('has a maximum, whatever the progress: the tool\u2019s, else the operator\u2019s', async () => {
    for (const [limits, config] of [
      [{ maxTimeoutMs: 5_000 }, { callTimeoutMs: 3_000, maxCallTimeoutMs: 60_000 }],
      [{}, { callTimeoutMs: 3_000, maxCallTimeoutMs: 5_000 }],
    ] as const) {
      const { clock, outcome, progress } = await running(never, limits, config);
      for (let second = 1; second <= 5; second++) {
        await clock.advance(1_000);
        progress();
      }
      expect(await outcome).toMatchObject({
        durationMs: 5_000,
        result: {
          error: {
            code: 'timeout',
            message: 'work was still running after 5 s, the most to which progress may extend a call',
            data: { limit: 'max_call_timeout', seconds: 5 },
          },
        },
      });
    }
  });

  it('is never cut by a maximum below it', async () => {
    const { clock, outcome, progress } = await running(never, { timeoutMs: 9_000 }, { maxCallTimeoutMs: 2_000 });
    await clock.advance(1_000);
    progress();
    await clock.advance(8_000);
    expect(await outcome).toMatchObject({
      durationMs: 9_000,
      result: { error: { message: 'work gave no answer within 9 s', data: { limit: 'call_timeout', seconds: 9 } } },
    });
  });

  it('says that progress had stopped', async () => {
    const { clock, outcome, progress } = await running(never, { timeoutMs: 3_000 });
    await clock.advance(2_000);
    progress();
    await clock.advance(3_000);
    expect(await outcome).toMatchObject({
      durationMs: 5_000,
      result: { error: { message: 'work gave neither an answer nor progress for 3 s' } },
    });
  });

  it('says what a call was still waiting for, and that it did not begin', async () => {
    const { clock, outcome } = await running(({ signal }) => {
      noteWait(signal, 'a free place');
      return never();
    });
    await clock.advance(300_000);
    expect(await outcome).toMatchObject({
      result: {
        error: {
          message: 'work gave no answer within 300 s: it was still waiting for a free place',
          hint: 'it did not begin, so it can be called again',
          retryable: true,
        },
      },
    });
  });
});
