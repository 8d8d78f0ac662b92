import { describe, expect, it } from 'vitest';
import { peel } from './peel.ts';

const messageOf = (sent: unknown) => {
  const peeled = peel(sent);
  return peeled.kind === 'refused' ? peeled.error.message : '';
};
const echoed = (message: string) => JSON.parse(/Retry with only: (.*) then issue/su.exec(message)?.[1] ?? '');

describe('peel', () => {
  it('[TS-11.10.5] gives the one call inside, changes nothing it was given, and says the same each time', () => {
    const sent = Object.freeze({ calls: Object.freeze([Object.freeze({ name: 'Anything', arguments: { a: 1 } })]) });
    expect(peel(sent)).toEqual({ kind: 'call', name: 'Anything', arguments: { a: 1 } });
    expect(peel(sent)).toEqual(peel(sent));
  });

  it('[TS-11.7.8] refuses two local entries and hands back the first, ready to send', () => {
    const first = { name: 'mcp__a__b', arguments: { q: 'x "y" \u2028 {z}' } };
    const message = messageOf({ calls: [first, { name: 'mcp__a__c', arguments: {} }] });
    expect(message).toContain('exactly one entry');
    expect(message).toContain('you sent 2');
    expect(message).toContain('the other 1');
    expect(echoed(message)).toEqual({ calls: [first] });
  });

  it('[TS-11.7.8] echoes the entry as the caller wrote it', () => {
    const first = { name: 'mcp__a__b', arguments: '{"q":1}', note: 'mine' };
    expect(echoed(messageOf({ calls: [first, first] }))).toEqual({ calls: [first] });
  });

  it('[TS-11.7.8] leaves arguments of more than 1500 characters out of the echo', () => {
    const entry = (length: number) => ({ name: 'mcp__a__b', arguments: { q: 'x'.repeat(length - 8) } });
    expect(echoed(messageOf({ calls: [entry(1500), entry(8)] }))).toEqual({ calls: [entry(1500)] });
    const message = messageOf({ calls: [entry(1501), entry(8)] });
    expect(message.length).toBeLessThan(400);
    expect(echoed(message)).toEqual({ calls: [{ name: 'mcp__a__b', arguments: { '...': expect.any(String) } }] });
  });

  it('[TS-11.10.7] [TS-11.7.9] keeps local and connector entries apart', () => {
    const connector = { name: 'connectors__mail__send', arguments: {} };
    expect(messageOf({ calls: [{ name: 'mcp__a__b' }, connector] })).toContain('exactly one entry');
    expect(messageOf({ calls: [connector, { name: 'mcp__a__b' }] })).toContain('exactly one entry');
  });

  const send = { name: 'connectors__mail__send', arguments: { to: 'a' } };
  const list = { name: 'connectors__mail__list', arguments: {} };
  it.each([
    ['a batch', { calls: [send, list] }, [send, list]],
    ['one entry', { calls: [send] }, [send]],
    ['the older shape', send, [send]],
  ])('[TS-11.7.10] [TS-11.10.7] keeps the entries of remote connectors together: %s', (_, sent, entries) => {
    expect(peel(sent)).toEqual({ kind: 'connectors', entries: entries.map((entry) => ({ ...entry, sent: entry })) });
  });
});
