import { describe, expect, it } from 'vitest';
import { createEventStream } from './event-stream.ts';
import type { SessionEvent } from './events.ts';

const warning = (message: string): SessionEvent => ({ type: 'warning', message });
const all = async (events: AsyncIterable<SessionEvent>) => {
  const messages: string[] = [];
  for await (const event of events) if (event.type === 'warning') messages.push(event.message);
  return messages;
};

describe('createEventStream', () => {
  it('gives every reader everything from the moment it asked', async () => {
    const stream = createEventStream();
    const first = stream.read();
    stream.emit(warning('a'));
    const second = stream.read();
    const reading = all(first);
    stream.emit(warning('b'));
    await Promise.resolve();
    stream.emit(warning('c'));
    stream.close();
    stream.emit(warning('late'));
    expect(await reading).toEqual(['a', 'b', 'c']);
    expect(await all(second)).toEqual(['b', 'c']);
    expect(await all(stream.read())).toEqual([]);
  });

  it('drops the oldest events of a slow reader, and tells it how many', async () => {
    const stream = createEventStream();
    const events = stream.read();
    for (let index = 0; index < 1_500; index++) stream.emit(warning(`${index}`));
    stream.close();
    const [notice, ...rest] = await all(events);
    expect(notice).toContain('500 earlier events were dropped');
    expect(rest).toHaveLength(1_000);
    expect(rest[0]).toBe('500');
  });

  it('forgets a reader that left', async () => {
    const stream = createEventStream();
    const events = stream.read();
    stream.emit(warning('a'));
    for await (const _ of events) break;
    stream.emit(warning('b'));
    expect(await all(events)).toEqual([]);
  });

  it('lets a reader leave before its first event, and while it waits for one', async () => {
    const stream = createEventStream();
    const early = stream.read()[Symbol.asyncIterator]();
    await early.return?.();
    stream.emit(warning('a'));
    expect(await early.next()).toEqual({ done: true, value: undefined });
    const waiting = stream.read()[Symbol.asyncIterator]();
    const next = waiting.next();
    await waiting.return?.();
    expect(await next).toEqual({ done: true, value: undefined });
  });
});
