import type { ServerContext } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { AskedCall } from './asked-call.ts';
import { createParkedCalls } from './parked-calls.ts';

const CLAIM = { principal: 'me', request: 'digest' };
const REFUSED = expect.objectContaining({ code: -32602, data: { reason: 'invalid_request_state' } });

function setUp(maxParked?: number) {
  const clock = createFakeClock();
  const parked = createParkedCalls(clock, maxParked);
  /** A request that waits for the call. */
  const waiting = () => {
    const given = new AbortController();
    const context = { mcpReq: { signal: given.signal, notify: async () => {} } } as unknown as ServerContext;
    return { context, giveUp: () => given.abort(new Error('given up')) };
  };
  const begin = () => {
    let finish = (_result: JsonObject) => {};
    const work = new Promise<JsonObject>((resolve) => {
      finish = resolve;
    });
    const call = new AskedCall({ callId: 'call_1', clock, park: (own) => parked.park(own, CLAIM) });
    const { context } = waiting();
    call.start(() => work, context);
    const first = call.attach(context);
    const ask = (message: string, signal = new AbortController().signal) =>
      call.ask('elicitation/create', { message }, signal);
    return { call, first, ask, finish };
  };
  const park = async () => {
    const begun = begin();
    const answer = begun.ask('sure?');
    answer.catch(() => {});
    await clock.advance(5);
    return { ...begun, answer, state: (await begun.first).requestState };
  };
  return { clock, parked, begin, park, waiting };
}

describe('a parked call', () => {
  it('is given up when nobody comes back for a day', async () => {
    const { clock, parked, park } = setUp();
    const { call, answer, state } = await park();
    await clock.advance(86_400_000 - 1);
    expect(call.signal.aborted).toBe(false);
    await clock.advance(1);
    expect(call.signal.reason).toMatchObject({ message: 'the client did not come back with an answer' });
    await expect(answer).rejects.toThrow('has ended');
    expect(() => parked.take(state, CLAIM)).toThrow(REFUSED);
  });

  it('keeps its result for a minute when it ends while the client is away', async () => {
    for (const [lateMs, isKept] of [
      [59_999, true],
      [60_000, false],
    ] as const) {
      const { clock, parked, park, waiting } = setUp();
      const { state, finish } = await park();
      finish({ content: [] });
      await clock.advance(lateMs);
      if (!isKept) expect(() => parked.take(state, CLAIM)).toThrow(REFUSED);
      else expect(await parked.take(state, CLAIM).attach(waiting().context)).toEqual({ content: [] });
    }
  });

  it('takes a place of a bounded number, and those that find none can not ask', async () => {
    const { clock, parked, begin, park } = setUp(1);
    const { state } = await park();
    const late = begin();
    const refused = expect(late.ask('sure?')).rejects.toThrow('too many calls');
    await clock.advance(5);
    await refused;
    late.finish({ content: [] });
    expect(await late.first).toEqual({ content: [] });
    parked.take(state, CLAIM);
    expect((await park()).state).toBeDefined();
  });

  it('is given up with the request that came back for it', async () => {
    const { clock, parked, park, waiting } = setUp();
    const { call, state } = await park();
    const again = waiting();
    const lost = expect(parked.take(state, CLAIM).attach(again.context)).rejects.toThrow('given up');
    again.giveUp();
    await lost;
    expect(call.signal.aborted).toBe(true);
    await clock.advance(0);
    expect(() => parked.take(state, CLAIM)).toThrow(REFUSED);
  });

  it('is not asked about any more when the server has taken its question back', async () => {
    const { clock, begin } = setUp();
    const { first, ask, finish } = begin();
    const takenBack = new AbortController();
    const answer = expect(ask('sure?', takenBack.signal)).rejects.toThrow('never mind');
    takenBack.abort(new Error('never mind'));
    await answer;
    await clock.advance(5);
    finish({ content: [] });
    expect(await first).toEqual({ content: [] });
  });

  it('ends with all others, and so does what is kept of it', async () => {
    const { clock, parked, park } = setUp();
    const [one, other] = [await park(), await park()];
    other.finish({ content: [] });
    await clock.advance(0);
    parked.close();
    expect(one.call.signal.aborted).toBe(true);
    expect(() => parked.take(other.state, CLAIM)).toThrow(REFUSED);
  });
});
